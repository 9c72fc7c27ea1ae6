/* SPDX-License-Identifier: BSD-2-Clause */
/* See walk.h. */
#define _GNU_SOURCE /* memfd_create() */
#include "lib/unwind/walk.h"

#include <errno.h>

#include "lib/unwind/space.h"

#ifdef PMC_LIBDW

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/base/elf.h"
#include "lib/elfutils/libdw.h"
#include "lib/sampling/registers.h"

int unwind_open(struct libdw **out)
{
	struct libdw *libdw = calloc(1, sizeof(*libdw));
	int err = libdw ? libdw_load(libdw) : -ENOMEM;

	if (err)
		free(libdw);
	else
		*out = libdw;
	return err;
}

void unwind_close(struct libdw *libdw)
{
	if (!libdw)
		return;
	libdw_unload(libdw);
	free(libdw);
}

/* One walk, for libdw's callbacks. */
struct walk {
	const struct unwind_space *space;
	const struct unwind_dump *dump;
	u64 *callers;
	size_t n, most;
	bool inside; /* the first frame, which is the sample's own place, is behind us */
};

/* ---- What libdw asks ---- */

/* Files are given by their paths, and no debug information is looked for elsewhere. */
static int no_elf(Dwfl_Module *module, void **data, const char *name, Dwarf_Addr base, char **path,
		  Elf **elf)
{
	(void)module;
	(void)data;
	(void)name;
	(void)base;
	(void)path;
	(void)elf;
	return -1;
}

static int no_debug_file(Dwfl_Module *module, void **data, const char *name, Dwarf_Addr base,
			 const char *path, const char *link, GElf_Word crc, char **debug_path)
{
	(void)module;
	(void)data;
	(void)name;
	(void)base;
	(void)path;
	(void)link;
	(void)crc;
	(void)debug_path;
	return -1;
}

static const Dwfl_Callbacks files = { .find_elf = no_elf, .find_debuginfo = no_debug_file };

static pid_t next_thread(Dwfl *dwfl, void *arg, void **thread)
{
	(void)dwfl;
	if (*thread)
		return 0;
	*thread = arg;
	return 1;
}

static bool get_thread(Dwfl *dwfl, pid_t tid, void *arg, void **thread)
{
	(void)dwfl;
	(void)tid;
	*thread = arg;
	return true;
}

/*
 * dwfl_attach_state() takes one argument for all walks: a pointer to the walk at hand. It stands in
 * front of the space's Dwfl.
 */
struct view {
	Dwfl *dwfl;
	struct walk *walk;
};

static bool read_memory(Dwfl *dwfl, Dwarf_Addr address, Dwarf_Word *word, void *arg)
{
	const struct unwind_dump *dump = ((struct view *)arg)->walk->dump;
	u64 at = address - dump->address;

	(void)dwfl;
	if (dump->size < sizeof(*word) || at > dump->size - sizeof(*word))
		return false;
	memcpy(word, dump->stack + at, sizeof(*word));
	return true;
}

static bool set_registers(Dwfl_Thread *thread, void *arg)
{
	const struct walk *walk = ((struct view *)arg)->walk;
	Dwarf_Word registers[REGISTERS];
	unsigned i;

	for (i = 0; i < REGISTERS; i++)
		registers[i] = walk->dump->registers[i];
	return walk->space->libdw->dwfl_thread_state_registers(thread, 0, REGISTERS, registers);
}

static const Dwfl_Thread_Callbacks threads = {
	.next_thread = next_thread,
	.get_thread = get_thread,
	.memory_read = read_memory,
	.set_initial_registers = set_registers,
};

/* ---- Maps ---- */

/* The kernel's own library, which is the same in all processes and has no file: a copy of it. */
static int copy_vdso(void)
{
	const u8 *image = (const u8 *)getauxval(AT_SYSINFO_EHDR);
	const Elf64_Ehdr *head = (const Elf64_Ehdr *)image;
	size_t size;
	int fd = image ? memfd_create("vdso", MFD_CLOEXEC) : -1;

	if (fd < 0)
		return -1;
	size = head->e_shoff + (size_t)head->e_shnum * head->e_shentsize;
	if (write(fd, image, size) == (ssize_t)size)
		return fd;
	close(fd);
	return -1;
}

static void tell_vdso(const struct unwind_space *space, Dwfl *dwfl, const struct unwind_map *map)
{
	int fd = copy_vdso();

	if (fd >= 0 &&
	    !space->libdw->dwfl_report_elf(dwfl, map->path, map->path, fd, map->start, false))
		close(fd);
}

/* Is the file that is there now the one that was mapped, as far as both say? */
static bool is_the_file(const struct unwind_map *map, const struct elf_file *elf)
{
	return !map->build_id_size || !elf->build_id_size ||
	       (map->build_id_size == elf->build_id_size &&
		!memcmp(map->build_id, elf->build_id, map->build_id_size));
}

/* Opens a file as such; -1: it is none. Names may come from anybody, and a pipe would wait. */
static int open_file(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct stat st;

	if (fd >= 0 && (fstat(fd, &st) || !S_ISREG(st.st_mode))) {
		close(fd);
		fd = -1;
	}
	return fd;
}

/* The map's file as libdw's module. A file that is not there, or no ELF file, is left out. */
static void tell(const struct unwind_space *space, Dwfl *dwfl, const struct unwind_map *map)
{
	struct elf_file elf;
	u64 address;
	int fd;

	if (!strcmp(map->path, UNWIND_VDSO)) {
		tell_vdso(space, dwfl, map);
		return;
	}
	if (elf_read(map->path, &elf) || !is_the_file(map, &elf) ||
	    !elf_address(&elf, map->offset, &address))
		return;
	fd = open_file(map->path);
	if (fd >= 0 && !space->libdw->dwfl_report_elf(dwfl, map->path, map->path, fd,
						      map->start - address, true))
		close(fd);
}

/* Brings libdw's view up to date. False: there is none. */
static bool look(struct unwind_space *space)
{
	const struct libdw *l = space->libdw;
	struct view *view = space->dwfl;

	if (!view) {
		view = calloc(1, sizeof(*view));
		if (view)
			view->dwfl = l->dwfl_begin(&files);
		if (!view || !view->dwfl) {
			free(view);
			return false;
		}
		space->dwfl = view;
	}
	if (space->n_told < space->n) {
		l->dwfl_report_begin_add(view->dwfl);
		for (; space->n_told < space->n; space->n_told++)
			tell(space, view->dwfl, &space->map[space->n_told]);
		l->dwfl_report_end(view->dwfl, NULL, NULL);
	}
	if (!space->attached)
		space->attached = l->dwfl_attach_state(view->dwfl, NULL, 1, &threads, view);
	return space->attached;
}

void unwind_forget(struct unwind_space *space)
{
	struct view *view = space->dwfl;

	if (view) {
		space->libdw->dwfl_end(view->dwfl);
		free(view);
	}
	space->dwfl = NULL;
	space->n_told = 0;
	space->attached = false;
}

/* ---- Walks ---- */

static bool is_code(const struct unwind_space *space, u64 pc)
{
	size_t i;

	for (i = 0; i < space->n; i++)
		if (pc >= space->map[i].start && pc < space->map[i].end)
			return true;
	return false;
}

static int take_frame(Dwfl_Frame *frame, void *arg)
{
	struct walk *walk = arg;
	Dwarf_Addr pc;
	bool interrupted;

	if (!walk->space->libdw->dwfl_frame_pc(frame, &pc, &interrupted))
		return DWARF_CB_ABORT;
	if (!walk->inside) {
		walk->inside = true;
		return DWARF_CB_OK;
	}
	if (walk->n == walk->most || !is_code(walk->space, interrupted ? pc : pc - 1))
		return DWARF_CB_ABORT;
	walk->callers[walk->n++] = interrupted ? pc + 1 : pc;
	return DWARF_CB_OK;
}

size_t unwind_chain(struct unwind_space *space, const struct unwind_dump *dump, u64 *callers,
		    size_t most)
{
	struct walk walk = { .space = space, .dump = dump, .callers = callers, .most = most };
	struct view *view;

	if (!look(space))
		return 0;
	view = space->dwfl;
	view->walk = &walk;
	space->libdw->dwfl_getthread_frames(view->dwfl, 1, take_frame, &walk);
	view->walk = NULL;
	return walk.n;
}

#else

int unwind_open(struct libdw **libdw)
{
	(void)libdw;
	return -ENOSYS;
}

void unwind_close(struct libdw *libdw)
{
	(void)libdw;
}

void unwind_forget(struct unwind_space *space)
{
	(void)space;
}

size_t unwind_chain(struct unwind_space *space, const struct unwind_dump *dump, u64 *callers,
		    size_t most)
{
	(void)space;
	(void)dump;
	(void)callers;
	(void)most;
	return 0;
}

#endif
