/* SPDX-License-Identifier: BSD-2-Clause */
/* POPF, PAUSE, RDTSC and STD/CLD: instructions for which emulators tend to leave their loop */
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
