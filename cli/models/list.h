/* SPDX-License-Identifier: BSD-2-Clause */
/* `pmc list`: events, models, and which counters events would get. */
#ifndef PMC_CLI_MODELS_LIST_H
#define PMC_CLI_MODELS_LIST_H

struct subcommand;

/* Returns the exit status. */
int list_main(const struct subcommand *self, char **argv);

#endif
