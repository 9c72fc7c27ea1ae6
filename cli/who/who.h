/* SPDX-License-Identifier: BSD-2-Clause */
/* The subcommand `pmc who`. */
#ifndef PMC_CLI_WHO_H
#define PMC_CLI_WHO_H

struct subcommand;

int who_main(const struct subcommand *self, char **argv);

#endif
