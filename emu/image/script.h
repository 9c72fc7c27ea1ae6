/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * The first line of a #! script, as the kernel reads it. Pure: no system calls, no state.
 */
#ifndef PMC_EMU_SCRIPT_H
#define PMC_EMU_SCRIPT_H

#define SCRIPT_BUF   256 /* bytes of a file that the kernel looks at */
#define SCRIPT_DEPTH 5	 /* a script's interpreter may be a script, at most so often; then ELOOP */

struct script {
	const char *interp; /* may be empty: the kernel then finds the working directory */
	const char *arg;    /* the one optional argument, or NULL */
};

/*
 * buf: the first bytes of the file, filled up with zeros; it is cut into strings, and *s points
 * into it. 0, or -ENOEXEC when the kernel would not take it for a script.
 */
int script_parse(char buf[SCRIPT_BUF], struct script *s);

#endif
