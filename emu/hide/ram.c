// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See ram.h. Half of it is free, and nothing is swapped, as on a machine that does nothing else. */
#include "emu/hide/ram.h"
#include "emu/base/engine.h"
#include "emu/base/format.h"
#include "emu/base/syscall.h"
#include "emu/base/thread.h"
#include "emu/base/usermem.h"
#include "emu/hide/clock.h"

#include <asm/errno.h>
#include <linux/sysinfo.h>

/* Bytes: "memory" in lib/backends/emulated/machine.c. */
#define TOTAL (4ul << 30)
#define FREE  (2ul << 30)

bool ram_syscall(const u64 arg[6], long *ret)
{
	struct sysinfo s;

	*ret = sys1(__NR_sysinfo, (long)&s);
	if (*ret)
		return true;
	s = (struct sysinfo){
		.uptime = s.uptime,
		.totalram = TOTAL,
		.freeram = FREE,
		.procs = 1,
		.mem_unit = 1,
	};
	if (engine.clock)
		s.uptime = (long)((CLOCK_UPTIME + clock_look(thread_self())) / CLOCK_SECOND);
	if (copy_to_user(arg[0], &s, sizeof(s)))
		*ret = -EFAULT;
	return true;
}

u32 ram_meminfo(char *text, u32 size)
{
	return (u32)emu_snprintf(text, size,
				 "MemTotal:       %8lu kB\nMemFree:        %8lu kB\n"
				 "MemAvailable:   %8lu kB\nBuffers:        %8u kB\n"
				 "Cached:         %8u kB\nSwapCached:     %8u kB\n"
				 "Active:         %8u kB\nInactive:       %8u kB\n"
				 "SwapTotal:      %8u kB\nSwapFree:       %8u kB\n"
				 "Shmem:          %8u kB\nSReclaimable:   %8u kB\n"
				 "HugePages_Total: %7u\nHugePages_Free:  %7u\n"
				 "Hugepagesize:   %8u kB\n",
				 TOTAL >> 10, FREE >> 10, FREE >> 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
				 0, 2048);
}
