/* SPDX-License-Identifier: BSD-2-Clause */
/* `pmc script` alone: the profile as lines of text (pmc-script(1) describes them). */
#ifndef PMC_CLI_SCRIPT_TEXT_H
#define PMC_CLI_SCRIPT_TEXT_H

struct script_job;

int text_write(const struct script_job *job);

#endif
