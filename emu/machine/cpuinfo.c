// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/*
 * The lines are those of Linux 6.1 (arch/x86/kernel/cpu/proc.c). The frequency is made up.
 */
#include "emu/machine/cpuinfo.h"

#include "emu/base/format.h"
#include "emu/machine/level.h"

u32 cpuinfo_write(const struct level *l, char *text, u32 size)
{
	u32 family = l->signature >> 8 & 15, model = l->signature >> 4 & 15;
	u32 n;

	if (family == 6 || family == 15)
		model |= l->signature >> 12 & 0xf0;
	n = (u32)emu_snprintf(text, size,
			      "processor\t: 0\nvendor_id\t: GenuineIntel\ncpu family\t: %u\n"
			      "model\t\t: %u\nmodel name\t: %s\nstepping\t: %u\n"
			      "microcode\t: 0x0\ncpu MHz\t\t: 1000.000\ncache size\t: %u KB\n",
			      family, model, l->brand, l->signature & 15, LEVEL_L3);
	n += (u32)emu_snprintf(
		text + n, size - n,
		"physical id\t: 0\nsiblings\t: 1\ncore id\t\t: 0\ncpu cores\t: 1\n"
		"apicid\t\t: 0\ninitial apicid\t: 0\nfpu\t\t: yes\nfpu_exception\t: yes\n"
		"cpuid level\t: %u\nwp\t\t: yes\nflags\t\t: %s%s\nbugs\t\t:\n",
		l->max_leaf, LEVEL_FLAGS, l->flags);
	n += (u32)emu_snprintf(text + n, size - n,
			       "bogomips\t: 2000.00\nclflush size\t: %u\n"
			       "cache_alignment\t: %u\n"
			       "address sizes\t: %u bits physical, %u bits virtual\n"
			       "power management:\n\n",
			       LEVEL_LINE, LEVEL_LINE, LEVEL_PHYSICAL, LEVEL_VIRTUAL);
	return n;
}
