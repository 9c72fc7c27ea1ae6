/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The queue of a sampler: records of several rings, whose times grow in each ring, come out in the
 * order of time, each once, whatever rounds they were taken in; those of one time in their order.
 * And records as the kernel writes them.
 */
#include <stdlib.h>
#include <string.h>

#include "lib/backends/perf/record.h"
#include "lib/sampling/queue.h"
#include "tests/tap.h"

#define RINGS	4
#define RECORDS 2000
#define TRIES	50
#define DELAY	50 /* of the steps that time is made of here */
#define STEP	(QUEUE_DELAY / DELAY)

/*
 * Time passes, and now and then a ring gets a record with the time at which it was begun; it
 * appears up to DELAY later. A round takes what has appeared.
 */
static bool try_once(unsigned seed)
{
	struct {
		u64 time, appears;
	} made[RINGS][RECORDS];
	size_t n_made[RINGS] = { 0 }, taken[RINGS] = { 0 }, given = 0, all = 0, ring;
	const struct pmc_record *r;
	struct queue queue = { 0 };
	u64 now, last = 0;
	bool right = true, ended;

	srandom(seed);
	for (now = 1; now < 3000; now++) {
		ring = (size_t)random() % RINGS;
		if (n_made[ring] < RECORDS &&
		    (!n_made[ring] || made[ring][n_made[ring] - 1].appears <= now)) {
			made[ring][n_made[ring]].time = now;
			made[ring][n_made[ring]++].appears = now + (u64)random() % DELAY;
			all++;
		}
		ended = now == 2999;
		if (random() % 20 && !ended)
			continue;
		for (ring = 0; ring < RINGS; ring++)
			for (; taken[ring] < n_made[ring] &&
			       (ended || made[ring][taken[ring]].appears <= now);
			     taken[ring]++)
				queue_add(&queue, &(struct pmc_record){
							  .time = made[ring][taken[ring]].time });
		queue_end_round(&queue, now * STEP, ended);
		while ((r = queue_next(&queue))) {
			right = right && r->time >= last;
			last = r->time;
			given++;
		}
	}
	queue_deinit(&queue);
	return right && given == all;
}

static void test_order(void)
{
	unsigned i, right = 0;

	for (i = 0; i < TRIES; i++)
		right += try_once(i);
	is_int(right, TRIES, "records of four rings come in the order of time, each once");
}

static void test_copies(void)
{
	u64 chain[] = { 1, 2, 3 };
	u8 id[] = { 4, 5 };
	char name[] = "name";
	struct pmc_record in = { .time = 7,
				 .chain = chain,
				 .n_chain = 3,
				 .name = name,
				 .build_id = id,
				 .build_id_size = 2 };
	const struct pmc_record *out;
	struct queue queue = { 0 };

	queue_add(&queue, &in);
	in.name = NULL;
	in.chain = NULL;
	in.n_chain = 0;
	queue_add(&queue, &in);
	memset(chain, 0, sizeof(chain));
	memset(name, 0, sizeof(name));
	memset(id, 0, sizeof(id));
	ok(!queue_next(&queue), "nothing is given before a round ends");
	queue_end_round(&queue, 0, true);
	out = queue_next(&queue);
	ok(out && out->n_chain == 3 && out->chain[2] == 3 && !strcmp(out->name, "name") &&
		   out->build_id[1] == 5,
	   "what a record points to is copied");
	out = queue_next(&queue);
	ok(out && !out->name, "records of one time come in their order");
	ok(!queue_next(&queue), "and no more");
	queue_deinit(&queue);
}

/* A record of any bytes, cut anywhere, does no harm. */
static void test_bytes(void)
{
	static const u32 types[] = { PERF_RECORD_SAMPLE, PERF_RECORD_MMAP2, PERF_RECORD_COMM,
				     PERF_RECORD_FORK,	 PERF_RECORD_LOST,  PERF_RECORD_THROTTLE };
	struct perf_stream stream = { .id = 0x0101010101010101u, .event = 0 };
	struct perf_stream switches = { .id = stream.id, .switches = true };
	struct perf_event_header *header;
	struct queue queue = { 0 };
	size_t size, i, t;
	u8 *record;

	for (t = 0; t < sizeof(types) / sizeof(types[0]); t++)
		for (size = sizeof(*header); size < 160; size += 8) {
			record = malloc(size);
			for (i = 0; i < size; i++)
				record[i] = size % 16 ? 1 : (u8)random();
			header = (void *)record;
			header->type = types[t];
			header->size = (u16)size;
			perf_record_take(record, &stream, 1, &queue);
			perf_record_take(record, &switches, 1, &queue);
			free(record);
		}
	queue_end_round(&queue, 0, true);
	for (i = 0; queue_next(&queue); i++)
		;
	ok(i > 0, "records of any size are read");
	queue_deinit(&queue);
}

/* A switch of a group of two, as the kernel writes it; then with more members than it has bytes. */
static void test_switch(void)
{
	struct perf_stream streams[] = { { .id = 7, .event = 3, .switches = true } };
	struct {
		struct perf_event_header header;
		u64 id, ip;
		u32 pid, tid;
		u64 time;
		u32 cpu, reserved;
		u64 n, value[6];
	} record = { .header = { .type = PERF_RECORD_SAMPLE, .size = sizeof(record) },
		     .id = 99, /* of another event */
		     .pid = 5,
		     .tid = 6,
		     .time = 8,
		     .n = 3,
		     .value = { 100, 7, 200, 9, 1, 11 } };
	struct queue queue = { 0 };
	const struct pmc_record *r;

	perf_record_take((const u8 *)&record, streams, 1, &queue);
	record.n = 4;
	perf_record_take((const u8 *)&record, streams, 1, &queue);
	record.n = ~(u64)0;
	perf_record_take((const u8 *)&record, streams, 1, &queue);
	queue_end_round(&queue, 0, true);
	r = queue_next(&queue);
	ok(r && r->type == PMC_TYPE_SWITCH && r->event == 3 && r->tid == 6 && r->time == 8 &&
		   r->n_counts == 2 && r->counts[0] == 100 && r->counts[1] == 200,
	   "a switch has the counts of its group");
	ok(!queue_next(&queue), "one that is too short is none");
	queue_deinit(&queue);
}

int main(void)
{
	test_switch();
	test_order();
	test_copies();
	test_bytes();
	return done();
}
