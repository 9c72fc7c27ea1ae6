/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Source "msr": one descriptor for each CPU. It writes the registers when the set is attached to a
 * CPU, and restores them when it is detached. It reads the counters at each start, stop and
 * reading, and adds up the differences. It must read a counter before it wraps around, which takes
 * minutes with 40 bits (pmc stat -I).
 *
 * Each reading checks that the registers still hold what was written. If they do not, another tool
 * has taken them, or the CPU was offline; then the CPU has only the counts up to the previous
 * reading.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/assign/pmu.h"
#include "core/pmu/p4.h"
#include "core/pmu/pmu.h"
#include "core/pmu/regs.h"
#include "core/base/bits.h"
#include "core/base/diag.h"
#include "core/encode/encode.h"
#include "lib/backends/msr/count.h"
#include "lib/backends/msr/journal.h"
#include "lib/backends/msr/regs.h"
#include "lib/base/clock.h"
#include "lib/base/diag.h"
#include "lib/base/proc.h"
#include "lib/set/handle.h"
#include "lib/set/rows.h"
#include "lib/set/set.h"
#include "lib/set/tsc.h"

#define MOST_REGS (ASSIGN_EVENTS * ENCODE_REGS)

enum end { NOT_YET, OFFLINE, TAKEN };

struct unit {
	int fd;
	unsigned cpu;
	enum end end; /* why it no longer counts */
	struct msr_written was[MOST_REGS];
	u32 n_was;
	u64 base[ASSIGN_EVENTS], sum[ASSIGN_EVENTS];
	u64 tsc_base, tsc_sum; /* the time-stamp counter, which needs no counter of the PMU */
	u64 since_ns, ran_ns;
};

struct msr {
	struct unit **unit;
	u32 n, n_before; /* n_before: without that of the last target */
	u32 n_events;
	u32 event[ASSIGN_EVENTS]; /* indices in the set */
	struct encoding enc[ASSIGN_EVENTS];
	u8 counter[ASSIGN_EVENTS];
	u32 address[ASSIGN_EVENTS];
	u64 mask[ASSIGN_EVENTS];
	int journal;
	char journal_path[MSR_JOURNAL_PATH];
};

/* ---- Counters for the events ---- */

/* Which of these counters does somebody else use? */
static u64 in_use(const struct unit *u, const struct pmu *pmu, u64 counters)
{
	u64 used = 0;
	u32 i;

	for (i = 0; i < 64; i++)
		if (counters >> i & 1 && msr_in_use(u->fd, pmu, i))
			used |= 1ull << i;
	return used;
}

static int say_in_use(unsigned counter, unsigned cpu, struct pmc_diag *diag)
{
	bool fixed = counter >= FIXED_COUNTER(0);

	return diag_say(
		diag, -EBUSY, "%scounter %u of CPU %u is in use, by %s; to fix this, %s",
		fixed ? "fixed " : "", fixed ? counter - FIXED_COUNTER(0) : counter, cpu,
		proc_watchdog() ? "the NMI watchdog, perf or another tool" : "perf or another tool",
		proc_watchdog() ? "run as root: sysctl kernel.nmi_watchdog=0; or end the tool" :
				  "end it");
}

/* The working memory of an assignment. */
struct assignment {
	struct assign_work work;
	struct assign_event event[ASSIGN_EVENTS];
	struct assign_plan plan;
	const char *name[ASSIGN_EVENTS];
};

static int list_events(const struct pmc_set *set, struct msr *m, struct assignment *a,
		       struct pmc_diag *diag)
{
	size_t k;

	for (k = 0; k < set->n_events; k++) {
		const struct set_event *e = &set->event[k];
		u32 i = m->n_events;

		if (e->source != SOURCE_MSR || is_tsc(&e->parsed))
			continue;
		if (i == ASSIGN_EVENTS)
			return diag_say(diag, -EINVAL, "a set can have at most %d events",
					ASSIGN_EVENTS);
		m->enc[i] = *(struct encoding *)e->attr;
		pmc_assign_event(set->pmc->pmu, &m->enc[i], &e->parsed, &a->event[i]);
		a->name[i] = e->info.typed;
		m->event[i] = (u32)k;
		m->n_events++;
	}
	return 0;
}

/* Finds a plan with the counters that nobody uses, or says why there is none. */
static int assign(const struct pmc_set *set, const struct msr *m, u64 used, unsigned cpu,
		  struct assignment *a, struct pmc_diag *diag)
{
	u64 all = pmc_assign_counters(set->pmc->pmu);
	struct diag why;

	if (!pmc_assign(&a->work, a->event, m->n_events, all & ~used, &a->plan))
		return 0;
	if (used && !pmc_assign(&a->work, a->event, m->n_events, all, &a->plan))
		return say_in_use(bits_lowest(used), cpu, diag);
	pmc_assign_explain(set->pmc->pmu, &a->plan, a->name, &why);
	diag_say(diag, -EBUSY, "%s; backend msr does not multiplex", why.sentence);
	set_blame(set, m->event[bits_lowest(a->plan.conflict)], diag);
	return -EBUSY;
}

/* Finds counters for the events, among those that nobody uses on this CPU. */
static int choose_counters(struct pmc_set *set, struct msr *m, const struct unit *u,
			   struct pmc_diag *diag)
{
	const struct pmu *pmu = set->pmc->pmu;
	u64 used = in_use(u, pmu, pmc_assign_counters(pmu));
	struct assignment *a;
	u32 i;
	int err;

	/* Counters share ESCRs, and we cannot see whether somebody still uses an ESCR's value. */
	if (used && pmu->family == PMU_P4)
		return say_in_use(bits_lowest(used), u->cpu, diag);
	a = calloc(1, sizeof(*a));
	if (!a)
		return -ENOMEM;
	err = list_events(set, m, a, diag);
	if (!err)
		err = assign(set, m, used, u->cpu, a, diag);
	for (i = 0; i < m->n_events && !err; i++) {
		bool fixed = a->plan.counter[i] >= FIXED_COUNTER(0);

		pmc_assign_taken(pmu, &a->plan, i, &m->enc[i]);
		m->counter[i] = a->plan.counter[i];
		m->address[i] = msr_counter(pmu, m->counter[i]);
		m->mask[i] = bits_mask(fixed ? pmu->fixed_width : pmu->general_width);
	}
	free(a);
	return err;
}

/* ---- Attaching to CPUs ---- */

static int write_reg(struct msr *m, struct unit *u, const struct reg_value *r)
{
	struct msr_written was = { u->cpu, r->address, 0, 0, r->mask };
	u64 old;
	u32 i;
	int err = msr_read(u->fd, r->address, &old);

	if (err)
		return err;
	for (i = 0; i < u->n_was && u->was[i].address != r->address; i++)
		;
	was.before = old;
	if (i < u->n_was) {
		was.before = u->was[i].before;
		was.mask |= u->was[i].mask;
	}
	/* The hardware sets OVF by itself. */
	if (r->address - MSR_P4_CCCR0 < P4_COUNTERS)
		was.mask &= ~(u64)P4_CCCR_OVF;
	was.now = (old & ~r->mask) | (r->value & r->mask);
	err = msr_journal_add(m->journal, &was);
	if (err)
		return err;
	err = msr_write(u->fd, r->address, was.now);
	if (err)
		return err;
	u->was[i] = was;
	u->n_was += i == u->n_was;
	return 0;
}

static int program(const struct pmc_set *set, struct msr *m, struct unit *u, struct pmc_diag *diag)
{
	const struct pmu *pmu = set->pmc->pmu;
	u64 wanted = pmu->family == PMU_P4 ? pmc_assign_counters(pmu) : 0, used;
	struct reg_value regs[ENCODE_REGS];
	struct diag why;
	u32 i, k, n;
	int err;

	for (i = 0; i < m->n_events; i++)
		wanted |= 1ull << m->counter[i];
	used = in_use(u, pmu, wanted);
	if (used)
		return say_in_use(bits_lowest(used), u->cpu, diag);
	for (i = 0; i < m->n_events; i++) {
		if (pmc_encode_on(pmu, &m->enc[i], m->counter[i], regs, &n, &why))
			return diag_say(diag, -EOPNOTSUPP, "%s", why.sentence);
		for (k = 0; k < n; k++) {
			err = write_reg(m, u, &regs[k]);
			if (err)
				return diag_say(diag, err,
						"cannot write register %#x of CPU %u: %s%s",
						regs[k].address, u->cpu, strerror(-err),
						err == -EPERM ? "; " MSR_LOCKED_DOWN : "");
		}
	}
	return 0;
}

static void detach_unit(struct unit *u)
{
	while (u->n_was > 0)
		msr_put_back(u->fd, &u->was[--u->n_was]);
	if (u->fd >= 0)
		close(u->fd);
	free(u);
}

static int attach_msr(struct pmc_set *set, struct pmc_diag *diag)
{
	const struct target *t = &set->target[set->n_targets - 1];
	struct msr *m = set->state[SOURCE_MSR];
	struct unit *u, **grown;
	int err = 0;

	if (t->sort != TARGET_CPU)
		return diag_say(diag, -EOPNOTSUPP, "backend msr: " MSR_SCOPE);
	if (!m) {
		m = set->state[SOURCE_MSR] = calloc(1, sizeof(*m));
		if (!m)
			return -ENOMEM;
		m->journal = msr_journal_create(m->journal_path);
		if (m->journal < 0)
			return diag_say(diag, m->journal,
					"cannot save the values of the registers in /run: %s",
					strerror(-m->journal));
	}
	m->n_before = m->n;
	grown = realloc(m->unit, (m->n + 1) * sizeof(*grown));
	u = calloc(1, sizeof(*u));
	if (grown)
		m->unit = grown;
	if (!grown || !u) {
		free(u);
		return -ENOMEM;
	}
	m->unit[m->n++] = u;
	u->cpu = (unsigned)t->cpu;
	u->fd = msr_open(u->cpu);
	if (u->fd < 0)
		return diag_say(diag, u->fd, "cannot open /dev/cpu/%u/msr: %s", u->cpu,
				strerror(-u->fd));
	if (m->n == 1)
		err = choose_counters(set, m, u, diag);
	return err ? err : program(set, m, u, diag);
}

static void detach_last_msr(struct pmc_set *set)
{
	struct msr *m = set->state[SOURCE_MSR];

	while (m->n > m->n_before)
		detach_unit(m->unit[--m->n]);
}

static void detach_msr(struct pmc_set *set)
{
	struct msr *m = set->state[SOURCE_MSR];

	while (m->n > 0)
		detach_unit(m->unit[--m->n]);
	if (m->journal >= 0)
		msr_journal_destroy(m->journal, m->journal_path);
	free(m->unit);
	free(m);
}

/* ---- Counting ---- */

static enum end get_end(const struct unit *u)
{
	u32 i;
	int ours;

	for (i = 0; i < u->n_was; i++) {
		ours = msr_is_ours(u->fd, &u->was[i]);
		if (ours <= 0)
			return ours ? OFFLINE : TAKEN;
	}
	return NOT_YET;
}

/*
 * Reads the counters of a CPU: adds what they have counted since the last reading, or only begins
 * anew.
 */
static void look(const struct msr *m, struct unit *u, bool add)
{
	u64 value[ASSIGN_EVENTS], tsc, now = clock_now();
	u32 i;

	if (!u->end && msr_read(u->fd, MSR_TSC, &tsc))
		u->end = OFFLINE;
	for (i = 0; i < m->n_events && !u->end; i++)
		if (msr_read(u->fd, m->address[i], &value[i]))
			u->end = OFFLINE;
	if (!u->end)
		u->end = get_end(u);
	if (u->end)
		return;
	for (i = 0; i < m->n_events; i++) {
		if (add)
			u->sum[i] += (value[i] - u->base[i]) & m->mask[i];
		u->base[i] = value[i];
	}
	if (add) {
		u->ran_ns += now - u->since_ns;
		u->tsc_sum += tsc - u->tsc_base;
	}
	u->since_ns = now;
	u->tsc_base = tsc;
}

static void look_all(const struct msr *m, bool add)
{
	u32 i;

	for (i = 0; i < m->n; i++)
		look(m, m->unit[i], add);
}

static int start(struct pmc_set *set)
{
	look_all(set->state[SOURCE_MSR], false);
	return 0;
}

static int stop(struct pmc_set *set)
{
	look_all(set->state[SOURCE_MSR], true);
	return 0;
}

static int reset(struct pmc_set *set)
{
	struct msr *m = set->state[SOURCE_MSR];
	u32 i;

	for (i = 0; i < m->n; i++) {
		memset(m->unit[i]->sum, 0, sizeof(m->unit[i]->sum));
		m->unit[i]->ran_ns = m->unit[i]->tsc_sum = 0;
	}
	if (set->running)
		look_all(m, false);
	return 0;
}

static void add_one(struct pmc_count *c, u64 value, u64 ran_ns)
{
	c->seen += value;
	c->value = c->seen;
	c->enabled_ns += ran_ns;
	c->running_ns += ran_ns;
	c->quality = PMC_EXACT;
	c->state = c->running_ns ? PMC_COUNTED : PMC_NOT_COUNTED;
}

static void add(const struct pmc_set *set, const struct unit *u, struct pmc_count *counts)
{
	const struct msr *m = set->state[SOURCE_MSR];
	size_t k;
	u32 i;

	for (i = 0; i < m->n_events; i++)
		add_one(&counts[m->event[i]], u->sum[i], u->ran_ns);
	for (k = 0; k < set->n_events; k++)
		if (is_tsc(&set->event[k].parsed))
			add_one(&counts[k], u->tsc_sum, u->ran_ns);
}

static int read_msr(struct pmc_set *set, struct pmc_count *counts)
{
	struct msr *m = set->state[SOURCE_MSR];
	u32 i;

	if (set->running)
		look_all(m, true);
	for (i = 0; i < m->n; i++)
		add(set, m->unit[i], counts);
	return 0;
}

static int rows_msr(struct pmc_set *set, enum pmc_by by, struct pmc_rows *rows)
{
	struct msr *m = set->state[SOURCE_MSR];
	struct pmc_row *row;
	u32 i;

	if (by != PMC_BY_CPU)
		return -EOPNOTSUPP;
	if (set->running)
		look_all(m, true);
	for (i = 0; i < m->n; i++) {
		row = rows_get(rows, -1, -1, (int)m->unit[i]->cpu);
		if (!row)
			return -ENOMEM;
		add(set, m->unit[i], row->counts);
	}
	return 0;
}

static int note_msr(struct pmc_set *set, size_t *index, struct pmc_note *note)
{
	const struct msr *m = set->state[SOURCE_MSR];
	u32 i;

	for (i = 0; i < m->n; i++) {
		const struct unit *u = m->unit[i];

		if (!u->end || (*index)--)
			continue;
		memset(note, 0, sizeof(*note));
		note->pid = -1;
		note->kind = PMC_NOTE_UNCOUNTED;
		snprintf(
			note->text, sizeof(note->text), "CPU %u was not counted until the end: %s",
			u->cpu,
			u->end == OFFLINE ?
				"it went offline" :
				"somebody else (perf, another tool) wrote its registers, or it was "
				"offline for a while");
		return 0;
	}
	return -ENOENT;
}

const struct source source_msr = {
	.attach = attach_msr,
	.detach_last = detach_last_msr,
	.detach = detach_msr,
	.start = start,
	.stop = stop,
	.reset = reset,
	.read = read_msr,
	.rows = rows_msr,
	.note = note_msr,
};
