/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Source "msr": one descriptor for each CPU. Registers are written when a CPU is attached to and put back when
 * it is let go; counters are read at start, stop and every reading, and differences added up. A reading must
 * come before a counter has gone once around: with 40 bits, minutes (pmc stat -I).
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/assign_pmu.h"
#include "lib/msr.h"

#define MOST_REGS (ASSIGN_EVENTS * ENCODE_REGS)

struct was {
	u32 address;
	u64 value;
};

struct unit {
	int fd;
	unsigned cpu;
	struct was was[MOST_REGS];
	u32 n_was;
	u64 base[ASSIGN_EVENTS], sum[ASSIGN_EVENTS];
	u64 since_ns, ran_ns;
};

struct msr {
	struct unit **unit;
	u32 n, n_events;
	u32 event[ASSIGN_EVENTS]; /* indices in the set */
	struct encoding enc[ASSIGN_EVENTS];
	u8 counter[ASSIGN_EVENTS];
	u32 address[ASSIGN_EVENTS];
	u64 mask[ASSIGN_EVENTS];
	int keep;
	char keep_path[MSR_KEEP_PATH];
};

/* ---- Counters for the events ---- */

static int plan(struct pmc_set *set, struct msr *m, struct pmc_diag *diag)
{
	struct {
		struct assign_work work;
		struct assign_event event[ASSIGN_EVENTS];
		struct assign_plan plan;
	} *s = calloc(1, sizeof(*s));
	const struct pmu *pmu = set->pmc->pmu;
	const char *name[ASSIGN_EVENTS] = { NULL };
	struct diag why;
	u32 i, width;
	size_t k;
	int err = 0;

	if (!s)
		return -ENOMEM;
	for (k = 0; k < set->n_events && !err; k++) {
		if (set->event[k].source != SOURCE_MSR)
			continue;
		if (m->n_events == ASSIGN_EVENTS) {
			err = diag_say(diag, -EINVAL, "too many events; there can be %d", ASSIGN_EVENTS);
			break;
		}
		m->enc[m->n_events] = *(struct encoding *)set->event[k].attr;
		pmc_assign_event(pmu, &m->enc[m->n_events], &set->event[k].parsed, &s->event[m->n_events]);
		name[m->n_events] = set->event[k].info.typed;
		m->event[m->n_events++] = (u32)k;
	}
	if (!err && pmc_assign(&s->work, s->event, m->n_events, pmc_assign_counters(pmu), &s->plan)) {
		pmc_assign_explain(pmu, &s->plan, name, &why);
		err = diag_say(diag, -EBUSY, "%s; backend msr takes no turns", why.sentence);
	}
	for (i = 0; i < m->n_events && !err; i++) {
		pmc_assign_taken(pmu, &s->plan, i, &m->enc[i]);
		m->counter[i] = s->plan.counter[i];
		m->address[i] = msr_counter(pmu, m->counter[i]);
		width = m->counter[i] >= FIXED_COUNTER(0) ? pmu->fixed_width : pmu->general_width;
		m->mask[i] = width >= 64 ? ~0ull : (1ull << width) - 1;
	}
	free(s);
	return err;
}

/* ---- Taking a CPU, and giving it back ---- */

static int write_reg(struct msr *m, struct unit *u, const struct reg_value *r)
{
	u64 old;
	u32 i;
	int err = msr_read(u->fd, r->address, &old);

	if (err)
		return err;
	for (i = 0; i < u->n_was && u->was[i].address != r->address; i++)
		;
	if (i == u->n_was && i < MOST_REGS) {
		err = msr_keep_add(m->keep, u->cpu, r->address, old);
		if (err)
			return err;
		u->was[u->n_was++] = (struct was){ r->address, old };
	}
	return msr_write(u->fd, r->address, (old & ~r->mask) | (r->value & r->mask));
}

static int program(const struct pmc_set *set, struct msr *m, struct unit *u, struct pmc_diag *diag)
{
	const struct pmu *pmu = set->pmc->pmu;
	struct reg_value regs[ENCODE_REGS];
	struct diag why;
	u32 i, k, n;
	int err;

	for (i = 0; i < m->n_events; i++)
		if (msr_in_use(u->fd, pmu, m->counter[i]))
			return diag_say(diag, -EBUSY, "counter %u of CPU %u is in use, by perf, the NMI watchdog or another "
					"tool; way out: end it; as root: sysctl kernel.nmi_watchdog=0", m->counter[i],
					u->cpu);
	for (i = 0; i < m->n_events; i++) {
		if (pmc_encode_on(pmu, &m->enc[i], m->counter[i], regs, &n, &why))
			return diag_say(diag, -EOPNOTSUPP, "%s", why.sentence);
		for (k = 0; k < n; k++) {
			err = write_reg(m, u, &regs[k]);
			if (err)
				return diag_say(diag, err, "register %#x of CPU %u cannot be written: %s", regs[k].address,
						u->cpu, strerror(-err));
		}
	}
	return 0;
}

static void let_go(struct unit *u)
{
	while (u->n_was > 0) {
		u->n_was--;
		msr_write(u->fd, u->was[u->n_was].address, u->was[u->n_was].value);
	}
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
		return diag_say(diag, -EOPNOTSUPP, "backend msr counts whole CPUs alone (pmc stat -a, -C)");
	if (!m) {
		m = set->state[SOURCE_MSR] = calloc(1, sizeof(*m));
		if (!m)
			return -ENOMEM;
		m->keep = msr_keep_open(m->keep_path);
		if (m->keep < 0)
			return diag_say(diag, m->keep, "what the registers hold cannot be noted in /run: %s",
					strerror(-m->keep));
		err = plan(set, m, diag);
		if (err)
			return err;
	}
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
		return diag_say(diag, u->fd, "/dev/cpu/%u/msr cannot be opened: %s", u->cpu, strerror(-u->fd));
	return program(set, m, u, diag);
}

static void detach_msr(struct pmc_set *set)
{
	struct msr *m = set->state[SOURCE_MSR];

	while (m->n > 0)
		let_go(m->unit[--m->n]);
	if (m->keep >= 0)
		msr_keep_close(m->keep, m->keep_path);
	free(m->unit);
	free(m);
}

/* ---- Counting ---- */

/* Begin anew, or add what was counted since. */
static int look(const struct msr *m, struct unit *u, bool add)
{
	u64 value, now = clock_now();
	u32 i;
	int err;

	for (i = 0; i < m->n_events; i++) {
		err = msr_read(u->fd, m->address[i], &value);
		if (err)
			return err;
		if (add)
			u->sum[i] += (value - u->base[i]) & m->mask[i];
		u->base[i] = value;
	}
	if (add)
		u->ran_ns += now - u->since_ns;
	u->since_ns = now;
	return 0;
}

static int look_all(const struct msr *m, bool add)
{
	u32 i;
	int err = 0;

	for (i = 0; i < m->n && !err; i++)
		err = look(m, m->unit[i], add);
	return err;
}

static int start(struct pmc_set *set)
{
	return look_all(set->state[SOURCE_MSR], false);
}

static int stop(struct pmc_set *set)
{
	return look_all(set->state[SOURCE_MSR], true);
}

static int reset(struct pmc_set *set)
{
	struct msr *m = set->state[SOURCE_MSR];
	u32 i;

	for (i = 0; i < m->n; i++) {
		memset(m->unit[i]->sum, 0, sizeof(m->unit[i]->sum));
		m->unit[i]->ran_ns = 0;
	}
	return set->running ? look_all(m, false) : 0;
}

static void add(const struct msr *m, const struct unit *u, struct pmc_count *counts)
{
	u32 i;

	for (i = 0; i < m->n_events; i++) {
		struct pmc_count *c = &counts[m->event[i]];

		c->seen += u->sum[i];
		c->value = c->seen;
		c->enabled_ns += u->ran_ns;
		c->running_ns += u->ran_ns;
		c->quality = PMC_EXACT;
		c->state = c->running_ns ? PMC_COUNTED : PMC_NOT_COUNTED;
	}
}

static int read_msr(struct pmc_set *set, struct pmc_count *counts)
{
	struct msr *m = set->state[SOURCE_MSR];
	int err = set->running ? look_all(m, true) : 0;
	u32 i;

	for (i = 0; i < m->n && !err; i++)
		add(m, m->unit[i], counts);
	return err;
}

static int rows_msr(struct pmc_set *set, enum pmc_by by, struct pmc_rows *rows)
{
	struct msr *m = set->state[SOURCE_MSR];
	struct pmc_row *row;
	int err;
	u32 i;

	if (by != PMC_BY_CPU)
		return -EOPNOTSUPP;
	err = set->running ? look_all(m, true) : 0;
	for (i = 0; i < m->n && !err; i++) {
		row = rows_get(rows, -1, -1, (int)m->unit[i]->cpu);
		if (!row)
			return -ENOMEM;
		add(m, m->unit[i], row->counts);
	}
	return err;
}

const struct source source_msr = {
	.attach = attach_msr,
	.detach = detach_msr,
	.start = start,
	.stop = stop,
	.reset = reset,
	.read = read_msr,
	.rows = rows_msr,
};
