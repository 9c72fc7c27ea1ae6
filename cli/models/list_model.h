/* SPDX-License-Identifier: BSD-2-Clause */
/* `pmc list --models`, and the events of one model: `pmc list --model`. */
#ifndef PMC_CLI_MODELS_LIST_MODEL_H
#define PMC_CLI_MODELS_LIST_MODEL_H

#include <stdbool.h>

/* Both return the exit status. */
int list_models(bool json);
/* name NULL: this machine's; events_file may be NULL. */
enum list_form {
	LIST_ABOUT, /* names and descriptions */
	LIST_NAMES, /* only names */
	LIST_ROWS,  /* with what they are in the registers */
	LIST_JSON,  /* the same in JSON */
};
int list_model(const char *name, const char *events_file, char *const *patterns,
	       enum list_form form);

#endif
