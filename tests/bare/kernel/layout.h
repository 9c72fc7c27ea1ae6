/* SPDX-License-Identifier: BSD-2-Clause */
/* Numbers that assembler and C share: the segments, and offsets in struct cpu */
#ifndef PMC_TESTS_BARE_KERNEL_LAYOUT_H
#define PMC_TESTS_BARE_KERNEL_LAYOUT_H

#define CPUS 4

/* Selectors. After these, two descriptors for each processor: its struct cpu as FS, and as TSS. */
#define KERNEL_CS   0x08
#define KERNEL_SS   0x10
#define USER_CS	    0x1b
#define USER_DS	    0x23
#define CPU_FS(i)   (0x28 + 16 * (i) + 3)
#define CPU_TSS(i)  (0x30 + 16 * (i))
#define GDT_ENTRIES (5 + 2 * CPUS)

/* struct cpu */
#define CPU_ESP0       0x04 /* in the TSS */
#define CPU_SELF       0x68
#define CPU_USER_EAX   0x6c
#define CPU_USER_EDX   0x70
#define CPU_FAULT      0x74
#define CPU_USER_STACK 0x3f0 /* its first word */
#define CPU_SIZE       0x8000

#endif
