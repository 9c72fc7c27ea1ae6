/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The outer form of perf.data, of a file and of a pipe: the events with their ids, the features
 * that concern a profile, and where the records are. (tools/perf/Documentation/perf.data-file-
 * format.txt of Linux describes it.)
 */
#ifndef PMC_LIB_PROFILE_PERF_FILE_H
#define PMC_LIB_PROFILE_PERF_FILE_H

#include <linux/perf_event.h>

#include "core/base/types.h"
#include "lib/profile/build/table.h"
#include "lib/profile/import/window.h"

struct pmc_diag;

/* Records that perf itself adds to the kernel's. */
#define PERF_FILE_ATTR	       64
#define PERF_FILE_EVENT_TYPE   65
#define PERF_FILE_TRACING_DATA 66
#define PERF_FILE_BUILD_ID     67
#define PERF_FILE_ROUND	       68
#define PERF_FILE_AUXTRACE     71
#define PERF_FILE_EVENT_UPDATE 78
#define PERF_FILE_FEATURE      80
#define PERF_FILE_COMPRESSED   81

/* An event, as perf_event_open(2) got it. */
struct perf_event {
	u32 type;
	u64 config, period, sample_type, read_format, flags;
	u64 registers;	/* which of user mode's samples have: a bit for each number of perf's */
	char name[128]; /* "" until it is known */
	size_t first_id, n_ids;
	u64 samples;
	int index; /* in the profile; -1: it is left out */
};
/* Of flags. */
#define PERF_EVENT_ID_ALL 1u /* records other than samples end with the fields of sample_id_all */
#define PERF_EVENT_USER	  2u /* user mode alone */
#define PERF_EVENT_KERNEL 4u /* the kernel alone */

struct perf_id {
	u64 id;
	u32 event;
};
struct perf_build_id {
	char *path;
	u8 bytes[20];
	unsigned n;
};

struct perf_file {
	struct window window; /* moves through head, features and, record by record, through all */
	size_t n;	      /* how many bytes the file has */
	const char *name;
	struct pmc_diag *diag;
	bool pipe, cut; /* cut: it ends early, or was never closed */
	size_t data, data_end;
	struct perf_event *events;
	size_t n_events, events_room;
	struct perf_id *ids; /* sorted by id after perf_file_sort_ids() */
	size_t n_ids, ids_room;
	struct perf_build_id *build_ids;
	size_t n_build_ids, build_ids_room;
	struct table build_id_table;
	u64 seed;
	char command[4096];
};

/* A record: its header and what is behind it, while the window does not move. */
struct perf_record {
	u32 type;
	u16 misc;
	const u8 *at, *end;
};

/* So many bytes perf_file_is() wants to see. */
#define PERF_FILE_MAGIC 8u
bool perf_file_is(const void *bytes, size_t n);
/* Reads head, events and features. f: all zero but for window, n, name and diag. 0 or -errno. */
int perf_file_open(struct perf_file *f);
void perf_file_close(struct perf_file *f);
/*
 * The record at *offset, which moves behind it (and what belongs to it), by way of a window. False:
 * there is none, or it is not whole (f->cut).
 */
bool perf_file_record(struct perf_file *f, struct window *window, size_t *offset,
		      struct perf_record *record);
/* Takes what a record says of the file itself: events, features, build-ids. 0 or -errno. */
int perf_file_take(struct perf_file *f, const struct perf_record *record);
/* When all is read: sorts the ids, and names events that have no name yet. */
void perf_file_finish(struct perf_file *f);
/* The index of the event with this id; -1: none. */
int perf_file_event(const struct perf_file *f, u64 id);

#endif
