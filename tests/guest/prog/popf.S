/* SPDX-License-Identifier: BSD-2-Clause */
/* POPF, PAUSE, RDTSC and STD/CLD: what an emulator likes to leave its loop for. */
/* expect: instructions 9004 branches 1000 far 1 */
#include "prog.h"
	mov	$1000, %ebp
again:	pushf
	popf
	std
	cld
	pause
	rdtsc
	nop
	dec	%ebp
	jnz	again
	leave_with 0
