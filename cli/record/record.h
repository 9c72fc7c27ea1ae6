/* SPDX-License-Identifier: BSD-2-Clause */
/* `pmc record`: writes the exact profile of a command to a file, or a sampled one. */
#ifndef PMC_CLI_RECORD_H
#define PMC_CLI_RECORD_H

struct subcommand;

int record_main(const struct subcommand *self, char **argv);

#endif
