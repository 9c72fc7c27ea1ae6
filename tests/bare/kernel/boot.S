/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * From the boot loader to kernel_main(), from real mode to processor_main(), and the entries to and
 * exits from CPL 3 and exceptions.
 *
 * Multiboot (version 0.6.96): GRUB and `qemu-system-x86_64 -kernel` load the ELF file and enter in
 * 32-bit protected mode without paging. The kernel stays there: flat segments, one address space.
 * FS points to the processor's own struct cpu (cpu.h). All rings use the data segments of CPL 3, so
 * that IRET to CPL 3 does not clear them.
 */
#include "tests/bare/kernel/layout.h"

#define MULTIBOOT_MAGIC 0x1badb002

	.section .multiboot, "a"
	.align 4
	.long MULTIBOOT_MAGIC, 0, -MULTIBOOT_MAGIC

	.data
	.globl processors
processors: .long 1

	.text
	.globl _start
_start:
	cli
	cld
	movl $cpus + CPU_SIZE, %esp
	call kernel_main
	/* An exception without an IDT resets the machine, and ends QEMU with -no-reboot. */
	lidt no_idt
	int3
1:	hlt
	jmp 1b
no_idt:	.word 0
	.long 0

	/* Another processor starts here in real mode, in the page to which this code is copied. */
	.code16
	.globl trampoline, trampoline_end
trampoline:
	cli
	movw %cs, %ax
	movw %ax, %ds
	lgdtl gdtr - trampoline
	movl %cr0, %eax
	andl $0x9fffffff, %eax		/* caches on */
	orb $1, %al
	movl %eax, %cr0
	ljmpl $KERNEL_CS, $1f
gdtr:	.word GDT_ENTRIES * 8 - 1
	.long gdt
trampoline_end:
	.code32
1:	cld
	movw $KERNEL_SS, %ax
	movw %ax, %ss
	movw $USER_DS, %ax
	movw %ax, %ds
	movw %ax, %es
	movl $1, %eax
	lock
	xaddl %eax, processors
	movl %eax, %ebx
	incl %ebx
	imull $CPU_SIZE, %ebx
	leal cpus(%ebx), %esp
	pushl %eax
	call processor_main

	/*
	 * void load_segments(u32 fs, u32 tss): called when the processor's descriptors are written
	 */
	.globl load_segments
load_segments:
	lgdt gdtr
	ljmp $KERNEL_CS, $1f
1:	movw $KERNEL_SS, %ax
	movw %ax, %ss
	movw $USER_DS, %ax
	movw %ax, %ds
	movw %ax, %es
	movw %ax, %gs
	movw 4(%esp), %fs
	ltr 8(%esp)
	ret

	/* void run_kernel(void *entry, u32 loops, void *data) */
	.globl run_kernel
run_kernel:
	pushal
	movl 36(%esp), %eax
	movl 40(%esp), %ebp
	movl 44(%esp), %esi
	leal 64(%esi), %edi
	call *%eax
	popal
	ret

	/*
	 * void run_user(void *entry, u32 loops, void *data, u32 ecx): at CPL 3, interrupts enabled
	 */
	.globl run_user
run_user:
	pushal
	movl 36(%esp), %eax
	movl 40(%esp), %ebp
	movl 44(%esp), %esi
	movl 48(%esp), %ecx
	leal 64(%esi), %edi
	movl %esp, %fs:CPU_ESP0
	movl %fs:CPU_SELF, %edx
	addl $CPU_USER_STACK, %edx
	movl $user_exit, (%edx)		/* where the program's RET goes to */
	pushl $USER_DS
	pushl %edx
	pushl $0x202
	pushl $USER_CS
	pushl %eax
	iret

user_exit:
	int $0x80

	/* INT 80H: run_user() has left its stack below what the INT pushed. */
	.globl interrupt_exit
interrupt_exit:
	movl %eax, %fs:CPU_USER_EAX
	movl %edx, %fs:CPU_USER_EDX
	movl %fs:CPU_ESP0, %esp
	popal
	ret

	.globl user_rdpmc
user_rdpmc:
	rdpmc
	ret

	/* INT 81H, of PROGRAM_INTERRUPTS */
	.globl interrupt_return
interrupt_return:
	iret

	.globl interrupt_timer
interrupt_timer:
	pushl %eax
	movl apic_base, %eax
	movl $0, 0xb0(%eax)		/* EOI */
	popl %eax
	iret

	/* #UD: of UD2 and RDPMC, which have two bytes. PROGRAM_FAULTS counts these three. */
	.globl exception_ud
exception_ud:
	movl $6, %fs:CPU_FAULT
	addl $2, (%esp)
	iret

	/* #GP: cpu.c looks whether it is RDMSR, WRMSR or RDPMC; these have two bytes too. */
	.globl exception_gp
exception_gp:
	pushal
	pushl %esp
	call general_protection
	addl $4, %esp
	popal
	addl $4, %esp
	addl $2, (%esp)
	iret

	/* The PMI, as an NMI and with a vector. */
	.globl interrupt_nmi, interrupt_fixed
interrupt_nmi:
	pushal
	pushl %esp
	pushl $2
	jmp 1f
interrupt_fixed:
	pushal
	pushl %esp
	pushl $0x40
1:	call pmi_arrived
	addl $8, %esp
	popal
	iret

	.globl exception_other
exception_other:
	pushl %esp
	call unexpected
	hlt
	jmp exception_other
