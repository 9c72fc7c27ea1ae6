/* SPDX-License-Identifier: BSD-2-Clause */
/* `pmc script`: a profile as text, or in the format of another tool. */
#ifndef PMC_CLI_SCRIPT_SCRIPT_H
#define PMC_CLI_SCRIPT_SCRIPT_H

struct subcommand;

int script_main(const struct subcommand *self, char **argv);

#endif
