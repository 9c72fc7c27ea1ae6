/* SPDX-License-Identifier: BSD-2-Clause */
/* Flags: 43 instructions, a load, 17 stores and a branch per turn. */
#include "class.h"
	REPEAT(TIMES)
flags:
	stc
	cmc
	clc
	std
	cld
	lahf
	sahf				/* count N: i=7 */
	pushfq				/* count N: i=1 st=1 */
	popfq				/* count N: i=1 ld=1 */
	.irp	cc, o, no, b, nb, z, nz, be, nbe, s, ns, p, np, l, nl, le, nle
	set\cc	%al
	set\cc	cell(%rip)
	.endr				/* count 16*N: i=2 st=1 */
	decl	%ebp
	jnz	flags			/* count N: i=2 ; count N-1: t=1 ; count 1: n=1 */
	END
