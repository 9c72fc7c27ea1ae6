/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * A position-independent program lies where mmap(NULL) puts it, just below the engine, and not in
 * the kernel's region for such programs. So the engine's code cache is near and RIP-relative
 * operands reach. Everything else follows the kernel's rules. What the kernel would find wrong
 * only after the point of no return is an error here too; the caller then kills the process as the
 * kernel would.
 */
#include "emu/image/load.h"

#include "emu/base/arena.h"
#include "emu/base/engine.h"
#include "emu/base/string.h"
#include "emu/base/syscall.h"
#include "emu/code/mapped.h"
#include "emu/code/maps.h"
#include "emu/hide/fds.h"
#include "emu/image/elf.h"

#include <linux/fcntl.h>
#include <linux/mman.h>
#include <asm/stat.h>

#define TASK_SIZE 0x7ffffffff000ull
/* How far below the interpreter the program ends: libraries lie between them. */
#define FAR_BELOW (256ull << 20)

/* The ELF file that is being mapped. */
struct load {
	struct elf elf;
	u64 file_size;
	u64 align;	   /* the largest alignment that a segment wants */
	u64 low, high;	   /* what the segments span, as linked */
	u64 place;	   /* where it is to be mapped, if that is free; 0: anywhere */
	u64 bias;	   /* where it is mapped, minus where it was linked */
	u64 phdr;	   /* address of the program headers in memory, 0: not mapped */
	struct image *img; /* learns of code, data and heap; NULL for the interpreter */
};

static int segment_prot(const Elf64_Phdr *ph)
{
	return (ph->p_flags & PF_R ? PROT_READ : 0) | (ph->p_flags & PF_W ? PROT_WRITE : 0) |
	       (ph->p_flags & PF_X ? PROT_EXEC : 0);
}

/* Checks each segment, and finds what all of them span. */
static int measure(struct load *l)
{
	bool first = true;
	Elf64_Phdr ph;
	u32 i;
	int err;

	l->align = PAGE_SIZE;
	for (i = 0; i < l->elf.eh.e_phnum; i++) {
		err = elf_phdr(&l->elf, i, &ph);
		if (err)
			return err;
		if (ph.p_type != PT_LOAD)
			continue;
		if (ph.p_filesz > ph.p_memsz || ph.p_memsz > TASK_SIZE ||
		    ph.p_vaddr > TASK_SIZE - ph.p_memsz)
			return -EINVAL;
		/* Ignore an alignment that is no power of two. */
		if (ph.p_align > l->align && (ph.p_align & (ph.p_align - 1)) == 0)
			l->align = ph.p_align;
		if (first || PAGE_DOWN(ph.p_vaddr) < l->low)
			l->low = PAGE_DOWN(ph.p_vaddr);
		if (first || ph.p_vaddr + ph.p_memsz > l->high)
			l->high = ph.p_vaddr + ph.p_memsz;
		first = false;
		if (ph.p_offset <= l->elf.eh.e_phoff &&
		    l->elf.eh.e_phoff < ph.p_offset + ph.p_filesz)
			l->phdr = l->elf.eh.e_phoff - ph.p_offset + ph.p_vaddr;
	}
	l->high = PAGE_UP(l->high);
	return first || l->high <= l->low ? -EINVAL : 0;
}

static bool reserve_at(u64 place, u64 size)
{
	long at = sys6(__NR_mmap, (long)place, size, PROT_NONE,
		       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);

	if (at >= 0 && (u64)at != place) /* before Linux 4.17 the address is a hint */
		sys2(__NR_munmap, at, size);
	return (u64)at == place;
}

/* Takes the address range of the whole file. */
static int reserve(struct load *l)
{
	u64 size = l->high - l->low, slack = l->align - PAGE_SIZE, base;
	long at;

	if (l->elf.eh.e_type == ET_EXEC) {
		at = sys6(__NR_mmap, l->low, size, PROT_NONE,
			  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
		if (at < 0)
			return at;
		return (u64)at == l->low ? 0 :
					   -EEXIST; /* before Linux 4.17 the address is a hint */
	}
	if (slack > TASK_SIZE - size)
		return -ENOMEM;
	if (l->place && reserve_at(l->place, size)) {
		l->bias = l->place - l->low;
		return 0;
	}
	at = sys6(__NR_mmap, 0, size + slack, PROT_NONE,
		  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (at < 0)
		return at;
	/* p_vaddr keeps its place within the alignment. */
	base = at + slack;
	base -= (base - l->low) & (l->align - 1);
	if (base > (u64)at)
		sys2(__NR_munmap, at, base - at);
	if (base < at + slack)
		sys2(__NR_munmap, base + size, at + slack - base);
	l->bias = base - l->low;
	return 0;
}

static long map_fixed(u64 start, u64 end, int prot, int fd, u64 offset)
{
	int flags = MAP_PRIVATE | MAP_FIXED | (fd < 0 ? MAP_ANONYMOUS : 0);

	if (start >= end)
		return 0;
	return sys6(__NR_mmap, start, end - start, prot, flags, fd, offset);
}

static int map_segment(struct load *l, const Elf64_Phdr *ph)
{
	u64 vaddr = l->bias + ph->p_vaddr, page = PAGE_DOWN(vaddr);
	u64 file_end = vaddr + ph->p_filesz, end = PAGE_UP(vaddr + ph->p_memsz);
	u64 mapped = page; /* the pages of the file end here */
	int prot = segment_prot(ph);
	long ret;

	if (ph->p_filesz) {
		mapped = PAGE_UP(file_end);
		ret = map_fixed(page, mapped, prot, l->elf.fd, ph->p_offset - (vaddr - page));
		if (ret < 0)
			return ret;
		if (ph->p_memsz > ph->p_filesz && (prot & PROT_WRITE) && file_end < mapped) {
			/* The rest of the last page is bss. A page that the file does not have
			 * would fault. */
			if (PAGE_DOWN(ph->p_offset + ph->p_filesz) >= l->file_size)
				return -EFAULT;
			memset((void *)file_end, 0, mapped - file_end);
		}
	}
	if (mapped < end) { /* bss, which is always writable */
		ret = map_fixed(mapped, end, PROT_READ | PROT_WRITE | (prot & PROT_EXEC), -1, 0);
		if (ret < 0)
			return ret;
	}
	if (prot & PROT_EXEC) {
		if (page < mapped) {
			maps_set(page, mapped, prot);
			mapped_add(l->elf.fd, ph->p_offset - (vaddr - page), page, mapped);
		}
		if (mapped < end)
			maps_set(mapped, end, PROT_READ | PROT_WRITE | PROT_EXEC);
	}
	return 0;
}

static void tell_image(struct load *l, const Elf64_Phdr *ph)
{
	struct image *img = l->img;
	u64 start = l->bias + ph->p_vaddr, file_end = start + ph->p_filesz;

	if (!img)
		return;
	if (ph->p_flags & PF_X) {
		if (!img->start_code || start < img->start_code)
			img->start_code = start;
		if (file_end > img->end_code)
			img->end_code = file_end;
	}
	if (start > img->start_data)
		img->start_data = start;
	if (file_end > img->end_data)
		img->end_data = file_end;
	if (start + ph->p_memsz > img->brk)
		img->brk = start + ph->p_memsz;
}

static int map_segments(struct load *l)
{
	u64 done = l->bias + l->low; /* the end of what was mapped of the reservation */
	Elf64_Phdr ph;
	u32 i;
	int err;

	for (i = 0; i < l->elf.eh.e_phnum; i++) {
		u64 start, end;

		err = elf_phdr(&l->elf, i, &ph);
		if (!err && ph.p_type == PT_LOAD && ph.p_memsz)
			err = map_segment(l, &ph);
		if (err)
			return err;
		if (ph.p_type != PT_LOAD)
			continue;
		tell_image(l, &ph);
		/* The kernel leaves no mapping between segments. */
		start = PAGE_DOWN(l->bias + ph.p_vaddr);
		end = PAGE_UP(l->bias + ph.p_vaddr + ph.p_memsz);
		if (start > done)
			sys2(__NR_munmap, done, start - done);
		if (end > done)
			done = end;
	}
	return 0;
}

static int open_file(struct load *l, int fd)
{
	struct stat st;
	int err = elf_open(&l->elf, fd);

	if (err)
		return err;
	l->file_size = sys2(__NR_fstat, fd, &st) ? UINT64_MAX : (u64)st.st_size;
	return measure(l);
}

static int map_file(struct load *l)
{
	int err = reserve(l);

	if (err)
		return err;
	if (l->phdr)
		l->phdr += l->bias;
	return map_segments(l);
}

static int stack_wants_exec(struct elf *e)
{
	Elf64_Phdr ph;
	u32 i;

	for (i = 0; i < e->eh.e_phnum; i++) {
		if (elf_phdr(e, i, &ph) == 0 && ph.p_type == PT_GNU_STACK)
			return !!(ph.p_flags & PF_X);
	}
	return 0;
}

/* PT_PHDR tells where the program headers are. Without it, the segment that holds them does. */
static u64 phdr_address(struct load *l)
{
	Elf64_Phdr ph;
	u32 i;

	for (i = 0; i < l->elf.eh.e_phnum; i++) {
		if (elf_phdr(&l->elf, i, &ph) == 0 && ph.p_type == PT_PHDR)
			return ph.p_vaddr + l->bias;
	}
	return l->phdr;
}

/* Opens the interpreter's file. */
static int open_interpreter(struct load *l, const char *path)
{
	int err, fd = fds_open(AT_FDCWD, path, O_RDONLY);

	if (fd < 0)
		return fd;
	err = open_file(l, fd);
	if (err)
		sys1(__NR_close, fd);
	return err == -ENOEXEC ? -ELIBBAD : err;
}

static void tell_program(struct load *l, struct image *img)
{
	img->at_entry = img->entry = l->bias + l->elf.eh.e_entry;
	img->at_phdr = phdr_address(l);
	img->at_phnum = l->elf.eh.e_phnum;
	img->at_phent = l->elf.eh.e_phentsize;
	img->fixed = l->elf.eh.e_type == ET_EXEC;
	img->exec_stack = stack_wants_exec(&l->elf);
	img->brk = PAGE_UP(img->brk);
}

static void tell_interpreter(const struct load *l, struct image *img)
{
	img->at_base = l->bias;
	img->entry = l->bias + l->elf.eh.e_entry;
}

/* Where the file can be mapped to end before this address. 0: nowhere. */
static u64 place_below(const struct load *l, u64 end)
{
	u64 size = l->high - l->low, place = end - size;

	return end > size + l->align ? place - ((place - l->low) & (l->align - 1)) : 0;
}

/*
 * The interpreter comes next to the engine, so that it is at the same distance from the code cache
 * whatever the program (emu/heritage/heritage.h), and the program far below it. The kernel maps
 * libraries between them, and all lie in the order that they have natively, which ld.so compares.
 * In a layout, and in a deterministic run without one, they lie as they always did there, the
 * program first: where things lie must not change.
 */
static int map_with_interpreter(struct load *l, struct load *interp, const struct layout *layout)
{
	u64 end = arena_program_end();
	bool kept = layout->is_fixed || engine.deterministic;
	int err;

	if (kept || !end) {
		err = map_file(l);
		return err ? err : map_file(interp);
	}
	interp->place = place_below(interp, end);
	l->place = interp->place > FAR_BELOW ? place_below(l, interp->place - FAR_BELOW) : 0;
	err = map_file(interp);
	return err ? err : map_file(l);
}

int load_program(int fd, struct image *img)
{
	struct load l = { .img = img }, interp = { .img = NULL };
	char path[ELF_PATH_MAX];
	int err, has_interp;

	err = open_file(&l, fd);
	if (err)
		return err;
	has_interp = elf_interp(&l.elf, path);
	if (has_interp < 0)
		return has_interp;
	if (!has_interp) {
		err = map_file(&l);
	} else {
		err = open_interpreter(&interp, path);
		if (err)
			return err;
		err = map_with_interpreter(&l, &interp, &img->layout);
		sys1(__NR_close, interp.elf.fd);
	}
	if (err)
		return err;
	tell_program(&l, img);
	if (has_interp)
		tell_interpreter(&interp, img);
	return img->entry < TASK_SIZE ? 0 : -EINVAL;
}
