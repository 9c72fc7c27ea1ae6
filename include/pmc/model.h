/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Models of PMUs: their events and registers.
 * A part of <pmc/pmc.h>, which programs include, and whose rules hold here.
 */
#ifndef PMC_MODEL_H
#define PMC_MODEL_H

#include <pmc/diag.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/*
 * Every PMU that the library knows, whether this machine has it or not: its events, and how its
 * registers encode them. These functions touch no hardware. Names of models are those that
 * `pmc list --models` prints; case does not matter.
 *
 * Counters are numbered from 0 (general) and from 32 (fixed); on the Pentium 4 from 0 to 17.
 */
struct pmc_model_info {
	const char *name;  /* "pentium4" */
	const char *title; /* "Pentium 4, models 0 to 2" */
	unsigned version;  /* architectural version; AMD: 2 is PerfMonV2; else 0 */
	uint64_t counters; /* bit i: the model has counter i */
	unsigned general_width, fixed_width; /* bits; 0 when it has none */
	size_t events;			     /* in its catalogue */
	const char *family;  /* "architectural", "AMD", "Pentium 4", "P6", "P5" … */
	const char *rules;   /* which counters and registers events share, in a sentence; or "" */
	const char *libpfm4; /* libpfm4's name of its PMU, when events come from there; or NULL */
	/* Where the vendor describes these counters: document, title of the section; or "" */
	const char *manual;
};

/* Model number `index`, from 0 on, oldest first; -ENOENT past the last. */
int pmc_model_at(size_t index, struct pmc_model_info *info);

/*
 * A model that was opened. Its events are its own, those of a file if there is one, and for newer
 * processors those that libpfm4 knew when libpmc was built with it.
 */
struct pmc_model;

/*
 * Opens a model by its name, or by the name of an event that carries its model ("pentium4::bnr").
 * NULL: the model of this machine, by CPUID. `events_file` (may be NULL) is a file of Intel's
 * perfmon collection (github.com/intel/perfmon, *_core.json): its events are added to those of the
 * model, which must be one of Intel's cores.
 * Errors: -ENOENT: no model has this name (diag suggests some); -EINVAL: the file is wrong (diag
 * says where and why); errors of open(2) and read(2). The caller owns the model: pmc_model_close().
 */
int pmc_model_open(const char *name, const char *events_file, struct pmc_model **model,
		   struct pmc_diag *diag);
/* Also frees the strings of its events. NULL is ignored. */
void pmc_model_close(struct pmc_model *model);

/*
 * Describes a model. The model of this machine has the counters that CPUID announces, which may be
 * none under a hypervisor.
 */
void pmc_model_info(const struct pmc_model *model, struct pmc_model_info *info);

/* An event of a model, or one of its unit masks. The strings live as long as the model. */
struct pmc_model_event {
	const char *name;
	const char *description; /* one sentence without full stop */
	uint64_t counters;	 /* that can count it; 0 for a unit mask */
	unsigned umasks;	 /* how many it has; 0 for a unit mask */
	const char *source;	 /* where it comes from: "pmc", "libpfm4" or "file" */
	const char *note;	 /* what the manual warns of, without full stop; or NULL. Static */
	/* What produces it, as in the manual's table of the P6 family: "L2 cache"; NULL: the manual
	 * does not say. Static */
	const char *unit;
	/* Where the vendor lists it: a document and the title of a section or table. NULL: it comes
	 * from a file, or this is a unit mask. Static */
	const char *manual;
};

/* Event number `index` of a model; unit mask number `umask` of it. -ENOENT: it has fewer. */
int pmc_model_event_at(const struct pmc_model *model, size_t index, struct pmc_model_event *event);
int pmc_model_umask_at(const struct pmc_model *model, size_t index, unsigned umask,
		       struct pmc_model_event *event);

/* A register of a model. */
struct pmc_model_register {
	char name[40];
	uint32_t address;
	uint64_t bits; /* those that are not reserved */
	/*
	 * "select", "escr", "counter", "alias" (a counter at full width), "fixed", "control",
	 * "status", "clear"; static.
	 */
	const char *kind;
};

/* Register number `index` of a model, from 0 on; -ENOENT past the last. */
int pmc_model_register_at(const struct pmc_model *model, size_t index,
			  struct pmc_model_register *reg);

/* An ESCR of a Pentium 4, and which counters it feeds. */
struct pmc_model_wire {
	char escr[40]; /* "MSR_BSU_ESCR0" */
	uint32_t address;
	uint64_t counters;
	unsigned select; /* its number in their CCCRs */
};

/* ESCR number `index`, from 0 on; -ENOENT past the last, or if the model is no Pentium 4. */
int pmc_model_wire_at(const struct pmc_model *model, size_t index, struct pmc_model_wire *wire);

/* A generic event, and the model's event that counts it. The strings are static. */
struct pmc_model_generic {
	const char *name;  /* "cache-misses" */
	const char *event; /* in the model's catalogue; NULL: the model cannot count it */
};

/* Number `index` of the generic hardware and cache events, from 0 on; -ENOENT past the last. */
int pmc_model_generic_at(const struct pmc_model *model, size_t index,
			 struct pmc_model_generic *generic);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
