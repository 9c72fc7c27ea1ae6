/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * For programs that call /dev/pmc and say what came of it: "ok NAME" or "not ok NAME: …", a line
 * each (tests/guest/driver.sh: said).
 */
#ifndef TESTS_GUEST_PROG_DEV_RESULT_H
#define TESTS_GUEST_PROG_DEV_RESULT_H

/* 1 after the first result that is not good: main returns it. */
extern int failed;

void result(int good, const char *fmt, ...);

/* Ends the program when `good` is 0, because nothing else makes sense then; prints errno. */
void must(int good, const char *what);

/* Is this the kernel with checks (qemu/debug-kernel)? Everything takes longer there. */
int has_checks(void);

/* Opens /dev/pmc. */
int dev(void);

#endif
