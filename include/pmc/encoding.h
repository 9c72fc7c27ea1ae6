/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Events as values of registers, and on counters.
 * A part of <pmc/pmc.h>, which programs include, and whose rules hold here.
 */
#ifndef PMC_ENCODING_H
#define PMC_ENCODING_H

#include <pmc/diag.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

struct pmc_model;

/* One field of a register. */
struct pmc_field {
	char name[24]; /* the manual's: "CMASK" */
	const char *description;
	unsigned low, width; /* its lowest bit, and how many bits it has */
	uint64_t value;
};

struct pmc_register {
	char name[40]; /* "MSR_BSU_ESCR0", "IA32_PERFEVTSEL3" */
	uint32_t address;
	uint64_t value;
	uint64_t mask; /* the bits that belong to this event; the others belong to other events */
	uint64_t reserved; /* bits of value that are reserved */
	size_t n_fields;
	struct pmc_field *field; /* those that the PMU has, lowest first */
};

struct pmc_encoded_event {
	/* The counter that the registers are for, or that counts the event. */
	int counter;
	/* Canonical, with the model and modifiers: "pentium3::L2_RQSTS:I:u". */
	char name[320];
};

/* The registers of an event, or the events of registers. */
struct pmc_encoding {
	const char *model, *title;
	uint64_t counters; /* encoded: the counters that can count the event */
	size_t n_registers;
	struct pmc_register *reg;
	size_t n_events; /* encoded: 1 */
	struct pmc_encoded_event *event;
};

#define PMC_ENCODE_PMI 0x1u /* with the interrupt on overflow */
#define PMC_ENCODE_T1  0x2u /* Pentium 4: for the second logical processor of a core */

/*
 * Encodes one event for a model. `event` is written as for pmc_set_create(); it may carry the
 * model's name, and generic names are mapped. `counter` -1: the first that can count it.
 * Errors: -EINVAL: diag says what is wrong with the event, which models have it if this one does
 * not, or which counters can count it. The caller owns the result: pmc_encoding_destroy(). It does
 * not point into the model.
 */
int pmc_encoding_create(const struct pmc_model *model, const char *event, int counter,
			unsigned flags, struct pmc_encoding **encoding, struct pmc_diag *diag);

/*
 * The reverse. Each of the n texts is "REGISTER=VALUE": a register by its name in this model or by
 * its address, and numbers in decimal or with 0x. The result has one event for each counter that
 * these registers make count. -EINVAL: diag's token is the text that is wrong.
 */
int pmc_decoding_create(const struct pmc_model *model, const char *const *texts, size_t n,
			struct pmc_encoding **encoding, struct pmc_diag *diag);

/* Frees either. NULL is ignored. */
void pmc_encoding_destroy(struct pmc_encoding *encoding);

struct pmc_plan_event {
	char name[320]; /* as typed */
};

/* Which counter each of a list of events gets. */
struct pmc_plan {
	const char *model, *title;
	size_t n_events;
	struct pmc_plan_event *event;
	size_t n_slices; /* 1: all events fit at once; else the groups of a rotation */
	int *counter; /* [slice * n_events + event]; -1: the event does not count in this slice */
	/* With several slices: a smallest part of the list that does not fit at once, and why. */
	char reason[640];
};

/*
 * Finds a plan for a list of events, written as for pmc_set_create(), on a model's counters. It
 * finds one whenever there is one. Pinned events (:D) are in every slice, and groups stay together.
 * Errors: -EINVAL: as pmc_encoding_create(); -ENOSPC: a group does not fit together with the pinned
 * events (diag: which events, and why). The caller owns the plan: pmc_plan_destroy(). It does not
 * point into the model.
 */
int pmc_plan_create(const struct pmc_model *model, const char *events, struct pmc_plan **plan,
		    struct pmc_diag *diag);
/* NULL is ignored. */
void pmc_plan_destroy(struct pmc_plan *plan);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
