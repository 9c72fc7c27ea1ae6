/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * libdw of elfutils, which reads DWARF and unwinds stacks. It is loaded when a program first asks
 * for lines, or for callers by call frame information: nothing else needs it, and it takes longer
 * to start than a short command takes to run. Its functions are members of a structure, with their
 * own names.
 */
#ifndef PMC_LIB_LIBDW_H
#define PMC_LIB_LIBDW_H

#ifdef PMC_LIBDW

#include <elfutils/libdw.h>
#include <elfutils/libdwelf.h>
#include <elfutils/libdwfl.h>
#include <pthread.h>

#define LIBDW_FUNCTIONS(X)              \
	X(dwarf_attr)                   \
	X(dwarf_begin_elf)              \
	X(dwarf_cu_getdwarf)            \
	X(dwarf_cuoffset)               \
	X(dwarf_diename)                \
	X(dwarf_dieoffset)              \
	X(dwarf_end)                    \
	X(dwarf_entrypc)                \
	X(dwarf_filesrc)                \
	X(dwarf_formref_die)            \
	X(dwarf_formstring)             \
	X(dwarf_formudata)              \
	X(dwarf_getarangeinfo)          \
	X(dwarf_getaranges)             \
	X(dwarf_getattrs)               \
	X(dwarf_getelf)                 \
	X(dwarf_getsrcfiles)            \
	X(dwarf_getsrclines)            \
	X(dwarf_get_units)              \
	X(dwarf_haschildren)            \
	X(dwarf_lineaddr)               \
	X(dwarf_linecol)                \
	X(dwarf_lineendsequence)        \
	X(dwarf_line_file)              \
	X(dwarf_lineno)                 \
	X(dwarf_lowpc)                  \
	X(dwarf_next_unit)              \
	X(dwarf_onearange)              \
	X(dwarf_onesrcline)             \
	X(dwarf_ranges)                 \
	X(dwarf_setalt)                 \
	X(dwarf_srclang)                \
	X(dwarf_tag)                    \
	X(dwelf_dwarf_gnu_debugaltlink) \
	X(dwfl_attach_state)            \
	X(dwfl_begin)                   \
	X(dwfl_end)                     \
	X(dwfl_frame_pc)                \
	X(dwfl_getthread_frames)        \
	X(dwfl_report_begin_add)        \
	X(dwfl_report_elf)              \
	X(dwfl_report_end)              \
	X(dwfl_thread_state_registers)
#define LIBELF_FUNCTIONS(X) \
	X(elf_end)          \
	X(elf_getscn)       \
	X(elf_memory)       \
	X(elf_nextscn)      \
	X(elf_rawdata)      \
	X(elf_version)

struct libdw {
	void *libraries[2]; /* NULL: not loaded */
	/* Held while a function reads a file that several threads read now, or NULL. */
	pthread_mutex_t *lock;
#define X(name) __typeof__(name) *name;
	LIBDW_FUNCTIONS(X)
	LIBELF_FUNCTIONS(X)
#undef X
};

/* Loads the libraries. -ENOSYS: this system does not have them, or the program is a static one. */
int libdw_load(struct libdw *libdw);
void libdw_unload(struct libdw *libdw);

static inline void libdw_lock(const struct libdw *libdw)
{
	if (libdw->lock)
		pthread_mutex_lock(libdw->lock);
}

static inline void libdw_unlock(const struct libdw *libdw)
{
	if (libdw->lock)
		pthread_mutex_unlock(libdw->lock);
}

#endif
#endif
