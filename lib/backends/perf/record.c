/* SPDX-License-Identifier: BSD-2-Clause */
/* See record.h. */
#include <string.h>

#include "core/base/bits.h"
#include "lib/backends/perf/record.h"
#include "lib/sampling/queue.h"
#include "lib/sampling/registers.h"

/* The fields of sample_id_all at the end of all records but samples. */
struct trailer {
	u32 pid, tid;
	u64 time;
	u32 cpu, reserved;
	u64 id;
};
struct sample {
	u64 id, ip;
	u32 pid, tid;
	u64 time;
	u32 cpu, reserved;
};
struct mmap {
	u32 pid, tid;
	u64 start, size, offset;
	union {
		struct {
			u32 major, minor;
			u64 inode, generation;
		} file;
		struct {
			u8 size, reserved[3], bytes[20];
		} build_id;
	} of;
	u32 prot, flags;
};
struct task {
	u32 pid, ppid, tid, ptid;
	u64 time;
};

#define COUNTS_MOST 64u	  /* of a group; the kernel's limit is that of the counters */
#define CHAIN_MOST  1024u /* addresses; the kernel's own limit is far below */

struct reading {
	struct perf_event_header header;
	const u8 *at, *end;
	struct trailer trailer;
};

/* The next n bytes, or NULL. */
static const void *take(struct reading *in, size_t n)
{
	const u8 *at = in->at;

	if ((size_t)(in->end - at) < n)
		return NULL;
	in->at += n;
	return at;
}

/* A text up to the end of the record, which the kernel closes by zeros; or NULL. */
static const char *take_text(const struct reading *in)
{
	return memchr(in->at, 0, (size_t)(in->end - in->at)) ? (const char *)in->at : NULL;
}

static struct pmc_record record_of(const struct reading *in, enum pmc_record_type type)
{
	return (struct pmc_record){ .type = type,
				    .pid = (pid_t)in->trailer.pid,
				    .tid = (pid_t)in->trailer.tid,
				    .cpu = (int)in->trailer.cpu,
				    .time = in->trailer.time };
}

static enum pmc_sample_mode mode_of(u16 misc)
{
	switch (misc & PERF_RECORD_MISC_CPUMODE_MASK) {
	case PERF_RECORD_MISC_USER:
		return PMC_MODE_USER;
	case PERF_RECORD_MISC_KERNEL:
		return PMC_MODE_KERNEL;
	}
	return PMC_MODE_OTHER;
}

static const struct perf_stream *find(const struct perf_stream *streams, size_t n, u64 id)
{
	size_t low = 0, high = n, middle;

	while (low < high) {
		middle = low + (high - low) / 2;
		if (streams[middle].id < id)
			low = middle + 1;
		else
			high = middle;
	}
	return low < n && streams[low].id == id ? &streams[low] : NULL;
}

/*
 * The callers of a chain: without marks, and without its first address, which is the sample's own.
 * A chain of the kernel goes on in user mode, where the kernel was entered.
 */
static void take_chain(struct reading *in, struct pmc_record *r, u64 *callers)
{
	const u8 *count = take(in, 8);
	bool first = true, kernel = r->mode == PMC_MODE_KERNEL;
	u64 n = 0, i, address;

	if (count)
		memcpy(&n, count, 8);
	if (n > (u64)(in->end - in->at) / 8)
		return;
	r->chain = callers;
	for (i = 0; i < n && r->n_chain < CHAIN_MOST; i++) {
		memcpy(&address, in->at + 8 * i, 8);
		if (address >= (u64)PERF_CONTEXT_MAX) {
			kernel = address == (u64)PERF_CONTEXT_KERNEL;
			continue;
		}
		/* Linux also stores what the outermost frame has instead of an address. */
		if (!first && address) {
			callers[r->n_chain++] = address;
			r->n_kernel += kernel;
		}
		first = false;
	}
	in->at += 8 * n;
}

/*
 * The registers and the stack of user mode: a word that says which registers there are (0: none),
 * the registers by perf's numbers, and the stack, its size in front, and behind it how much of that
 * is real.
 */
static void take_dump(struct reading *in, struct pmc_record *r, u64 *registers)
{
	const u8 *at = take(in, 8);
	u64 abi = 0, size = 0, real = 0, bits = PERF_RECORD_REGISTERS;

	if (at)
		memcpy(&abi, at, 8);
	at = abi == PERF_SAMPLE_REGS_ABI_64 ? take(in, REGISTERS * 8) : NULL;
	if (!at)
		return;
	for (; bits; bits &= bits - 1, at += 8)
		memcpy(&registers[register_of_perf(bits_lowest(bits))], at, 8);
	r->registers = registers;
	at = take(in, 8);
	if (at)
		memcpy(&size, at, 8);
	at = size ? take(in, size) : NULL;
	if (!at)
		return;
	r->stack = at;
	at = take(in, 8);
	if (at)
		memcpy(&real, at, 8);
	r->stack_size = real < size ? real : size;
}

/*
 * The counts of a group, each with its event's id; the last one is that of the switches. The
 * record's own id is not looked at: when several events see the same switch, Linux 6.x writes that
 * of the first one into all their records.
 */
static void take_switch(struct reading *in, const struct perf_stream *streams, size_t n,
			struct pmc_record *r, struct queue *queue)
{
	const struct perf_stream *leader;
	const u8 *at = take(in, 8);
	u64 counts[COUNTS_MOST], members = 0, id, i;

	if (at)
		memcpy(&members, at, 8);
	if (members < 2 || members > COUNTS_MOST || members > (u64)(in->end - in->at) / 16)
		return;
	memcpy(&id, in->at + 8, 8);
	leader = find(streams, n, id);
	if (!leader)
		return;
	for (i = 0; i < members - 1; i++)
		memcpy(&counts[i], in->at + 16 * i, 8);
	r->type = PMC_TYPE_SWITCH;
	r->event = leader->event;
	r->counts = counts;
	r->n_counts = (size_t)(members - 1);
	queue_add(queue, r);
}

static void take_sample(struct reading *in, const struct perf_stream *streams, size_t n,
			struct queue *queue)
{
	const struct perf_stream *stream;
	u64 callers[CHAIN_MOST], registers[REGISTERS];
	struct pmc_record r;
	struct sample s;
	const void *at = take(in, sizeof(s));

	if (!at)
		return;
	memcpy(&s, at, sizeof(s));
	r = (struct pmc_record){ .type = PMC_TYPE_SAMPLE,
				 .pid = (pid_t)s.pid,
				 .tid = (pid_t)s.tid,
				 .cpu = (int)s.cpu,
				 .time = s.time };
	if (n && streams->switches) {
		take_switch(in, streams, n, &r, queue);
		return;
	}
	stream = find(streams, n, s.id);
	if (!stream)
		return;
	r.event = stream->event;
	r.mode = mode_of(in->header.misc);
	r.ip = s.ip;
	r.period = stream->period;
	at = stream->period ? NULL : take(in, sizeof(r.period));
	if (at)
		memcpy(&r.period, at, sizeof(r.period));
	if (in->at < in->end)
		take_chain(in, &r, callers);
	if (stream->dumps)
		take_dump(in, &r, registers);
	queue_add(queue, &r);
}

static void take_map(struct reading *in, struct queue *queue)
{
	struct pmc_record r = record_of(in, PMC_TYPE_MMAP);
	const void *at = take(in, sizeof(struct mmap));
	struct mmap m;

	r.name = at ? take_text(in) : NULL;
	if (!r.name)
		return;
	memcpy(&m, at, sizeof(m));
	r.pid = (pid_t)m.pid;
	r.tid = (pid_t)m.tid;
	r.mode = mode_of(in->header.misc);
	r.start = m.start;
	r.size = m.size;
	r.offset = m.offset;
	if (in->header.misc & PERF_RECORD_MISC_MMAP_BUILD_ID &&
	    m.of.build_id.size <= sizeof(m.of.build_id.bytes)) {
		r.build_id = m.of.build_id.bytes;
		r.build_id_size = m.of.build_id.size;
	}
	queue_add(queue, &r);
}

static void take_comm(struct reading *in, struct queue *queue)
{
	struct pmc_record r = record_of(in, PMC_TYPE_COMM);
	const void *at = take(in, 8);
	u32 id[2];

	r.name = at ? take_text(in) : NULL;
	if (!r.name)
		return;
	memcpy(id, at, sizeof(id));
	r.pid = (pid_t)id[0];
	r.tid = (pid_t)id[1];
	r.exec = !!(in->header.misc & PERF_RECORD_MISC_COMM_EXEC);
	queue_add(queue, &r);
}

static void take_task(struct reading *in, enum pmc_record_type type, struct queue *queue)
{
	struct pmc_record r = record_of(in, type);
	const void *at = take(in, sizeof(struct task));
	struct task t;

	if (!at)
		return;
	memcpy(&t, at, sizeof(t));
	r.pid = (pid_t)t.pid;
	r.tid = (pid_t)t.tid;
	r.ppid = (pid_t)t.ppid;
	r.ptid = (pid_t)t.ptid;
	r.time = t.time;
	queue_add(queue, &r);
}

/* `skip` bytes, and then how many were lost. */
static void take_lost(struct reading *in, size_t skip, struct queue *queue)
{
	struct pmc_record r = record_of(in, PMC_TYPE_LOST);
	const u8 *at = take(in, skip + 8);

	if (!at)
		return;
	memcpy(&r.count, at + skip, 8);
	queue_add(queue, &r);
}

static bool begin(struct reading *in, const u8 *record)
{
	memcpy(&in->header, record, sizeof(in->header));
	in->at = record + sizeof(in->header);
	in->end = record + in->header.size;
	if (in->header.type == PERF_RECORD_SAMPLE)
		return true;
	if (in->end - in->at < (ptrdiff_t)sizeof(in->trailer))
		return false;
	in->end -= sizeof(in->trailer);
	memcpy(&in->trailer, in->end, sizeof(in->trailer));
	return true;
}

void perf_record_take(const u8 *record, const struct perf_stream *streams, size_t n,
		      struct queue *queue)
{
	struct reading in;
	struct pmc_record r;

	if (!begin(&in, record))
		return;
	switch (in.header.type) {
	case PERF_RECORD_SAMPLE:
		take_sample(&in, streams, n, queue);
		break;
	case PERF_RECORD_MMAP2:
		take_map(&in, queue);
		break;
	case PERF_RECORD_COMM:
		take_comm(&in, queue);
		break;
	case PERF_RECORD_FORK:
		take_task(&in, PMC_TYPE_FORK, queue);
		break;
	case PERF_RECORD_EXIT:
		take_task(&in, PMC_TYPE_EXIT, queue);
		break;
	case PERF_RECORD_LOST:
		take_lost(&in, 8, queue);
		break;
	case PERF_RECORD_LOST_SAMPLES:
		take_lost(&in, 0, queue);
		break;
	case PERF_RECORD_THROTTLE:
		r = record_of(&in, PMC_TYPE_THROTTLE);
		queue_add(queue, &r);
		break;
	}
}
