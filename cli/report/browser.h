/* SPDX-License-Identifier: BSD-2-Clause */
/* Browsing in a report on a terminal. */
#ifndef PMC_CLI_REPORT_BROWSER_H
#define PMC_CLI_REPORT_BROWSER_H

struct view;

/* The view has all events that the user may want to see. Returns the exit status. */
int browser_run(struct view *view);

#endif
