/* SPDX-License-Identifier: BSD-2-Clause */
/* The subcommand `pmc read`. */
#ifndef PMC_CLI_READ_H
#define PMC_CLI_READ_H

struct subcommand;

int read_main(const struct subcommand *self, char **argv);

#endif
