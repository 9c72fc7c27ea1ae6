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
#include <stdlib.h>
#include <string.h>

#include "core/base/bits.h"
#include "core/pmu/constraint.h"
#include "core/pmu/registers.h"
#include "core/pmu/regs.h"
#include "core/event/catalogue.h"
#include "json/file.h"
#include "json/reader.h"
#include "lib/base/array.h"
#include "lib/base/diag.h"
#include "lib/models/events.h"
#include "lib/models/events_file.h"
#include "lib/models/model.h"
#include "pmc/pmc.h"

#define EVENTS_MAX 100000u

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

/* Takes one event, whose brace is the next character. */
static int take_event(struct json_reader *r, struct raw_event *e)
{
	const char *key, *value;
	int err = json_expect(r, '{'), k;

	for (k = 0; k < MEMBERS; k++)
		e->member[k] = "";
	e->line = r->line;
	if (err || json_peek(r) == '}')
		return err ? err : json_expect(r, '}');
	for (;;) {
		err = json_take_string(r, &key);
		if (!err)
			err = json_expect(r, ':');
		if (err)
			return err;
		if (json_peek(r) == '"') {
			err = json_take_string(r, &value);
			for (k = 0; !err && k < MEMBERS; k++)
				if (!strcmp(key, member_names[k]))
					e->member[k] = value;
		} else {
			err = json_skip(r);
		}
		if (err)
			return err;
		if (json_peek(r) != ',')
			return json_expect(r, '}');
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

static int refuse_member(struct json_reader *r, const struct raw_event *e, enum member m)
{
	return json_fail(r, e->line, "%s: %s is '%.40s', which is invalid here", e->member[NAME],
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

static int make_row(struct json_reader *r, const struct raw_event *e, const struct pmu *pmu,
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
		return json_fail(r, e->line,
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
		return json_fail(r, e->line, "%s: counter list '%.40s': %s has only %u counters",
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

static int take_events(struct json_reader *r, struct pmc_model *m)
{
	struct model_event row;
	struct raw_event e;
	int err = json_expect(r, '[');

	if (err || json_peek(r) == ']')
		return err ? err : json_expect(r, ']');
	for (;;) {
		err = take_event(r, &e);
		if (!err && !e.member[UNIT][0] && !strchr(e.member[NAME], ':')) {
			if (m->rows.n > EVENTS_MAX)
				return json_fail(r, r->line, "more than %u events", EVENTS_MAX);
			err = make_row(r, &e, &m->pmu, &row);
			if (!err && model_events_append(m, &row))
				return -ENOMEM;
		}
		if (err)
			return err;
		if (json_peek(r) != ',')
			return json_expect(r, ']');
		r->pos++;
	}
}

static int take_file(struct json_reader *r, struct pmc_model *m)
{
	bool found = false;
	const char *key;
	int err;

	if (json_peek(r) == '[')
		return take_events(r, m);
	err = json_expect(r, '{');
	while (!err) {
		err = json_take_string(r, &key);
		if (!err)
			err = json_expect(r, ':');
		if (err)
			break;
		if (!strcmp(key, "Events") && !found) {
			found = true;
			err = take_events(r, m);
		} else {
			err = json_skip(r);
		}
		if (!err && json_peek(r) == ',')
			r->pos++;
		else if (!err)
			break;
	}
	if (!err)
		err = json_expect(r, '}');
	if (!err && !found)
		err = json_fail(r, r->line, "the file has no \"Events\"");
	return err;
}

/* Renumbers fixed counters: files count them from 0, or from 1 if no event has number 0. */
static int settle_fixed(const char *path, struct pmc_model *m, u32 first, struct pmc_diag *diag)
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
			return diag_say(diag, -EINVAL, "%s: %s: %s has no fixed counter %u", path,
					row->name, m->pmu.model->name, row->fixed - 1u);
	}
	return 0;
}

static int read_text(const char *path, struct pmc_model *m, struct pmc_diag *diag)
{
	size_t len;
	int err = json_file_read(path, &m->text, &len);

	if (err == -EISDIR || err == -EFBIG)
		return diag_say(diag, -EINVAL, "%s: it is not a file of at most %u MiB", path,
				JSON_FILE_MAX >> 20);
	if (err)
		return diag_say(diag, err, "%s: %s", path, strerror(-err));
	m->text_size = len + 1;
	return 0;
}

int events_file_read(struct pmc_model *m, const char *path, struct pmc_diag *diag)
{
	const struct pmu_model *model = m->pmu.model;
	u32 first = m->rows.n;
	struct json_reader r;
	int err;

	if (model->family != PMU_ARCH)
		return diag_say(diag, -EINVAL,
				"%s: files of events are for Intel's cores only, and %s is not one",
				path, model->name);
	err = read_text(path, m, diag);
	if (err)
		return err;
	json_reader_init(&r, m->text, m->text_size - 1);
	err = take_file(&r, m);
	if (!err)
		err = json_end(&r);
	if (err == -ENOMEM)
		return diag_say(diag, err, "out of memory");
	if (err)
		return diag_say(diag, err, "%s:%u: %s", path, r.error_line, r.error);
	return settle_fixed(path, m, first, diag);
}
