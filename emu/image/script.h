/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The first line of a #! script as the kernel reads it. Pure: no system calls, no state.
 */
#ifndef PMC_EMU_SCRIPT_H
#define PMC_EMU_SCRIPT_H

#define SCRIPT_BUF   256 /* bytes of a file that the kernel looks at */
#define SCRIPT_DEPTH 5	 /* how often an interpreter may be a script itself; then ELOOP */

struct script {
	const char *interp; /* may be empty: then the kernel finds the working directory */
	const char *arg;    /* the one optional argument, or NULL */
};

/*
 * Cuts buf, the first bytes of the file filled up with zeros, into the strings of *s. 0, or
 * -ENOEXEC when the kernel would not take the file for a script.
 */
int script_parse(char buf[SCRIPT_BUF], struct script *s);

#endif
