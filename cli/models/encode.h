/* SPDX-License-Identifier: BSD-2-Clause */
/* `pmc encode`: an event as register values. */
#ifndef PMC_CLI_MODELS_ENCODE_H
#define PMC_CLI_MODELS_ENCODE_H

struct subcommand;

/* Returns the exit status. */
int encode_main(const struct subcommand *self, char **argv);

#endif
