/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
#include "core/selftest/subject.h"

#include "core/event/catalogue.h"
#include "core/event/parse.h"
#include "core/pmu/regs.h"

#define AROUND 1000000u /* more than a loop and the readings execute */
/*
 * An interrupt comes some instructions after its overflow, and arming the counter takes some, too,
 * more in a kernel that checks itself.
 */
#define PLACE_SLACK 4000u
#define TEXT_MAX    32
#define MOVES	    0xfffffu /* bits that a counter that cannot stop may change meanwhile */

/* ---- The event of a counter ---- */

static size_t copy(char *to, const char *from, size_t room)
{
	size_t n = 0;

	for (; from[n] && n < room; n++)
		to[n] = from[n];
	return n;
}

/* With ring 0 the event counts in all rings. */
static bool encode(struct subject *s, const char *name, char ring, u32 flags)
{
	const struct pmu *pmu = s->bank->pmu;
	const struct catalogues cats = { .list = &pmu->model->events, .n = 1 };
	struct encoding *enc = &s->bank->enc;
	struct event *event = &s->bank->event;
	char text[TEXT_MAX];
	size_t len = copy(text, name, TEXT_MAX - 2);
	u32 n = 1;

	if (ring) {
		text[len++] = ':';
		text[len++] = ring;
	}
	if (s->bank->host->sibling)
		flags |= ENCODE_SIBLING;
	return !pmc_event_parse(text, len, &cats, event, &n, NULL) &&
	       !pmc_encode(pmu, text, event, flags, enc, NULL) && enc->counters >> s->counter & 1 &&
	       !pmc_encode_on(pmu, enc, s->counter, s->regs, &s->n, NULL);
}

bool pmc_subject_begin(struct subject *s, struct bank *bank, u32 counter)
{
	struct pmu_reg_at at;

	s->bank = bank;
	s->counter = counter;
	s->n = 0;
	if (!pmc_bank_counter(bank, counter, &at))
		return false;
	s->address = at.address;
	s->mask = pmc_pmu_reg_bits(bank->pmu, &at);
	return true;
}

bool pmc_subject_init(struct subject *s, struct bank *bank, u32 counter, u32 flags)
{
	char ring = bank->host->ring;

	if (!pmc_subject_begin(s, bank, counter))
		return false;
	s->instructions = encode(s, "instructions", ring, flags);
	return s->instructions || encode(s, "cycles", ring, flags) ||
	       encode(s, "cycles", 0, flags) || encode(s, "instructions", 0, flags) ||
	       encode(s, "ref-cycles", ring, flags);
}

bool pmc_subject_init_event(struct subject *s, struct bank *bank, u32 counter, const char *text,
			    u32 flags)
{
	s->instructions = false;
	return pmc_subject_begin(s, bank, counter) && encode(s, text, bank->host->ring, flags);
}

int pmc_subject_select(struct subject *s, bool on)
{
	return pmc_bank_select(s->bank, s->regs, s->n, on);
}

int pmc_subject_around(struct subject *s, u32 loops, u64 *counted)
{
	const struct selftest_host *host = s->bank->host;
	u64 before, after;
	int err = host->get(host->data, s->address, &before);

	if (err)
		return err;
	host->loop(loops);
	err = host->get(host->data, s->address, &after);
	*counted = (after - before) & s->mask;
	return err;
}

void pmc_subject_found(const struct subject *s, u8 check, bool passed, u64 got, u64 want)
{
	const struct selftest_host *host = s->bank->host;
	struct finding finding = {
		.check = check,
		.result = passed ? SELFTEST_PASSED : SELFTEST_FAILED,
		.counter = (u8)s->counter,
		.got = got,
		.want = want,
	};

	host->found(host->data, &finding);
}

/* ---- It counts, and it stops ---- */

static int check_counts(struct subject *s)
{
	const u64 want = 2 * SELFTEST_LOOPS;
	u64 with = 0, without = 0;
	int i, err = pmc_subject_around(s, 1, &without);

	for (i = 0; i < SELFTEST_TRIES && !err; i++) {
		err = pmc_subject_around(s, 1, &without);
		if (!err)
			err = pmc_subject_around(s, SELFTEST_LOOPS + 1, &with);
		if (with - without == want)
			break;
	}
	if (err)
		return err;
	if (!s->instructions || with == without)
		pmc_subject_found(s, SELFTEST_COUNTS, with > without, with - without, want);
	else
		pmc_subject_found(s, SELFTEST_EXACT, with - without == want, with - without, want);
	return 0;
}

static int check_stands_still(struct subject *s, u8 check)
{
	u64 counted;
	int err = pmc_subject_around(s, SELFTEST_LOOPS, &counted);

	if (!err)
		pmc_subject_found(s, check, !counted, counted, 0);
	return err;
}

/* Without its bit of the register that enables all counters at once. */
static int check_global(struct subject *s)
{
	u32 address = pmc_pmu_global_ctrl(s->bank->pmu);
	int err;

	if (!address)
		return 0;
	err = pmc_subject_select(s, true);
	if (!err)
		err = pmc_bank_change(s->bank, address, (u64)1 << s->counter, 0);
	if (!err)
		err = check_stands_still(s, SELFTEST_GLOBAL);
	return err ? err : pmc_subject_select(s, false);
}

static int check_width(struct subject *s)
{
	const struct selftest_host *host = s->bank->host;
	u64 moves = pmc_pmu_always_counts(s->bank->pmu) ? MOVES : 0, want = s->mask & ~moves, got;
	int err = host->set(host->data, s->address, want);

	if (!err)
		err = host->get(host->data, s->address, &got);
	if (!err)
		pmc_subject_found(s, SELFTEST_WIDTH, (got & ~moves) == want, got, want);
	return err;
}

int pmc_subject_check(struct subject *s)
{
	int err = pmc_subject_select(s, true);

	if (!err)
		err = check_counts(s);
	if (!err)
		err = pmc_subject_select(s, false);
	if (!err && !pmc_pmu_always_counts(s->bank->pmu))
		err = check_stands_still(s, SELFTEST_STOPS);
	if (!err)
		err = check_global(s);
	return err ? err : check_width(s);
}

/* ---- Overflow ---- */

/*
 * A Pentium 4 tells of an overflow in the CCCR, which is an event's last register and forgets it
 * when it is written. Others do so in a register that all counters share. NULL: others.
 */
static const struct reg_value *cccr_of(const struct subject *s)
{
	return s->bank->pmu->family == PMU_P4 ? &s->regs[s->n - 1] : NULL;
}

/* The register with the bit that tells of its overflow, and the bit; 0: there is none. */
static u32 status_of(const struct subject *s, u64 *bit)
{
	const struct reg_value *cccr = cccr_of(s);

	*bit = cccr ? P4_CCCR_OVF : (u64)1 << s->counter;
	return cccr ? cccr->address : pmc_pmu_global_status(s->bank->pmu);
}

/* The register that clears it while the event is on, and what to write; 0: there is none. */
static u32 acknowledge_of(const struct subject *s, u64 *value)
{
	const struct reg_value *cccr = cccr_of(s);

	*value = cccr ? cccr->value : (u64)1 << s->counter;
	return cccr ? cccr->address : pmc_pmu_global_clear(s->bank->pmu);
}

/* It will overflow after so many events, with nothing left in the status. The event is off. */
static int arm(struct subject *s, u64 events)
{
	const struct selftest_host *host = s->bank->host;
	u32 clear = pmc_pmu_global_clear(s->bank->pmu);
	int err = host->set(host->data, s->address, (0 - events) & s->mask);

	/* A CCCR is written when the event is selected. */
	if (!err && clear)
		err = host->set(host->data, clear, (u64)1 << s->counter);
	return err;
}

int pmc_subject_check_overflow(struct subject *s)
{
	const struct selftest_host *host = s->bank->host;
	u64 got, status = 0, bit;
	u32 address = status_of(s, &bit);
	int err = arm(s, 1);

	if (!err)
		err = pmc_subject_select(s, true);
	host->loop(SELFTEST_LOOPS);
	if (!err)
		err = host->get(host->data, s->address, &got);
	if (!err && address)
		err = host->get(host->data, address, &status);
	if (err)
		return err;
	pmc_subject_found(s, SELFTEST_WRAPS, got < AROUND, got, 0);
	if (address)
		pmc_subject_found(s, SELFTEST_STATUS, status & bit, status & bit, bit);
	return pmc_subject_select(s, false);
}

static void judge_interrupt(struct subject *s, const struct selftest_overflow *o)
{
	const u64 want = SELFTEST_LOOPS;
	u64 got = 2 * (u64)(o->loops - o->left);

	pmc_subject_found(s, SELFTEST_ONCE, o->interrupts == 1, o->interrupts, 1);
	if (o->interrupts && s->instructions)
		pmc_subject_found(s, SELFTEST_PLACE,
				  got + PLACE_SLACK > want && got < want + PLACE_SLACK, got, want);
}

/* Half of the loop's instructions lie before the overflow. */
int pmc_subject_check_interrupt(struct subject *s)
{
	const struct selftest_host *host = s->bank->host;
	struct selftest_overflow o = { .loops = SELFTEST_LOOPS };
	int err;

	o.acknowledge = acknowledge_of(s, &o.value);
	err = arm(s, SELFTEST_LOOPS);
	if (!err)
		err = pmc_subject_select(s, true);
	if (!err)
		err = host->overflow(host->data, &o);
	if (err)
		return err;
	judge_interrupt(s, &o);
	return pmc_subject_select(s, false);
}
