/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * perf.data with what is rare: more losses than a number holds, and a clock that nobody knows, by
 * which records are ordered all the same.
 */
#define _GNU_SOURCE
#include <linux/perf_event.h>
#include <pmc/profile.h>
#include <stdint.h>

#include "tests/tap.h"

struct sample {
	struct perf_event_header header;
	uint64_t ip;
	uint32_t pid, tid;
	uint64_t time;
};
struct lost {
	struct perf_event_header header;
	uint64_t id, n;
	uint32_t pid, tid; /* as sample_id_all adds */
	uint64_t time;
};
struct comm {
	struct perf_event_header header;
	uint32_t pid, tid;
	char name[8];
	uint32_t same_pid, same_tid;
	uint64_t time;
};
static struct {
	uint64_t head[13];
	struct perf_event_attr attr;
	uint64_t ids[2];
	struct sample sample;
	struct comm comm;
	struct lost lost[2];
	uint64_t feature[2];
} file;

static void make(void)
{
	char *end = (char *)&file.feature;

	memcpy(file.head, "PERFILE2", 8);
	file.head[1] = sizeof(file.head);
	file.head[2] = sizeof(file.attr) + sizeof(file.ids);
	file.head[3] = sizeof(file.head);
	file.head[4] = file.head[2];
	file.head[5] = (uint64_t)((char *)&file.sample - (char *)&file);
	file.head[6] = (uint64_t)(end - (char *)&file.sample);
	file.head[9] = 1; /* a feature, so the file was closed */
	file.attr = (struct perf_event_attr){
		.type = PERF_TYPE_SOFTWARE,
		.config = PERF_COUNT_SW_CPU_CLOCK,
		.size = sizeof(file.attr),
		.sample_period = 1000,
		.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME,
		.sample_id_all = 1,
		.use_clockid = 1,
		.clockid = 12345,
	};
	file.sample = (struct sample){
		{ PERF_RECORD_SAMPLE, PERF_RECORD_MISC_USER, sizeof(file.sample) }, 0x1000, 7, 7, 9
	};
	/* Later in the file, but earlier by that clock: the sample is of this name's process. */
	file.comm =
		(struct comm){ { PERF_RECORD_COMM, 0, sizeof(file.comm) }, 7, 7, "early", 7, 7, 5 };
	file.lost[0] = (struct lost){
		{ PERF_RECORD_LOST, 0, sizeof(file.lost[0]) }, 0, 1ull << 63, 7, 7, 10
	};
	file.lost[1] = file.lost[0];
	file.lost[1].n += 5;
	file.lost[1].time++;
}

int main(void)
{
	struct pmc_profile *p = NULL;
	struct pmc_profile_event event = { 0 };
	struct pmc_profile_process process = { 0 };
	struct pmc_diag diag = { 0 };
	struct pmc_note text = { 0 };

	make();
	ok(!pmc_profile_open_memory(&file, sizeof(file), "file", &p, &diag), "it is read%s%s",
	   diag.sentence[0] ? ": " : "", diag.sentence);
	pmc_profile_event_at(p, 0, &event);
	is_u64(event.samples, 1, "its sample");
	pmc_profile_process_at(p, 0, &process);
	is_str(process.comm, "early", "the order is that of a clock which nobody knows");
	pmc_profile_note_at(p, 0, &text);
	is_str(text.text, "perf lost 18446744073709551615 records while it sampled",
	       "2^64 + 5 lost records are not 5");
	pmc_profile_close(p);
	return done();
}
