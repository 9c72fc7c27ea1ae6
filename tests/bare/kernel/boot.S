/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * From the boot loader to kernel_main(), and the ways into and out of CPL 3.
 *
 * Multiboot (version 0.6.96): GRUB and `qemu-system-x86_64 -kernel` load the ELF file and enter in 32-bit
 * protected mode without paging. That is how it stays: flat segments, one address space.
 *
 * Data segments are those of CPL 3 in every ring, so that IRET to CPL 3 does not clear them.
 */
#define KERNEL_CS 0x08
#define KERNEL_SS 0x10
#define USER_CS   0x1b
#define USER_DS   0x23
#define TSS       0x28

#define MULTIBOOT_MAGIC 0x1badb002

	.section .multiboot, "a"
	.align 4
	.long MULTIBOOT_MAGIC, 0, -MULTIBOOT_MAGIC

	.bss
	.align 16
stack:	.skip 65536
stack_top:
user_stack:
	.skip 4096
user_stack_top:

	.data
	.align 8
gdt:	.quad 0
	.quad 0x00cf9a000000ffff	/* CS, CPL 0 */
	.quad 0x00cf92000000ffff	/* SS, CPL 0 */
	.quad 0x00cffa000000ffff	/* CS, CPL 3 */
	.quad 0x00cff2000000ffff	/* DS, CPL 3 */
tss_descriptor:
	.quad 0x0000890000000067
gdt_end:
gdtr:	.word gdt_end - gdt - 1
	.long gdt

	.align 4
tss:	.long 0
tss_esp0:
	.long 0, KERNEL_SS
	.skip 22 * 4
	.word 0, 0x68			/* no I/O permissions */

	/* What kernel.c sees of an excursion to CPL 3, and of a fault. */
	.globl user_eax, user_edx, fault_vector
user_eax: .long 0
user_edx: .long 0
fault_vector: .long 0

	.text
	.globl _start
_start:
	cli
	cld
	movl $stack_top, %esp
	/* The descriptor's base is in three pieces. */
	movl $tss, %eax
	movw %ax, tss_descriptor + 2
	shrl $16, %eax
	movb %al, tss_descriptor + 4
	movb %ah, tss_descriptor + 7
	lgdt gdtr
	ljmp $KERNEL_CS, $1f
1:	movw $KERNEL_SS, %ax
	movw %ax, %ss
	movw $USER_DS, %ax
	movw %ax, %ds
	movw %ax, %es
	movw %ax, %fs
	movw %ax, %gs
	movw $TSS, %ax
	ltr %ax
	call kernel_main
	/* An exception without an IDT resets the machine, and ends QEMU with -no-reboot. */
	lidt no_idt
	int3
2:	hlt
	jmp 2b
no_idt:	.word 0
	.long 0

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

	/* void run_user(void *entry, u32 loops, void *data, u32 ecx): at CPL 3, interrupts enabled */
	.globl run_user
run_user:
	pushal
	movl 36(%esp), %eax
	movl 40(%esp), %ebp
	movl 44(%esp), %esi
	movl 48(%esp), %ecx
	leal 64(%esi), %edi
	movl %esp, tss_esp0
	movl $user_stack_top - 16, %edx
	movl $user_exit, (%edx)		/* where the program's RET goes to */
	pushl $USER_DS
	pushl %edx
	pushl $0x202
	pushl $USER_CS
	pushl %eax
	iret

user_exit:
	int $0x80

	/* INT 80H: the stack is where run_user() left it, below what the INT pushed. */
	.globl interrupt_exit
interrupt_exit:
	movl %eax, user_eax
	movl %edx, user_edx
	movl tss_esp0, %esp
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

	/* #UD: of UD2 and RDPMC, which have two bytes. PROGRAM_FAULTS counts these three. */
	.globl exception_ud
exception_ud:
	movl $6, fault_vector
	addl $2, (%esp)
	iret

	/* #GP: kernel.c looks whether it is RDMSR, WRMSR or RDPMC; these have two bytes too. */
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
