/* SPDX-License-Identifier: BSD-2-Clause */
/* Straight code over many pages, each of which is faulted in as the code gets there. */
/* expect: instructions 200003 branches 0 far 1 */
#include "prog.h"
	.fill	200000, 1, 0x90
	leave_with 0
