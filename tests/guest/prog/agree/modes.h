/* SPDX-License-Identifier: BSD-2-Clause */
/* What the program can do, one file each: X(NAME, what). */
#ifndef TESTS_GUEST_PROG_AGREE_MODES_H
#define TESTS_GUEST_PROG_AGREE_MODES_H

/* clang-format off */
#define MODES(X) \
	X(wrap,    "N rounds of known instructions on every CPU, while counters overflow") \
	X(page,    "N readings by RDPMC and the mapped page, against the kernel's") \
	X(threads, "N threads, each counted by itself, against the process")
/* clang-format on */

#define X(name, what) void mode_##name(long n);
MODES(X)
#undef X

#endif
