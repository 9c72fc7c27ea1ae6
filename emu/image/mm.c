/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * PR_SET_MM_MAP sets all that the kernel knows of the process's memory at once. It needs no
 * privilege as long as it leaves the executable file alone (Linux 3.18,
 * CONFIG_CHECKPOINT_RESTORE).
 *
 * The heap of a fixed program begins behind its bss, as natively. A position-independent program
 * lies among the mappings below the engine, where a heap has no room to grow, so its heap goes
 * where the kernel would have put the program: 2/3 up the address space. The kernel also puts the
 * heap of an executable like the engine (position-independent, no interpreter) there, except on an
 * older kernel without address randomisation, where it is directly behind the engine.
 */
#include "emu/image/mm.h"

#include "emu/base/engine.h"
#include "emu/base/syscall.h"
#include "emu/image/load.h"
#include "emu/image/stack.h"

#include <linux/prctl.h>

#define PIE_BASE 0x555555555000ull
#define FAR	 (1ull << 40)

u64 mm_heap(const struct image *img, u64 kernel_brk, u64 engine_end)
{
	bool is_far = kernel_brk < engine_end && engine_end - kernel_brk > FAR;

	if (!img->fixed)
		return is_far ? kernel_brk : PIE_BASE;
	/* As much randomness as the kernel puts between bss and heap: pages of 32 MiB. */
	return img->brk + (is_far ? (kernel_brk - PIE_BASE) & 0x1fff000 : 0);
}

void mm_tell_kernel(const struct stack *s, const struct image *img)
{
	u64 heap = mm_heap(img, sys1(__NR_brk, 0), engine.engine_end) + img->layout.heap;
	struct prctl_mm_map map = {
		.start_code = img->start_code,
		.end_code = img->end_code,
		.start_data = img->start_data,
		.end_data = img->end_data,
		.start_brk = heap,
		.brk = heap,
		.start_stack = img->sp,
		.arg_start = s->args,
		.arg_end = s->args_end,
		.env_start = s->args_end,
		.env_end = s->env_end,
		.auxv = (void *)s->auxv,
		.auxv_size = s->auxc * sizeof(s->auxv[0]),
		.exe_fd = -1,
	};

	if (!map.end_code) { /* no executable segment, but the kernel wants a range */
		map.start_code = img->start_data;
		map.end_code = img->start_data + 1;
	}
	if (sys5(__NR_prctl, PR_SET_MM, PR_SET_MM_MAP, &map, sizeof(map), 0) != -EINVAL)
		return;
	/* Before Linux 5.2 the heap had to lie above the data. */
	map.start_data = map.end_data = map.start_code < heap ? map.start_code : PAGE_SIZE * 16;
	sys5(__NR_prctl, PR_SET_MM, PR_SET_MM_MAP, &map, sizeof(map), 0);
}
