/* SPDX-License-Identifier: BSD-2-Clause */
/* `pmc record`: runs a command and writes its exact profile to a file. */
#ifndef PMC_CLI_RECORD_H
#define PMC_CLI_RECORD_H

struct subcommand;

int record_main(const struct subcommand *self, char **argv);

#endif
