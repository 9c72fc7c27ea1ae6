/* SPDX-License-Identifier: BSD-2-Clause */
/* `pmc info`: this machine, or a model. */
#ifndef PMC_CLI_MODELS_INFO_H
#define PMC_CLI_MODELS_INFO_H

struct subcommand;

/* Returns the exit status. */
int info_main(const struct subcommand *self, char **argv);

#endif
