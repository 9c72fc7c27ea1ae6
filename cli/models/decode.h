/* SPDX-License-Identifier: BSD-2-Clause */
/* `pmc decode`: register values as events. */
#ifndef PMC_CLI_MODELS_DECODE_H
#define PMC_CLI_MODELS_DECODE_H

struct subcommand;

/* Returns the exit status. */
int decode_main(const struct subcommand *self, char **argv);

#endif
