/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a counter counts of a loop is the difference between two readings around it, less that of
 * two readings around a shorter one: so everything else that executes between them, which is the
 * same, drops out. An interrupt may add something to a reading, so each is tried a few times.
 */
#include "cli/selftest/checks.h"

#include "cli/selftest/registers.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define LOOPS  100000u
#define TRIES  5
#define AROUND 1000000 /* more than a loop and the readings execute */

struct subject {
	struct bank *bank;
	struct verdict *verdict;
	struct pmc_encoding *event;
	struct pmc_model_register reg;
	char name[32];	   /* "counter 2", "fixed counter 0" */
	bool instructions; /* it counts instructions in user mode, else something else */
};

static void pass(struct subject *s, const char *what)
{
	s->verdict->passed++;
	printf("ok      %s: %s\n", s->name, what);
}

static void fail(struct subject *s, const char *what, uint64_t got, uint64_t want,
		 const char *means)
{
	s->verdict->failed++;
	printf("FAILED  %s: %s: got %#" PRIx64 ", want %#" PRIx64 "; %s\n", s->name, what, got,
	       want, means);
}

/* Two instructions each time. */
static void loop(uint32_t n)
{
	__asm__ volatile("1: dec %0\n\tjnz 1b" : "+r"(n));
}

static uint64_t width_mask(const struct subject *s)
{
	return s->reg.bits;
}

/* What a counter counts around a loop. */
static int around(struct subject *s, uint32_t n, uint64_t *counted)
{
	uint64_t before, after;
	int err = bank_read(s->bank, s->reg.name, &before);

	if (err)
		return err;
	loop(n);
	err = bank_read(s->bank, s->reg.name, &after);
	*counted = (after - before) & width_mask(s);
	return err;
}

/* ---- The tests ---- */

static int check_counts(struct subject *s)
{
	uint64_t with = 0, without = 0;
	int i, err = around(s, 1, &without);

	for (i = 0; i < TRIES && !err; i++) {
		err = around(s, 1, &without);
		if (!err)
			err = around(s, LOOPS + 1, &with);
		if (!err && s->instructions && with - without == 2 * LOOPS)
			return pass(s, "counts the instructions of a loop to the unit"), 0;
	}
	if (err)
		return err;
	if (!s->instructions && with > without)
		pass(s, "counts");
	else if (with == without)
		fail(s, "counts", with - without, 2 * LOOPS,
		     "it stands still, so events must not get this counter");
	else
		fail(s, "counts the instructions of a loop to the unit", with - without, 2 * LOOPS,
		     "its counts of instructions are not exact");
	return 0;
}

static int check_stops(struct subject *s)
{
	uint64_t counted;
	int err = bank_select(s->bank, s->event, false);

	if (!err)
		err = around(s, LOOPS, &counted);
	if (err)
		return err;
	if (!counted)
		pass(s, "stands still when it is not enabled");
	else
		fail(s, "stands still when it is not enabled", counted, 0,
		     "counts go on where they should have stopped");
	return 0;
}

static int check_width(struct subject *s)
{
	uint64_t got;
	int err = bank_write(s->bank, s->reg.name, width_mask(s));

	if (!err)
		err = bank_read(s->bank, s->reg.name, &got);
	if (err)
		return err;
	if (got == width_mask(s))
		pass(s, "keeps all of its bits");
	else
		fail(s, "keeps all of its bits", got, width_mask(s),
		     "counts that pass the missing bit are wrong");
	return 0;
}

/* The bit that tells of its overflow, and the register that has it; 0: there is none. */
static uint64_t overflow_bit(const struct subject *s, char name[40])
{
	struct pmc_model_register reg;
	size_t i;

	/* Pentium 4: OVF of its CCCR, which the event's last register is. */
	if (strstr(s->event->reg[s->event->n_registers - 1].name, "_CCCR")) {
		memcpy(name, s->event->reg[s->event->n_registers - 1].name, 40);
		return UINT64_C(1) << 31;
	}
	for (i = 0; !pmc_model_register_at(s->bank->model, i, &reg); i++) {
		if (strcmp(reg.kind, "status") || !strstr(reg.name, "STATUS") ||
		    !(reg.bits >> s->event->event[0].counter & 1))
			continue;
		memcpy(name, reg.name, sizeof(reg.name));
		return UINT64_C(1) << s->event->event[0].counter;
	}
	return 0;
}

/* From the highest value it goes on at 0, and says that it has overflowed. */
static int check_overflow(struct subject *s)
{
	uint64_t got, status = 0, bit;
	char name[40];
	int err = bank_write(s->bank, s->reg.name, width_mask(s));

	bit = overflow_bit(s, name);
	if (!err)
		err = bank_select(s->bank, s->event, true);
	loop(LOOPS);
	if (!err)
		err = bank_read(s->bank, s->reg.name, &got);
	if (!err && bit)
		err = bank_read(s->bank, name, &status);
	if (err)
		return err;
	if (got < AROUND)
		pass(s, "goes on at 0 after its highest value");
	else
		fail(s, "goes on at 0 after its highest value", got, 0,
		     "it has another width than it should");
	if (!bit)
		return 0;
	if (status & bit)
		pass(s, "tells of its overflow");
	else
		fail(s, "tells of its overflow", status, bit,
		     "sampling and counts beyond its width do not work");
	return 0;
}

/* ---- Counters ---- */

/* An event for a counter: the instructions of user mode, or what else it can count. */
static int choose(struct subject *s, int counter)
{
	static const char *const events[] = { "instructions:u", "cycles:u", "cycles",
					      "instructions", "ref-cycles:u" };
	size_t i;

	for (i = 0; i < sizeof(events) / sizeof(events[0]); i++) {
		s->instructions = !i;
		if (!pmc_encoding_create(s->bank->model, events[i], counter, 0, &s->event, NULL))
			return 0;
	}
	return -ENOENT;
}

static int begin(struct subject *s, struct bank *bank, int counter, struct verdict *verdict)
{
	*s = (struct subject){ .bank = bank, .verdict = verdict };
	snprintf(s->name, sizeof(s->name), "%scounter %d", counter >= 32 ? "fixed " : "",
		 counter % 32);
	if (!bank_register(bank, counter >= 32 ? "fixed" : "counter", counter % 32, &s->reg))
		return -ENOENT;
	return choose(s, counter);
}

int check_counter(struct bank *bank, int counter, struct verdict *verdict)
{
	struct subject s;
	int err = begin(&s, bank, counter, verdict);

	if (err == -ENOENT) {
		printf("skipped %s: pmc knows no event that it can count\n", s.name);
		return 0;
	}
	err = bank_select(bank, s.event, true);
	if (!err)
		err = check_counts(&s);
	if (!err)
		err = check_stops(&s);
	if (!err)
		err = check_width(&s);
	if (!err)
		err = check_overflow(&s);
	if (!err)
		err = bank_select(bank, s.event, false);
	pmc_encoding_destroy(s.event);
	return err;
}

/* What both count around a loop. */
static int around_both(struct subject *a, struct subject *b, uint32_t n, uint64_t counted[2])
{
	uint64_t before[2], after[2];
	int err = bank_read(a->bank, a->reg.name, &before[0]);

	if (!err)
		err = bank_read(b->bank, b->reg.name, &before[1]);
	loop(n);
	if (!err)
		err = bank_read(a->bank, a->reg.name, &after[0]);
	if (!err)
		err = bank_read(b->bank, b->reg.name, &after[1]);
	if (err)
		return err;
	counted[0] = (after[0] - before[0]) & a->reg.bits;
	counted[1] = (after[1] - before[1]) & b->reg.bits;
	return 0;
}

static int compare(struct subject *a, struct subject *b)
{
	uint64_t without[2], with[2];
	int i, err = 0;

	for (i = 0; i < TRIES && !err; i++) {
		err = around_both(a, b, 1, without);
		if (!err)
			err = around_both(a, b, LOOPS + 1, with);
		if (!err && with[0] - without[0] == with[1] - without[1])
			return pass(a, "counts what a general counter counts"), 0;
	}
	if (!err)
		fail(a, "counts what a general counter counts", with[0] - without[0],
		     with[1] - without[1], "general and fixed counters must not be compared");
	return err;
}

int check_pair(struct bank *bank, int fixed, int general, struct verdict *verdict)
{
	struct subject a, b = { .event = NULL };
	int err = begin(&a, bank, fixed, verdict);

	if (!err)
		err = begin(&b, bank, general, verdict);
	if (!err)
		err = bank_select(bank, a.event, true);
	if (!err)
		err = bank_select(bank, b.event, true);
	if (!err)
		err = compare(&a, &b);
	if (!err)
		err = bank_select(bank, a.event, false);
	if (!err)
		err = bank_select(bank, b.event, false);
	pmc_encoding_destroy(a.event);
	pmc_encoding_destroy(b.event);
	return err == -ENOENT ? 0 : err;
}
