/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Messages, notes and the lock of the shared memory: what message.c offers beside emu_note() and
 * emu_fatal() of engine.h.
 */
#ifndef PMC_EMU_MESSAGE_H
#define PMC_EMU_MESSAGE_H

#include "emu/base/engine.h"

/* Remembers which file descriptor 2 is, at the start of an image. */
void message_init(void);

/*
 * The lock of the shared memory's tasks, chunks and notes. Hold it for a few instructions, with no
 * system call and no fault in between, and not where a signal's handler could want it too: after a
 * second it is taken by force.
 */
void shm_lock(void);
void shm_unlock(void);

/* Takes back the calling process's last note of that kind: what it said did not happen. */
void emu_note_drop(enum emu_note_kind kind);

/* The command could not be started: the message (no note) and exit with that status. */
_Noreturn void emu_refuse(int status, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

#endif
