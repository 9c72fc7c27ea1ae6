/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * What the engine has to say: notes for the report, and messages when it gives up.
 */
#ifndef PMC_EMU_MESSAGE_H
#define PMC_EMU_MESSAGE_H

#include "emu/launch.h"

/* Remembers which file descriptor 2 is. Call it at the start of an image. */
void message_init(void);

/* Adds a note to the report: a sentence about the calling process. Prints nothing. */
void emu_note(enum emu_note_kind kind, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Takes back the calling process's last note of that kind: what it said did not happen. */
void emu_note_drop(enum emu_note_kind kind);
/* Prints "pmc: emulated: …" on descriptor 2, adds a note, and ends the process with status 125. */
_Noreturn void emu_fatal(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* The command could not be started: prints the message, adds no note, exits with the status. */
_Noreturn void emu_refuse(int status, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

#endif
