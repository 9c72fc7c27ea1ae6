/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads events from a file of Intel's perfmon collection. The file is JSON (RFC 8259): an array of
 * events, or an object with such an array under "Events". Each event is an object of strings, of
 * which these are used:
 *
 *	EventName  BriefDescription  EventCode  UMask  UMaskExt  Counter  CounterMask
 *	Invert  EdgeDetect  AnyThread  Equal  MSRIndex  MSRValue  Unit
 *
 * "Fixed counter N" counts from 0; in the files of the oldest cores, which have no number 0, it
 * counts from 1. "0x2A,0x2B" with MSRIndex "0x1a6,0x1a7" are two events with one meaning: the row
 * gets the first one whose register has the bits, and core/ knows that the other serves too. Events
 * of a Unit do not belong to the core and are left out. So are events with a colon in the name (old
 * names of other events), because an event string could not name them.
 *
 * Nothing in the file is trusted: every number must fit its field, and every counter must exist.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/bits.h"
#include "core/pmu/constraint.h"
#include "core/pmu/registers.h"
#include "core/pmu/regs.h"
#include "core/event/catalogue.h"
#include "lib/base/array.h"
#include "lib/base/diag.h"
#include "lib/models/events.h"
#include "lib/models/events_file.h"
#include "lib/models/model.h"
#include "pmc/pmc.h"

#define FILE_MAX   (64u << 20)
#define DEPTH_MAX  32
#define EVENTS_MAX 100000u

struct reader {
	const char *path;
	char *text; /* ends with a zero byte; reading a string puts a zero byte at its end */
	size_t len, pos;
	unsigned line;
	struct pmc_diag *diag;
};

/* The members of an event that are used; "" when missing. */
enum member {
	NAME,
	BRIEF,
	CODE,
	UMASK,
	UMASK_EXT,
	COUNTER,
	CMASK,
	INVERT,
	EDGE,
	ANY,
	EQUAL,
	MSR,
	MSR_VALUE,
	UNIT,
	MEMBERS
};
static const char *const member_names[MEMBERS] = {
	"EventName", "BriefDescription", "EventCode", "UMask",	    "UMaskExt",
	"Counter",   "CounterMask",	 "Invert",    "EdgeDetect", "AnyThread",
	"Equal",     "MSRIndex",	 "MSRValue",  "Unit",
};
struct raw_event {
	const char *member[MEMBERS];
	unsigned line;
};

static __attribute__((format(printf, 3, 4))) int refuse(struct reader *r, unsigned line,
							const char *fmt, ...)
{
	char sentence[400];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(sentence, sizeof(sentence), fmt, ap);
	va_end(ap);
	return diag_say(r->diag, -EINVAL, "%s:%u: %s", r->path, line, sentence);
}

/* ---- JSON ---- */

static void skip_blanks(struct reader *r)
{
	for (; r->pos < r->len; r->pos++) {
		char c = r->text[r->pos];

		if (c == '\n')
			r->line++;
		else if (c != ' ' && c != '\t' && c != '\r')
			break;
	}
}

/* Returns the next character that is no blank, without taking it; 0 at the end. */
static char peek(struct reader *r)
{
	skip_blanks(r);
	return r->pos < r->len ? r->text[r->pos] : 0;
}

static int expect(struct reader *r, char c)
{
	char got = peek(r);

	if (got != c) {
		if (r->pos >= r->len)
			return refuse(r, r->line, "the file ends where '%c' is expected", c);
		return refuse(r, r->line, "'%c' is expected, not '%c'", c,
			      got > ' ' && got < 0x7f ? got : '?');
	}
	r->pos++;
	return 0;
}

static int hex4(const char *s)
{
	int v = 0, i;

	for (i = 0; i < 4; i++) {
		char c = s[i];

		v <<= 4;
		if (c >= '0' && c <= '9')
			v |= c - '0';
		else if ((c | 32) >= 'a' && (c | 32) <= 'f')
			v |= (c | 32) - 'a' + 10;
		else
			return -1;
	}
	return v;
}

/* Takes one escape and writes at most three bytes. */
static int take_escape(struct reader *r, char **to)
{
	static const char from[] = "\"\\/bfnrt", what[] = "\"\\/\b\f\n\r\t";
	char c = r->pos < r->len ? r->text[r->pos++] : 0;
	const char *at = c ? strchr(from, c) : NULL;
	int v;

	if (at) {
		*(*to)++ = what[at - from];
		return 0;
	}
	v = c == 'u' && r->pos + 4 <= r->len ? hex4(r->text + r->pos) : -1;
	if (v < 0)
		return refuse(r, r->line, "a string has an escape that JSON does not know");
	r->pos += 4;
	/*
	 * The texts come from manuals, so control characters, and characters outside the basic
	 * plane, become '?'.
	 */
	if (v < 0x20 || (v >= 0xd800 && v < 0xe000)) {
		*(*to)++ = '?';
	} else if (v < 0x80) {
		*(*to)++ = (char)v;
	} else if (v < 0x800) {
		*(*to)++ = (char)(0xc0 | v >> 6);
		*(*to)++ = (char)(0x80 | (v & 0x3f));
	} else {
		*(*to)++ = (char)(0xe0 | v >> 12);
		*(*to)++ = (char)(0x80 | (v >> 6 & 0x3f));
		*(*to)++ = (char)(0x80 | (v & 0x3f));
	}
	return 0;
}

/* Takes a string, unescapes it in place and ends it with a zero byte. */
static int take_string(struct reader *r, const char **string)
{
	int err = expect(r, '"');
	char *to = r->text + r->pos;

	if (err)
		return err;
	*string = to;
	while (r->pos < r->len) {
		char c = r->text[r->pos++];

		if (c == '"') {
			*to = 0;
			return 0;
		}
		if ((unsigned char)c < 0x20)
			return refuse(r, r->line, "a string is not closed on its line");
		if (c == '\\') {
			err = take_escape(r, &to);
			if (err)
				return err;
		} else {
			*to++ = c;
		}
	}
	return refuse(r, r->line, "the file ends inside a string");
}

static int skip_value(struct reader *r, int depth);

/* Skips the members of an object or array, whose opening bracket has been taken. */
static int skip_members(struct reader *r, char close, int depth)
{
	const char *key;
	int err = 0;

	if (peek(r) == close) {
		r->pos++;
		return 0;
	}
	for (;;) {
		if (close == '}') {
			err = take_string(r, &key);
			if (!err)
				err = expect(r, ':');
		}
		if (!err)
			err = skip_value(r, depth + 1);
		if (err)
			return err;
		if (peek(r) != ',')
			return expect(r, close);
		r->pos++;
	}
}

static int skip_value(struct reader *r, int depth)
{
	const char *string;
	char c = peek(r);
	size_t at = r->pos;

	if (depth > DEPTH_MAX)
		return refuse(r, r->line, "objects and arrays are nested more than %d deep",
			      DEPTH_MAX);
	if (c == '"')
		return take_string(r, &string);
	if (c == '{' || c == '[') {
		r->pos++;
		return skip_members(r, c == '{' ? '}' : ']', depth);
	}
	while (r->pos < r->len && r->text[r->pos] > ' ' && !strchr(",]}:\"", r->text[r->pos]))
		r->pos++;
	if (r->pos == at)
		return refuse(r, r->line,
			      r->len == at ? "the file ends where a value is expected" :
					     "a value is expected");
	return 0;
}

/* Takes one event, whose brace is the next character. */
static int take_event(struct reader *r, struct raw_event *e)
{
	const char *key, *value;
	int err = expect(r, '{'), k;

	for (k = 0; k < MEMBERS; k++)
		e->member[k] = "";
	e->line = r->line;
	if (err || peek(r) == '}')
		return err ? err : expect(r, '}');
	for (;;) {
		err = take_string(r, &key);
		if (!err)
			err = expect(r, ':');
		if (err)
			return err;
		if (peek(r) == '"') {
			err = take_string(r, &value);
			for (k = 0; !err && k < MEMBERS; k++)
				if (!strcmp(key, member_names[k]))
					e->member[k] = value;
		} else {
			err = skip_value(r, 0);
		}
		if (err)
			return err;
		if (peek(r) != ',')
			return expect(r, '}');
		r->pos++;
	}
}

/* ---- An event's numbers ---- */

/*
 * Reads the first of several numbers that commas separate; "" is 0. False: it is no number, or
 * above max.
 */
static bool number(const char *s, uint64_t max, uint64_t *value)
{
	char *end;

	*value = 0;
	if (!s[0])
		return true;
	if (s[0] < '0' || s[0] > '9')
		return false;
	errno = 0;
	*value = strtoull(s, &end, s[0] == '0' && (s[1] | 32) == 'x' ? 16 : 10);
	while (*end == ' ')
		end++;
	return !errno && (!*end || *end == ',') && *value <= max;
}

/* Reads "0,1,2,3" or "Fixed counter 2" into a mask, in which fixed counters start at bit 32. */
static bool counters(const char *s, uint64_t *mask)
{
	uint64_t base = 0;
	char *end;

	*mask = 0;
	if (!strncasecmp(s, "Fixed counter ", 14)) {
		base = 32;
		s += 14;
	}
	for (;;) {
		unsigned long n;

		if (*s < '0' || *s > '9')
			return false;
		n = strtoul(s, &end, 10);
		if (n + base > 63)
			return false;
		*mask |= 1ull << (n + base);
		if (!*end)
			return true;
		if (*end != ',')
			return false;
		for (s = end + 1; *s == ' '; s++)
			;
	}
}

static bool good_name(const char *s)
{
	if (!*s)
		return false;
	for (; *s; s++)
		if (!((*s >= '0' && *s <= '9') || ((*s | 32) >= 'a' && (*s | 32) <= 'z') ||
		      strchr("_.-", *s)))
			return false;
	return true;
}

/* Removes a description's full stop, and replaces control characters. */
static const char *description(const char *s)
{
	size_t n = strlen(s);
	char *end = (char *)s + n;

	while (n && (end[-1] == '.' || end[-1] == ' ' || end[-1] == '\n'))
		n--, *--end = 0;
	for (end = (char *)s; *end; end++)
		if ((unsigned char)*end < ' ')
			*end = ' ';
	return s[0] ? s : "no description";
}

static int refuse_member(struct reader *r, const struct raw_event *e, enum member m)
{
	return refuse(r, e->line, "%s: %s is '%.40s', which is invalid here", e->member[NAME],
		      member_names[m], e->member[m]);
}

/*
 * Picks the first of the event's registers that has all bits of its value; *msr is 0 if the event
 * lists none. If the event lists several selects or unit masks, picks those of that register.
 * False: no register is suitable, and *msr is 0 if the PMU lacks one of them.
 */
static bool pick_register(const struct raw_event *e, const struct pmu *pmu, uint64_t value,
			  uint64_t *msr, uint64_t *code, uint64_t *umask)
{
	const char *s = e->member[MSR];
	const struct extra_rule *rule;
	struct pmu_reg_at at;

	for (;;) {
		if (!number(s, 0xffffffff, msr) || (*msr && !pmc_pmu_reg_at(pmu, (u32)*msr, &at))) {
			*msr = 0;
			return false;
		}
		if (!*msr)
			return true;
		if (!(value & ~pmc_pmu_reg_bits(pmu, &at)))
			break;
		s = strchr(s, ',');
		if (!s)
			return false;
		for (s++; *s == ' '; s++)
			;
	}
	rule = pmc_constraint_of(pmu, (u32)*msr);
	if (rule && strchr(e->member[CODE], ','))
		*code = rule->code;
	if (rule && strchr(e->member[UMASK], ','))
		*umask = rule->umask;
	return true;
}

static int make_row(struct reader *r, const struct raw_event *e, const struct pmu *pmu,
		    struct model_event *row)
{
	static const struct {
		enum member member;
		unsigned flag;
		u64 bit;
	} flags[] = {
		{ INVERT, ROW_INVERT, EVTSEL_INV },
		{ EDGE, ROW_EDGE, EVTSEL_EDGE },
		{ ANY, ROW_ANY, EVTSEL_ANY },
		{ EQUAL, ROW_EQ, EVTSEL_EQ },
	};
	uint64_t code, umask, ext, cmask, msr, value, mask, flag;
	size_t i;

	memset(row, 0, sizeof(*row));
	if (!good_name(e->member[NAME]))
		return refuse(r, e->line,
			      "an event has no name, or a name that cannot be typed: '%.40s'",
			      e->member[NAME]);
	row->name = e->member[NAME];
	row->about = description(e->member[BRIEF]);
	if (!number(e->member[CODE], 0xff, &code) || !e->member[CODE][0])
		return refuse_member(r, e, CODE);
	if (!number(e->member[UMASK], 0xff, &umask))
		return refuse_member(r, e, UMASK);
	if (!number(e->member[UMASK_EXT], pmu->caps & PMU_UMASK2 ? 0xff : 0, &ext))
		return refuse_member(r, e, UMASK_EXT);
	if (!number(e->member[CMASK], 0xff, &cmask))
		return refuse_member(r, e, CMASK);
	if (!number(e->member[MSR_VALUE], ~0ull, &value))
		return refuse_member(r, e, MSR_VALUE);
	if (!pick_register(e, pmu, value, &msr, &code, &umask))
		return refuse_member(r, e, msr ? MSR_VALUE : MSR);
	for (i = 0; i < ARRAY_SIZE(flags); i++) {
		if (!number(e->member[flags[i].member], 1, &flag))
			return refuse_member(r, e, flags[i].member);
		if (flag)
			row->flags |= (u8)flags[i].flag;
	}
	if (!counters(e->member[COUNTER], &mask))
		return refuse_member(r, e, COUNTER);
	if (mask >> 32) {
		row->fixed = (u8)(bits_lowest(mask >> 32) + 1);
		row->flags |= ROW_FIXED;
		return 0;
	}
	if (mask & ~(uint64_t)pmu->general)
		return refuse(r, e->line, "%s: counter list '%.40s': %s has only %u counters",
			      row->name, e->member[COUNTER], pmu->model->name,
			      bits_count(pmu->general));
	row->code = (u16)code;
	row->plain = (u16)(umask | ext << 8);
	row->cmask = (u8)cmask;
	row->counters = mask == pmu->general ? 0 : (u32)mask;
	row->msr = (u32)msr;
	row->msr_value = value;
	return 0;
}

/* ---- The file ---- */

static int take_events(struct reader *r, struct pmc_model *m)
{
	struct model_event row;
	struct raw_event e;
	int err = expect(r, '[');

	if (err || peek(r) == ']')
		return err ? err : expect(r, ']');
	for (;;) {
		err = take_event(r, &e);
		if (!err && !e.member[UNIT][0] && !strchr(e.member[NAME], ':')) {
			if (m->rows.n > EVENTS_MAX)
				return refuse(r, r->line, "more than %u events", EVENTS_MAX);
			err = make_row(r, &e, &m->pmu, &row);
			if (!err && model_events_append(m, &row))
				return diag_say(r->diag, -ENOMEM, "out of memory");
		}
		if (err)
			return err;
		if (peek(r) != ',')
			return expect(r, ']');
		r->pos++;
	}
}

static int take_file(struct reader *r, struct pmc_model *m)
{
	bool found = false;
	const char *key;
	int err;

	if (peek(r) == '[')
		return take_events(r, m);
	err = expect(r, '{');
	while (!err) {
		err = take_string(r, &key);
		if (!err)
			err = expect(r, ':');
		if (err)
			break;
		if (!strcmp(key, "Events") && !found) {
			found = true;
			err = take_events(r, m);
		} else {
			err = skip_value(r, 0);
		}
		if (!err && peek(r) == ',')
			r->pos++;
		else if (!err)
			break;
	}
	if (!err)
		err = expect(r, '}');
	if (!err && !found)
		err = refuse(r, r->line, "the file has no \"Events\"");
	return err;
}

/* Renumbers fixed counters: files count them from 0, or from 1 if no event has number 0. */
static int settle_fixed(struct reader *r, struct pmc_model *m, u32 first)
{
	bool zero = false;
	u32 i;

	for (i = first; i < m->rows.n; i++)
		zero |= m->row[i].fixed == 1;
	for (i = first; i < m->rows.n; i++) {
		struct model_event *row = &m->row[i];

		if (!row->fixed)
			continue;
		if (!zero)
			row->fixed--;
		if (!(m->pmu.fixed >> (row->fixed - 1) & 1))
			return diag_say(r->diag, -EINVAL, "%s: %s: %s has no fixed counter %u",
					r->path, row->name, m->pmu.model->name, row->fixed - 1u);
	}
	return 0;
}

static int read_text(struct reader *r, struct pmc_model *m)
{
	struct stat st;
	int fd = open(r->path, O_RDONLY | O_CLOEXEC), err = 0;
	ssize_t n;

	if (fd < 0 || fstat(fd, &st)) {
		err = -errno;
	} else if (!S_ISREG(st.st_mode) || st.st_size > (off_t)FILE_MAX) {
		close(fd);
		return diag_say(r->diag, -EINVAL, "%s: it is not a regular file of at most 64 MiB",
				r->path);
	} else {
		m->text = malloc((size_t)st.st_size + 1);
		if (!m->text)
			err = -ENOMEM;
	}
	while (!err && r->len < (size_t)st.st_size) {
		n = read(fd, m->text + r->len, (size_t)st.st_size - r->len);
		if (n <= 0) {
			err = n ? -errno : 0;
			break;
		}
		r->len += (size_t)n;
	}
	if (fd >= 0)
		close(fd);
	if (err)
		return diag_say(r->diag, err, "%s: %s", r->path, strerror(-err));
	m->text[r->len] = 0;
	m->text_size = r->len + 1;
	r->text = m->text;
	return 0;
}

int events_file_read(struct pmc_model *m, const char *path, struct pmc_diag *diag)
{
	struct reader r = { .path = path, .line = 1, .diag = diag };
	const struct pmu_model *model = m->pmu.model;
	u32 first = m->rows.n;
	int err;

	if (model->family != PMU_ARCH)
		return diag_say(diag, -EINVAL,
				"%s: files of events are for Intel's cores only, and %s is not one",
				path, model->name);
	err = read_text(&r, m);
	if (!err)
		err = take_file(&r, m);
	if (!err && peek(&r))
		err = refuse(&r, r.line, "something follows the end of the events");
	if (!err)
		err = settle_fixed(&r, m, first);
	return err;
}
