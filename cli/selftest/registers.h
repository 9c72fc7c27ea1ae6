/* SPDX-License-Identifier: BSD-2-Clause */
/* The PMU's registers on the CPU that is tested: saved, changed and put back. */
#ifndef PMC_CLI_SELFTEST_REGISTERS_H
#define PMC_CLI_SELFTEST_REGISTERS_H

#include <pmc/pmc.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bank {
	const struct pmc_model *model;
	unsigned cpu;
	struct {
		char name[40];
		uint64_t value;
	} * saved;
	size_t n_saved;
	struct pmc_diag diag; /* why the last function failed */
};

/* Saves all registers that can be written. 0 or -errno. Free with bank_deinit() in every case. */
int bank_init(struct bank *bank, const struct pmc_model *model, unsigned cpu);
/* Puts the registers back as they were saved, those that select last. */
void bank_restore(struct bank *bank);
void bank_deinit(struct bank *bank);

/* The counter that somebody uses now, by the saved registers; NULL: none. It lives in the bank. */
const char *bank_in_use(struct bank *bank);

int bank_read(struct bank *bank, const char *name, uint64_t *value);
int bank_write(struct bank *bank, const char *name, uint64_t value);
/* Writes the registers of an event, or clears its bits in them if it is not `on`. */
int bank_select(struct bank *bank, const struct pmc_encoding *event, bool on);

/* The register of a kind ("counter", "fixed") with this number, from 0 on; false: none. */
bool bank_register(const struct bank *bank, const char *kind, int number,
		   struct pmc_model_register *reg);

#endif
