/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Builds a profile, piece by piece in any order. The engine's recording and the readers of other
 * tools' files use it.
 *
 * Functions that return an index return -errno on failure. The others remember a failure, and
 * builder_finish() returns it, so that a caller that adds millions of pieces need not look. The
 * same pieces in the same order of objects, processes and threads make the same profile, whatever
 * the order of the rest.
 */
#ifndef PMC_LIB_PROFILE_BUILDER_H
#define PMC_LIB_PROFILE_BUILDER_H

#include <pmc/profile.h>

#include "core/base/types.h"

struct builder;
struct counts;
struct sites;

/*
 * derived: an exact profile, whose counts follow from executions (builder_place()); it has all
 * events of the instruction stream from the start. builder_event() adds others, and
 * builder_modelled() counts these. Otherwise builder_event() names the events, and builder_count()
 * counts. Events are named before any count. 0 or -ENOMEM.
 */
int builder_create(enum pmc_profile_format format, bool derived, struct builder **builder);
void builder_destroy(struct builder *b);

/* As the user typed it, quoted for a shell. */
void builder_command(struct builder *b, const char *command);
/* -E2BIG: it would be more than PMC_PROFILE_EVENTS. */
int builder_event(struct builder *b, const char *name, enum pmc_quality quality);
/* What samples of the event stood for (0: it varied), and how many there were. */
void builder_event_samples(struct builder *b, unsigned event, u64 period, u64 samples);

/* ---- Whose ---- */

/*
 * An object. One that was added before with the same kind, path, build-id and process has the same
 * index, unless it is anonymous. process: of anonymous memory, otherwise UINT_MAX.
 */
int builder_object(struct builder *b, enum pmc_object_kind kind, const char *path,
		   const u8 *build_id, unsigned build_id_size, unsigned process);
/* parent: the index of its parent, or UINT_MAX. */
int builder_process(struct builder *b, pid_t pid, pid_t ppid, unsigned parent);
int builder_thread(struct builder *b, pid_t tid, unsigned process);
/* Names; the last one stays. */
void builder_process_comm(struct builder *b, unsigned process, const char *comm);
void builder_thread_comm(struct builder *b, unsigned thread, const char *comm);

/* ---- Counts ---- */

/*
 * An instruction of a derived profile was executed so often, and as a conditional branch taken so
 * often. Counts may be negative (u64 that wrap) as long as the sums are not.
 */
void builder_place(struct builder *b, unsigned thread, unsigned object, u64 address,
		   unsigned length, unsigned flags, u64 executions, u64 taken);
/* An event was counted at an address. */
void builder_count(struct builder *b, unsigned thread, unsigned object, u64 address, unsigned event,
		   u64 n);
/*
 * An event of a derived profile that builder_event() named (its index) was counted at an address,
 * at the instruction that is known there, if one is. Counts may be negative, as above.
 */
void builder_modelled(struct builder *b, unsigned thread, unsigned object, u64 address,
		      unsigned event, u64 n);
/*
 * A branch, so often. inclusive: NULL, or of a call, one for each event. to_object UINT_MAX: the
 * target is unknown.
 */
void builder_edge(struct builder *b, const struct pmc_edge *edge);
/* An event was counted in a call chain. This does not count at a place. */
void builder_stack(struct builder *b, unsigned thread, const struct pmc_frame *frames, size_t n,
		   unsigned event, u64 count);
/* Instead of these: the chains are those of a call tree of this event. Call it behind
 * builder_event(). */
void builder_call_tree(struct builder *b, unsigned event);
/*
 * A node of the call tree: a function that was called by that of another node (caller; -1: none),
 * where the event was counted so often. Returns its number, which is the same for the same three.
 * -ENOMEM.
 */
s64 builder_call(struct builder *b, unsigned thread, s64 caller, const struct pmc_frame *function,
		 u64 count);

/*
 * A recording counts many times in the same places. It asks for their numbers once (sites.h) and
 * adds to the counts of threads itself (counts.h). From then on each branch that is counted has an
 * edge.
 */
struct sites *builder_sites(struct builder *b);
struct counts *builder_counts(struct builder *b);
/*
 * Does the edge of a branch to this target (to_object UINT_MAX: unknown) follow from its counts?
 * Of a direct branch the edge to the first target that it is asked for does, of others that to an
 * unknown one.
 */
bool builder_follows(struct builder *b, u32 site, unsigned to_object, u64 to);
/* The number of an edge that does not, under which a thread counts how often the branch went there
 * instead; 0: there is no memory. */
u32 builder_branch(struct builder *b, u32 site, unsigned to_object, u64 to);
/* The edge that has the number (branches.h), or NULL. */
const struct branch *builder_branch_of(const struct builder *b, u32 number);
/* An edge whose number is among the sites' already, and higher than those of all others. */
void builder_take_branch(struct builder *b, struct branch edge);
/* The branch goes to many places: all its edges become one to an unknown target. */
void builder_forget(struct builder *b, u32 site);

/* ---- Names, code and notes ---- */

/* size 0: up to the next one. file may be NULL, line 0. */
void builder_symbol(struct builder *b, unsigned object, u64 address, u64 size, const char *name,
		    const char *file, unsigned line);
/* The bytes of code without a file. Of overlapping pieces the one that begins later stays whole. */
void builder_code(struct builder *b, unsigned object, u64 address, const void *bytes, size_t n);
void builder_note(struct builder *b, enum pmc_note_kind kind, pid_t pid, const char *text);
/* A note of the kind PMC_NOTE_WARNING, about no process. */
__attribute__((format(printf, 2, 3))) void builder_warn(struct builder *b, const char *format, ...);
/* A copy of the text that lives as long as the profile, the same pointer for the same text. */
const char *builder_text(struct builder *b, const char *text, size_t n);

/* Makes the profile, which the caller closes by pmc_profile_close(). Destroys the builder. */
int builder_finish(struct builder *b, struct pmc_profile **profile);

#endif
