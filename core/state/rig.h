/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * How a guest learns that its PMU is made of these register models (qemu/pmu), and which events it
 * counts. CPUID leaves from 40000000H on are the hypervisors'; each has 100H of them.
 *
 *	RIG_LEAF	EAX: the last of the rig's leaves; EBX, ECX, EDX: RIG_SIGNATURE
 *	RIG_LEAF_COUNTS	with an event select and a unit mask in ECX (RIG_EVENT), as the rows of
 *			struct pmc_signals have them. EAX: what the event counts, one bit each
 *			(pmc_signals_of), the lower half of them; EBX: the upper half. Both
 *			0: it can be programmed and counts nothing
 */
#ifndef PMC_CORE_STATE_RIG_H
#define PMC_CORE_STATE_RIG_H

#define RIG_LEAF	0x40000100u
#define RIG_LEAF_COUNTS 0x40000101u
#define RIG_SIGNATURE	"pmc rig PMU " /* 12 bytes */

#define RIG_EVENT(select, unit) ((u32)(select) << 16 | (u32)(unit))

#endif
