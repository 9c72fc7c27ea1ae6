/* SPDX-License-Identifier: BSD-2-Clause */
/* linux/perf_event.h, PERF_RECORD_SAMPLE: which fields there are, and in which order. */
#include "core/base/bits.h"
#include "lib/profile/import/perf_file.h"
#include "lib/profile/import/perf_sample.h"
#include "lib/profile/own/bytes.h"

#define LEADING (PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ADDR)

static u64 word_at(const u8 *at)
{
	u64 word;

	memcpy(&word, at, sizeof(word));
	return word;
}

/* The event of a sample: the only one, or by the id that stands at the same place in all. */
static int event_of(const struct perf_file *f, const struct perf_record *record)
{
	u64 type = f->n_events ? f->events[0].sample_type : 0;
	size_t at = 0;

	if (!f->n_events)
		return -1;
	if (!(type & (PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_ID)) || !f->n_ids)
		return 0;
	if (!(type & PERF_SAMPLE_IDENTIFIER))
		at = 8u * (unsigned)__builtin_popcountll(type & LEADING);
	if ((size_t)(record->end - record->at) < at + 8)
		return -1;
	return perf_file_event(f, word_at(record->at + at));
}

/* Skips what PERF_SAMPLE_READ gives. */
static void skip_counts(struct cursor *in, u64 format, bool *group)
{
	u64 n = 1, each = 1, times;

	each += format & PERF_FORMAT_ID ? 1 : 0;
	each += format & PERF_FORMAT_LOST ? 1 : 0;
	times = !!(format & PERF_FORMAT_TOTAL_TIME_ENABLED) +
		!!(format & PERF_FORMAT_TOTAL_TIME_RUNNING);
	if (format & PERF_FORMAT_GROUP) {
		n = cursor_u64(in);
		*group = n > 1;
		if (n > 1u << 16)
			in->bad = true;
	}
	if (!in->bad)
		cursor_bytes(in, 8 * (times + n * each));
}

static u64 word_if(struct cursor *in, u64 type, u64 bit)
{
	return type & bit ? cursor_u64(in) : 0;
}

/*
 * The registers and the stack of user mode, if the record has both: what chains by call frame
 * information need.
 */
static void read_dump(struct cursor *in, u64 registers, struct perf_sample *sample)
{
	u64 size, real, value;
	int number;

	if (cursor_u64(in) != PERF_SAMPLE_REGS_ABI_64)
		return;
	for (; registers; registers &= registers - 1) {
		value = cursor_u64(in);
		number = register_of_perf(bits_lowest(registers));
		if (number >= 0)
			sample->registers[number] = value;
	}
	size = cursor_u64(in);
	if (in->bad || !size || size > (u64)(in->end - in->at))
		return;
	sample->stack = cursor_bytes(in, (size_t)size);
	real = cursor_u64(in);
	sample->stack_size = (size_t)(real < size ? real : size);
}

/* Before the dump stand what tracepoints note, and branches, which are not read. */
static bool has_dump(u64 type)
{
	return type & PERF_SAMPLE_REGS_USER && type & PERF_SAMPLE_STACK_USER &&
	       !(type & (PERF_SAMPLE_RAW | PERF_SAMPLE_BRANCH_STACK));
}

bool perf_sample_read(const struct perf_file *f, const struct perf_record *record,
		      struct perf_sample *sample)
{
	struct cursor in = { record->at, record->end, false };
	int event = event_of(f, record);
	u64 type, task;

	if (event < 0)
		return false;
	type = f->events[event].sample_type;
	*sample = (struct perf_sample){ .event = (unsigned)event };
	word_if(&in, type, PERF_SAMPLE_IDENTIFIER);
	sample->ip = word_if(&in, type, PERF_SAMPLE_IP);
	task = word_if(&in, type, PERF_SAMPLE_TID);
	sample->pid = (u32)task;
	sample->tid = (u32)(task >> 32);
	sample->time = word_if(&in, type, PERF_SAMPLE_TIME);
	word_if(&in, type, PERF_SAMPLE_ADDR);
	word_if(&in, type, PERF_SAMPLE_ID);
	word_if(&in, type, PERF_SAMPLE_STREAM_ID);
	word_if(&in, type, PERF_SAMPLE_CPU);
	sample->period = type & PERF_SAMPLE_PERIOD ? cursor_u64(&in) :
			 f->events[event].period   ? f->events[event].period :
						     1;
	if (type & PERF_SAMPLE_READ)
		skip_counts(&in, f->events[event].read_format, &sample->group);
	if (type & PERF_SAMPLE_CALLCHAIN) {
		sample->n_chain = cursor_u64(&in);
		if (sample->n_chain > (u64)(in.end - in.at) / 8)
			return false;
		sample->chain = cursor_bytes(&in, 8 * (size_t)sample->n_chain);
	}
	if (!in.bad && has_dump(type))
		read_dump(&in, f->events[event].registers, sample);
	return !in.bad;
}

u64 perf_sample_time(const struct perf_file *f, const struct perf_record *record)
{
	size_t n = (size_t)(record->end - record->at), behind;
	struct perf_sample sample;
	u64 type;

	if (record->type == PERF_RECORD_SAMPLE && f->n_events == 1) {
		type = f->events[0].sample_type;
		behind = 8u * (!!(type & PERF_SAMPLE_IDENTIFIER) + !!(type & PERF_SAMPLE_IP) +
			       !!(type & PERF_SAMPLE_TID));
		return type & PERF_SAMPLE_TIME && n >= behind + 8 ? word_at(record->at + behind) :
								    0;
	}
	if (record->type == PERF_RECORD_SAMPLE)
		return perf_sample_read(f, record, &sample) ? sample.time : 0;
	type = f->n_events ? f->events[0].sample_type : 0;
	if (!(type & PERF_SAMPLE_TIME) || !(f->events[0].flags & PERF_EVENT_ID_ALL))
		return 0;
	type &= PERF_SAMPLE_ID | PERF_SAMPLE_STREAM_ID | PERF_SAMPLE_CPU | PERF_SAMPLE_IDENTIFIER;
	behind = 8u * (unsigned)__builtin_popcountll(type) + 8;
	return n >= behind ? word_at(record->end - behind) : 0;
}
