/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * pmclog(3): reads logs, from a descriptor or piecewise from memory. A record is gathered whole
 * before it is looked at; nothing in it is believed before its length was compared with its type.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <pmc.h>
#include <pmclog.h>

#include "compat/freebsd/events/classes.h"

#define HEADER 16

struct parser {
	int fd;
	bool failed, closed;
	size_t count;
	off_t offset; /* of the record that is being gathered */
	uint32_t version;
	uint64_t frequency, start; /* of the time stamp counter, from INITIALIZE */
	struct timespec began;
	char record[65536]; /* the longest that a header can tell */
	size_t n;
	char buffer[4096]; /* of a descriptor */
	const char *data;
	size_t left;
};

/* ---- Fields ---- */

/* What has not been read yet of a record. */
struct fields {
	const char *at;
	size_t n;
	bool bad;
};

static void get(struct fields *f, void *to, size_t n)
{
	if (f->n < n) {
		f->bad = true;
		memset(to, 0, n);
		return;
	}
	memcpy(to, f->at, n);
	f->at += n;
	f->n -= n;
}

static uint32_t get32(struct fields *f)
{
	uint32_t value;

	get(f, &value, sizeof(value));
	return value;
}

static uint64_t get64(struct fields *f)
{
	uint64_t value;

	get(f, &value, sizeof(value));
	return value;
}

/* A string in the rest of the record; it must end there, and fit. */
static void get_path(struct fields *f, char *to, size_t n)
{
	const char *end = f->n ? memchr(f->at, 0, f->n) : NULL;
	size_t length = end ? (size_t)(end - f->at) : 0;

	to[0] = 0;
	if (!end || length >= n) {
		f->bad = true;
		return;
	}
	memcpy(to, f->at, length + 1);
	f->n = 0;
}

/* A string of exactly n bytes, the last of which is made zero. */
static void get_name(struct fields *f, char *to, size_t n)
{
	get(f, to, n);
	to[n - 1] = 0;
}

/* ---- Records ---- */

static void get_callchain(struct fields *f, struct pmclog_ev_callchain *c)
{
	uint32_t i;

	c->pl_pid = get32(f);
	c->pl_tid = get32(f);
	c->pl_pmcid = get32(f);
	c->pl_cpuflags = get32(f);
	c->pl_cpuflags2 = 0;
	c->pl_npc = (uint32_t)(f->n / sizeof(uint64_t));
	if (c->pl_npc > PMC_CALLCHAIN_DEPTH_MAX) {
		f->bad = true;
		return;
	}
	for (i = 0; i < c->pl_npc; i++)
		c->pl_pc[i] = (uintptr_t)get64(f);
}

static void get_initialize(struct parser *p, struct fields *f, uint64_t tsc,
			   struct pmclog_ev_initialize *i)
{
	i->pl_version = get32(f);
	i->pl_arch = get32(f);
	i->pl_tsc_freq = get64(f);
	i->pl_ts.tv_sec = (time_t)get64(f);
	i->pl_ts.tv_nsec = (long)get64(f);
	get_name(f, i->pl_cpuid, PMC_CPUID_LEN);
	if (i->pl_ts.tv_nsec < 0 || i->pl_ts.tv_nsec >= 1000000000)
		f->bad = true;
	if (f->bad)
		return;
	p->version = i->pl_version;
	p->frequency = i->pl_tsc_freq;
	p->start = tsc;
	p->began = i->pl_ts;
}

static void get_allocate(struct fields *f, struct pmclog_ev_pmcallocate *a)
{
	a->pl_pmcid = get32(f);
	a->pl_event = get32(f);
	a->pl_flags = get32(f);
	get32(f);
	a->pl_rate = get64(f);
	a->pl_evname = event_name(a->pl_event);
	/* Numbers of IAP's events are a machine's own. */
	if (!a->pl_evname)
		a->pl_evname = pmc_name_of_event((enum pmc_event)a->pl_event);
	if (!a->pl_evname)
		a->pl_evname = "unknown";
}

/* Before version 10 an exec had one address, that of the program's entry. */
static void get_exec(const struct parser *p, struct fields *f, struct pmclog_ev_procexec *x)
{
	x->pl_pid = (pid_t)get32(f);
	x->pl_pmcid = get32(f);
	x->pl_baseaddr = (uintptr_t)get64(f);
	x->pl_dynaddr = p->version >> 24 < 10 ? 0 : (uintptr_t)get64(f);
	get_path(f, x->pl_pathname, sizeof(x->pl_pathname));
}

static void get_maps(struct fields *f, struct pmclog_ev *ev)
{
	pid_t pid = (pid_t)get32(f);

	get32(f);
	if (ev->pl_type == PMCLOG_TYPE_MAP_IN) {
		ev->pl_u.pl_mi.pl_pid = pid;
		ev->pl_u.pl_mi.pl_start = (uintptr_t)get64(f);
		get_path(f, ev->pl_u.pl_mi.pl_pathname, sizeof(ev->pl_u.pl_mi.pl_pathname));
	} else {
		ev->pl_u.pl_mo.pl_pid = pid;
		ev->pl_u.pl_mo.pl_start = (uintptr_t)get64(f);
		ev->pl_u.pl_mo.pl_end = (uintptr_t)get64(f);
	}
}

/* Records of threads and processes without paths. */
static bool get_small(struct fields *f, struct pmclog_ev *ev)
{
	switch (ev->pl_type) {
	case PMCLOG_TYPE_PMCDETACH:
		ev->pl_u.pl_d.pl_pmcid = get32(f);
		ev->pl_u.pl_d.pl_pid = (pid_t)get32(f);
		return true;
	case PMCLOG_TYPE_PROCCSW:
		ev->pl_u.pl_c.pl_value = get64(f);
		ev->pl_u.pl_c.pl_pmcid = get32(f);
		ev->pl_u.pl_c.pl_pid = (pid_t)get32(f);
		ev->pl_u.pl_c.pl_tid = (pid_t)get32(f);
		return true;
	case PMCLOG_TYPE_PROCEXIT:
		ev->pl_u.pl_e.pl_pmcid = get32(f);
		ev->pl_u.pl_e.pl_pid = get32(f);
		ev->pl_u.pl_e.pl_value = get64(f);
		return true;
	case PMCLOG_TYPE_PROCFORK:
		ev->pl_u.pl_f.pl_oldpid = (pid_t)get32(f);
		ev->pl_u.pl_f.pl_newpid = (pid_t)get32(f);
		return true;
	case PMCLOG_TYPE_SYSEXIT:
		ev->pl_u.pl_se.pl_pid = (pid_t)get32(f);
		return true;
	case PMCLOG_TYPE_USERDATA:
		ev->pl_u.pl_u.pl_userdata = get32(f);
		return true;
	case PMCLOG_TYPE_THR_CREATE:
		ev->pl_u.pl_tc.pl_tid = (pid_t)get32(f);
		ev->pl_u.pl_tc.pl_pid = (pid_t)get32(f);
		ev->pl_u.pl_tc.pl_flags = get32(f);
		get32(f);
		get_name(f, ev->pl_u.pl_tc.pl_tdname, MAXCOMLEN + 1);
		return true;
	case PMCLOG_TYPE_THR_EXIT:
		ev->pl_u.pl_te.pl_tid = (pid_t)get32(f);
		return true;
	case PMCLOG_TYPE_PROC_CREATE:
		ev->pl_u.pl_pc.pl_pid = (pid_t)get32(f);
		ev->pl_u.pl_pc.pl_flags = get32(f);
		get_name(f, ev->pl_u.pl_pc.pl_pcomm, MAXCOMLEN + 1);
		return true;
	default:
		return false;
	}
}

static bool get_record(struct parser *p, struct fields *f, uint64_t tsc, struct pmclog_ev *ev)
{
	struct pmclog_ev_pmcallocatedyn *ad = &ev->pl_u.pl_ad;

	switch (ev->pl_type) {
	case PMCLOG_TYPE_CALLCHAIN:
		get_callchain(f, &ev->pl_u.pl_cc);
		break;
	case PMCLOG_TYPE_INITIALIZE:
		get_initialize(p, f, tsc, &ev->pl_u.pl_i);
		break;
	case PMCLOG_TYPE_PMCALLOCATE:
		get_allocate(f, &ev->pl_u.pl_a);
		break;
	case PMCLOG_TYPE_PMCALLOCATEDYN:
		ad->pl_pmcid = get32(f);
		ad->pl_event = get32(f);
		ad->pl_flags = get32(f);
		get32(f);
		get_name(f, ad->pl_evname, PMC_NAME_MAX);
		break;
	case PMCLOG_TYPE_PMCATTACH:
		ev->pl_u.pl_t.pl_pmcid = get32(f);
		ev->pl_u.pl_t.pl_pid = (pid_t)get32(f);
		get_path(f, ev->pl_u.pl_t.pl_pathname, sizeof(ev->pl_u.pl_t.pl_pathname));
		break;
	case PMCLOG_TYPE_PROCEXEC:
		get_exec(p, f, &ev->pl_u.pl_x);
		break;
	case PMCLOG_TYPE_MAP_IN:
	case PMCLOG_TYPE_MAP_OUT:
		get_maps(f, ev);
		break;
	case PMCLOG_TYPE_DROPNOTIFY:
	case PMCLOG_TYPE_CLOSELOG:
		break;
	default:
		if (!get_small(f, ev))
			return false;
	}
	return !f->bad;
}

/* The time of a record: that of INITIALIZE, and the ticks since then. */
static struct timespec time_of(const struct parser *p, uint64_t tsc)
{
	struct timespec t = p->began;
	uint64_t ticks = tsc - p->start, rest;

	if (!p->frequency || tsc < p->start)
		return t;
	rest = (uint64_t)((double)(ticks % p->frequency) * 1e9 / (double)p->frequency);
	t.tv_sec += (time_t)(ticks / p->frequency);
	t.tv_nsec += (long)rest;
	if (t.tv_nsec >= 1000000000) {
		t.tv_nsec -= 1000000000;
		t.tv_sec++;
	}
	return t;
}

/* ---- The stream ---- */

static int end(struct pmclog_ev *ev, enum pmclog_state state)
{
	ev->pl_state = state;
	return -1;
}

static int fail(struct parser *p, struct pmclog_ev *ev)
{
	p->failed = true;
	return end(ev, PMCLOG_ERROR);
}

/* How many bytes the record has as far as one can tell: its header first. 0: it is none. */
static size_t wanted(const struct parser *p)
{
	uint32_t header;
	size_t length;

	if (p->n < sizeof(header))
		return sizeof(header);
	memcpy(&header, p->record, sizeof(header));
	length = PMCLOG_HEADER_TO_LENGTH(header);
	if (!PMCLOG_HEADER_CHECK_MAGIC(header) || length < HEADER || length % 4)
		return 0;
	return length;
}

/* Gathers bytes: true when the record is whole. */
static bool gather(struct parser *p, size_t want)
{
	size_t take = want - p->n < p->left ? want - p->n : p->left;

	if (take) {
		memcpy(p->record + p->n, p->data, take);
		p->n += take;
		p->data += take;
		p->left -= take;
	}
	return p->n == want;
}

static int finish(struct parser *p, struct pmclog_ev *ev)
{
	struct fields f = { p->record, p->n, false };
	uint32_t header = get32(&f);
	uint64_t tsc;

	get32(&f);
	tsc = get64(&f);
	ev->pl_type = (enum pmclog_type)PMCLOG_HEADER_TO_TYPE(header);
	ev->pl_offset = p->offset;
	ev->pl_data = p->record;
	ev->pl_len = (int)p->n;
	if (!get_record(p, &f, tsc, ev))
		return fail(p, ev);
	ev->pl_ts = time_of(p, tsc);
	p->offset += (off_t)p->n;
	p->n = 0;
	ev->pl_count = ++p->count;
	if (ev->pl_type == PMCLOG_TYPE_CLOSELOG) {
		p->closed = true;
		return end(ev, PMCLOG_EOF);
	}
	ev->pl_state = PMCLOG_OK;
	return 0;
}

/* Fetches bytes: 0; or -1 with a state. */
static int refill(struct parser *p, struct pmclog_ev *ev)
{
	ssize_t n;

	if (p->fd < 0)
		return end(ev, PMCLOG_REQUIRE_DATA);
	do
		n = read(p->fd, p->buffer, sizeof(p->buffer));
	while (n < 0 && errno == EINTR);
	if (n < 0)
		return errno == EAGAIN ? end(ev, PMCLOG_REQUIRE_DATA) : fail(p, ev);
	/* Inside a record more may come: the file is still being written, or it was cut. */
	if (!n)
		return end(ev, p->n ? PMCLOG_REQUIRE_DATA : PMCLOG_EOF);
	p->data = p->buffer;
	p->left = (size_t)n;
	return 0;
}

int pmclog_read(void *cookie, struct pmclog_ev *ev)
{
	struct parser *p = cookie;
	size_t want;

	if (p->failed)
		return end(ev, PMCLOG_ERROR);
	if (p->closed)
		return end(ev, PMCLOG_EOF);
	for (;;) {
		want = wanted(p);
		if (!want)
			return fail(p, ev);
		if (!gather(p, want)) {
			if (refill(p, ev))
				return -1;
		} else if (p->n >= HEADER && p->n == wanted(p)) {
			return finish(p, ev);
		}
	}
}

int pmclog_feed(void *cookie, char *data, int len)
{
	struct parser *p = cookie;

	if (len < 0 || p->fd >= 0 || p->left)
		return -1;
	p->data = data;
	p->left = (size_t)len;
	return 0;
}

void *pmclog_open(int fd)
{
	struct parser *p = calloc(1, sizeof(*p));

	if (p)
		p->fd = fd;
	return p;
}

void pmclog_close(void *cookie)
{
	free(cookie);
}
