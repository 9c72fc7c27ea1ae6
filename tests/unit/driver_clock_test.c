/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Times of the driver's records: on the line between two looks at both clocks, however the
 * time-stamp counter's rate differs from what the kernel says; and records whose times do not
 * convert, of another counter or from before the machine slept, which are counted and told of.
 */
#include <string.h>

#include "lib/backends/driver/ring.h"
#include "lib/sampling/sampling.h"
#include "tests/tap.h"

#define KHZ    1000000u
#define SECOND 1000000000ull

static void is_unclear(const struct driver_clock *clock, u64 want, const char *what)
{
	ok(clock->unclear == want, "%s: %llu do not convert", what,
	   (unsigned long long)clock->unclear);
}

static void test_line(struct driver_clock *clock)
{
	u64 tsc = clock->tsc, ns = clock->ns, got;

	/* A counter of twice the rate that the kernel knows */
	driver_clock_set(clock, tsc + 2 * SECOND, ns + SECOND);
	got = driver_clock_ns(clock, tsc + SECOND);
	ok(got - ns - SECOND / 2 + 1 <= 2, "half of the ticks are half of the time: %llu",
	   (unsigned long long)(got - ns));
	ok(driver_clock_ns(clock, tsc) - ns + 1 <= 2, "the look before");
	ok(driver_clock_ns(clock, tsc + 2 * SECOND) == ns + SECOND, "the last look");
	driver_clock_set(clock, tsc + 9 * SECOND, ns + SECOND + 1);
	ok(clock->tsc == tsc + 2 * SECOND, "a look too soon changes nothing");
	driver_clock_set(clock, tsc + 2 * SECOND - 1000, ns + 2 * SECOND);
	ok(clock->tsc == tsc + 2 * SECOND, "nor does one on a CPU that is a little behind");
	is_unclear(clock, 0, "so far");
}

static void test_others(struct driver_clock *clock)
{
	u64 last = clock->ns, before = clock->ns_before;

	ok(driver_clock_ns(clock, clock->tsc + 100 * SECOND) == last,
	   "a counter that is ahead: the last look");
	is_unclear(clock, 1, "then");
	ok(driver_clock_ns(clock, clock->tsc_before - 20 * SECOND / 1000) == before,
	   "one that is behind: the look before");
	is_unclear(clock, 2, "then");
	driver_clock_ns(clock, clock->tsc_before - 5 * SECOND / 1000);
	is_unclear(clock, 2, "after one that was written slowly");
}

/* The machine has slept, and the counter began at 0. */
static void test_sleep(struct driver_clock *clock)
{
	u64 old = clock->tsc, ns = clock->ns, got;

	driver_clock_set(clock, SECOND, ns + 5 * SECOND);
	got = driver_clock_ns(clock, SECOND / 2);
	ok(got == ns + 4 * SECOND + SECOND / 2, "a record since then: %llu",
	   (unsigned long long)(got - ns));
	is_unclear(clock, 2, "then");
	ok(driver_clock_ns(clock, old + 100 * SECOND) == ns + 5 * SECOND, "one from before");
	is_unclear(clock, 3, "then");
	driver_clock_set(clock, 3 * SECOND, ns + 7 * SECOND);
	got = driver_clock_ns(clock, 2 * SECOND);
	ok(got == ns + 6 * SECOND, "it goes on from there: %llu", (unsigned long long)(got - ns));
}

static void test_sentence(void)
{
	struct sampling sampling = { .unclear = 17 };
	char room[SAMPLING_SENTENCE];
	const char *text = sampling_missing(&sampling, 0, room, sizeof(room));

	ok(text && strstr(text, "times of 17 records do not convert to CLOCK_MONOTONIC") &&
		   strlen(text) + 1 < sizeof(room) - 20,
	   "the sentence: %s", text ? text : "none");
	ok(!sampling_missing(&sampling, 1, room, sizeof(room)), "nothing else is missing");
	sampling.no_side = true;
	text = sampling_missing(&sampling, 0, room, sizeof(room));
	ok(text && strstr(text, "/proc"), "another one comes first");
	text = sampling_missing(&sampling, 1, room, sizeof(room));
	ok(text && strstr(text, "17"), "and then it");
	sampling = (struct sampling){ .unclear = 0 };
	ok(!sampling_missing(&sampling, 0, room, sizeof(room)), "none if all is well");
}

int main(void)
{
	struct driver_clock clock = { 0 };

	driver_clock_init(&clock, KHZ);
	test_line(&clock);
	test_others(&clock);
	test_sleep(&clock);
	test_sentence();
	return done();
}
