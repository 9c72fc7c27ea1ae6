/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Machines: this one, and those whose caches, TLBs and predictors are modelled.
 * A part of <pmc/pmc.h>, which programs include, and whose rules hold here.
 */
#ifndef PMC_HARDWARE_H
#define PMC_HARDWARE_H

#include <pmc/diag.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

struct pmc;

struct pmc_machine {
	char vendor[16];		  /* "GenuineIntel" */
	char brand[64];			  /* CPUID's brand string without needless blanks */
	unsigned family, model, stepping; /* as displayed: with the extended fields added */
	char hypervisor[16];		  /* "KVMKVMKVM", from CPUID 40000000H; "" on bare metal */
	unsigned pmu_version; /* from CPUID 0AH (Intel) or perfmon v2 (AMD); 0: none announced */
	unsigned general, general_width; /* counters and their bits; 0 when not announced */
	unsigned fixed, fixed_width;
	unsigned cpus; /* CPUs that are online */
};

/*
 * What CPUID says about this processor. That is what the machine, perhaps a virtual one, announces;
 * pmc_backends() tells whether the kernel offers its PMU.
 */
int pmc_machine(struct pmc_machine *machine);

/*
 * A machine whose caches, TLBs, prefetchers and branch predictors the library describes as data:
 * docs/machines.md. Strings are static.
 */
struct pmc_hardware {
	const char *name;  /* "skylakex" */
	const char *title; /* "Skylake server, 16 cores with 22 MiB of L3" */
	const char *model; /* the PMU whose event names it has; NULL: none */
};

/* Machine number `index`, from 0 on, oldest first; -ENOENT past the last. */
int pmc_hardware_at(size_t index, struct pmc_hardware *hardware);
/*
 * A machine by its name; case does not matter. "host" is the one that CPUID of this processor
 * describes. -ENOENT: no machine has this name (diag suggests some), or CPUID says too little.
 */
int pmc_hardware_find(const char *name, struct pmc_hardware *hardware, struct pmc_diag *diag);

/* A part of a machine. */
struct pmc_hardware_part {
	char setting[128]; /* "L1d=32K,8,64,bit-plru"; an absent part is "L2=none" */
	char source[320];  /* where its numbers come from; "": it is absent */
};

/* Part number `index` of a machine, from 0 on; -ENOENT past the last, or if the name is unknown. */
int pmc_hardware_part_at(const char *name, size_t index, struct pmc_hardware_part *part);

/*
 * Weight number `index` of a machine's estimate of cycles: the setting "L1d=8" and its source;
 * -ENOENT past the last, or if the name is unknown.
 */
int pmc_hardware_weight_at(const char *name, size_t index, struct pmc_hardware_part *part);

/* A machine whose caches, TLBs and branch predictors are modelled: docs/machines.md. */
struct pmc_hardware_choice {
	const char *name;     /* "skylakex", "host"; NULL: that of the file, or "skylakex" */
	const char *file;     /* of settings, one on a line, perhaps after machine=NAME; or NULL */
	const char *settings; /* that change it: "L1d=32K,8,64,nru;LL=none"; or NULL */
};

/*
 * Chooses the machine that backend emulated models for the sets that are made from now on. Its
 * counts (PMC_EVENT_MODELLED, quality PMC_MODELLED) are perf's generic events of caches, TLBs and
 * branches, those of docs/machines.md by their own names ("l1d-read-misses"), and what the machine
 * answers of the events of its PMU, which can be named then. Without a choice generic and own names
 * are modelled on skylakex. The setting LL=private gives each thread a last level of its own.
 * pmc_set_fixed_at() tells the machine of a set as "machine".
 * Errors: -EOPNOTSUPP: another backend; -ENOENT: no machine has this name (diag suggests some);
 * -EINVAL: a setting is wrong (diag's column is that of the settings), or the file (diag says
 * where); -EBUSY: too late, a set has already named an event of a PMU; errors of open(2).
 */
int pmc_hardware_choose(struct pmc *pmc, const struct pmc_hardware_choice *choice,
			struct pmc_diag *diag);

/*
 * Changes the weights of the event "est-cycles", an estimate of cycles (PMC_EVENT_ESTIMATE), for
 * the sets that are made from now on. It is a sum of counts of the instruction stream and of the
 * models, each times its weight: what one of them costs, in cycles with at most three decimals. The
 * machine has weights of its own (pmc_hardware_weight_at()), so call this after
 * pmc_hardware_choose(), which puts them back. `weights` is "L1d=4,LL=40": it changes these, and 0
 * leaves one out. "iai" at its beginning replaces all by iai's formula, "none" by nothing.
 * docs/machines.md lists the names. pmc_set_fixed_at() tells the weights of a set as "weights".
 * Errors: -EOPNOTSUPP: another backend; -EINVAL: the text is wrong (diag has the column).
 */
int pmc_weights_choose(struct pmc *pmc, const char *weights, struct pmc_diag *diag);

/* Has the machine modelled in bursts only, in sets that are made from now on: "10%" or what else
 * pmc-stat(1) says of --machine-sample. Call it after pmc_hardware_choose(). Errors: as above. */
int pmc_hardware_sample(struct pmc *pmc, const char *bursts, struct pmc_diag *diag);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
