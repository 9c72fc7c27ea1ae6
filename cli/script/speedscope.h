/* SPDX-License-Identifier: BSD-2-Clause */
/* speedscope's JSON (https://www.speedscope.app/file-format-schema.json). */
#ifndef PMC_CLI_SCRIPT_SPEEDSCOPE_H
#define PMC_CLI_SCRIPT_SPEEDSCOPE_H

struct script_job;

int speedscope_write(const struct script_job *job);

#endif
