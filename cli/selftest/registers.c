/* SPDX-License-Identifier: BSD-2-Clause */
/* Registers by pmc_msr_read() and pmc_msr_write(). */
#include "cli/selftest/registers.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Registers that act when they are written, and those that cannot be, have nothing to save. */
static bool keeps(const struct pmc_model_register *reg)
{
	return strcmp(reg->kind, "clear") && strcmp(reg->kind, "status") &&
	       strcmp(reg->kind, "alias") && strcmp(reg->name, "TSC");
}

int bank_read(struct bank *bank, const char *name, uint64_t *value)
{
	return pmc_msr_read(bank->cpu, name, value, &bank->diag);
}

int bank_write(struct bank *bank, const char *name, uint64_t value)
{
	return pmc_msr_write(bank->cpu, name, value, &bank->diag);
}

int bank_init(struct bank *bank, const struct pmc_model *model, unsigned cpu)
{
	struct pmc_model_register reg;
	uint64_t value;
	size_t i;
	int err;

	memset(bank, 0, sizeof(*bank));
	bank->model = model;
	bank->cpu = cpu;
	for (i = 0; !pmc_model_register_at(model, i, &reg); i++)
		;
	bank->saved = calloc(i + 1, sizeof(*bank->saved));
	if (!bank->saved)
		return -ENOMEM;
	for (i = 0; !pmc_model_register_at(model, i, &reg); i++) {
		if (!keeps(&reg))
			continue;
		err = bank_read(bank, reg.name, &value);
		/* A processor may lack some, as PEBS. */
		if (err == -EIO)
			continue;
		if (err)
			return err;
		memcpy(bank->saved[bank->n_saved].name, reg.name, sizeof(reg.name));
		bank->saved[bank->n_saved++].value = value;
	}
	return 0;
}

void bank_restore(struct bank *bank)
{
	size_t i = bank->n_saved;

	while (i-- > 0)
		bank_write(bank, bank->saved[i].name, bank->saved[i].value);
}

void bank_deinit(struct bank *bank)
{
	free(bank->saved);
}

const char *bank_in_use(struct bank *bank)
{
	const char **text = calloc(bank->n_saved + 1, sizeof(*text));
	char(*words)[64] = calloc(bank->n_saved + 1, sizeof(*words));
	static const char some[] = "a counter";
	struct pmc_encoding *e;
	const char *used = NULL;
	size_t i;

	for (i = 0; text && words && i < bank->n_saved; i++) {
		snprintf(words[i], sizeof(words[i]), "%s=%#llx", bank->saved[i].name,
			 (unsigned long long)bank->saved[i].value);
		text[i] = words[i];
	}
	if (text && words &&
	    !pmc_decoding_create(bank->model, text, bank->n_saved, &e, &bank->diag)) {
		if (e->n_events)
			used = some;
		pmc_encoding_destroy(e);
	}
	free(text);
	free(words);
	return used;
}

int bank_select(struct bank *bank, const struct pmc_encoding *event, bool on)
{
	uint64_t value;
	size_t i;
	int err = 0;

	for (i = 0; i < event->n_registers && !err; i++) {
		const struct pmc_register *r = &event->reg[i];

		err = bank_read(bank, r->name, &value);
		if (!err)
			err = bank_write(bank, r->name,
					 (value & ~r->mask) | (on ? r->value & r->mask : 0));
	}
	return err;
}

bool bank_register(const struct bank *bank, const char *kind, int number,
		   struct pmc_model_register *reg)
{
	size_t i;

	for (i = 0; !pmc_model_register_at(bank->model, i, reg); i++)
		if (!strcmp(reg->kind, kind) && strcmp(reg->name, "TSC") && !number--)
			return true;
	return false;
}
