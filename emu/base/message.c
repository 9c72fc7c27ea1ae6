/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Notes for the report, and messages when the engine gives up.
 *
 * A note goes to the report alone, so that the program's own output stays as it is. Only when the
 * engine gives up does it also write to descriptor 2, and only while that is still the file that it
 * was when the image began: the program may have opened something of its own there. The engine
 * keeps no duplicate of the descriptor, which would hold a pipe open that somebody waits to see
 * closed.
 */
#include "emu/base/message.h"
#include "emu/base/engine.h"
#include "emu/base/format.h"
#include "emu/base/shm.h"
#include "emu/base/string.h"
#include "emu/base/syscall.h"

#include <asm/stat.h>

static u64 stderr_dev, stderr_ino;

void message_init(void)
{
	struct stat st;

	if (sys2(__NR_fstat, 2, &st) == 0) {
		stderr_dev = st.st_dev;
		stderr_ino = st.st_ino;
	}
}

static void note(enum emu_note_kind kind, const char *text)
{
	struct emu_header *shm = engine.shm;
	struct emu_note *to;

	if (!shm)
		return;
	shm_lock();
	if (shm->n_notes < EMU_MAX_NOTES) {
		to = &shm->notes[shm->n_notes];
		to->kind = kind;
		to->pid = sys0(__NR_getpid);
		emu_snprintf(to->text, sizeof(to->text), "%s", text);
	}
	__atomic_store_n(&shm->n_notes, shm->n_notes + 1, __ATOMIC_RELEASE);
	shm_unlock();
}

void emu_note_drop(enum emu_note_kind kind)
{
	struct emu_header *shm = engine.shm;
	s32 pid = sys0(__NR_getpid);
	u32 n, i;

	shm_lock();
	n = shm->n_notes < EMU_MAX_NOTES ? shm->n_notes : EMU_MAX_NOTES;
	for (i = n; i > 0; i--) {
		if (shm->notes[i - 1].pid == pid && shm->notes[i - 1].kind == kind)
			break;
	}
	/* It is absent when there were too many notes. */
	if (i > 0)
		memmove(&shm->notes[i - 1], &shm->notes[i], (n - i) * sizeof(shm->notes[0]));
	if (i > 0 || shm->n_notes > n)
		shm->n_notes--;
	shm_unlock();
}

void emu_note(enum emu_note_kind kind, const char *fmt, ...)
{
	char text[sizeof(engine.shm->notes[0].text)];
	__builtin_va_list ap;

	__builtin_va_start(ap, fmt);
	emu_vsnprintf(text, sizeof(text), fmt, ap);
	__builtin_va_end(ap);
	note(kind, text);
}

static void say(const char *text)
{
	char line[400];
	struct stat st;
	int n;

	if (sys2(__NR_fstat, 2, &st) != 0 || st.st_dev != stderr_dev || st.st_ino != stderr_ino)
		return;
	n = emu_snprintf(line, sizeof(line), "pmc: emulated: %s\n", text);
	sys3(__NR_write, 2, line, n);
}

_Noreturn void emu_fatal(const char *fmt, ...)
{
	char text[sizeof(engine.shm->notes[0].text)];
	__builtin_va_list ap;

	__builtin_va_start(ap, fmt);
	emu_vsnprintf(text, sizeof(text), fmt, ap);
	__builtin_va_end(ap);
	note(EMU_NOTE_FATAL, text);
	say(text);
	for (;;)
		sys1(__NR_exit_group, 125);
}

_Noreturn void emu_refuse(int status, const char *fmt, ...)
{
	char text[300];
	__builtin_va_list ap;

	__builtin_va_start(ap, fmt);
	emu_vsnprintf(text, sizeof(text), fmt, ap);
	__builtin_va_end(ap);
	say(text);
	for (;;)
		sys1(__NR_exit_group, status);
}
