/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * What a program does, as the models see it. Each function is one access or branch of one
 * instruction; those that a filter of the state lets through need not be told.
 *
 * An access that crosses lines counts once, and as a miss of L1 if one of its lines missed. Each
 * line that missed asks the next level, and each page counts in the TLBs.
 */
#ifndef PMC_CORE_MACHINE_ACCESS_H
#define PMC_CORE_MACHINE_ACCESS_H

#include "core/machine/state.h"

/* size: at least 1. ip: of the instruction, for prefetchers by stride. */
void pmc_machine_read(struct machine_state *s, u64 address, u32 size, u64 ip);
void pmc_machine_write(struct machine_state *s, u64 address, u32 size, u64 ip);
/* A read and a write of the same place; a miss counts as one of a read. */
void pmc_machine_modify(struct machine_state *s, u64 address, u32 size, u64 ip);
/* Any of these: a modification is an ACCESS_READ that stores. */
void pmc_machine_data(struct machine_state *s, u64 address, u32 size, enum access_kind kind,
		      bool stores, u64 ip);
/* Executes the instruction, or instructions, of these bytes. */
void pmc_machine_fetch(struct machine_state *s, u64 address, u32 size);

void pmc_machine_conditional(struct machine_state *s, u64 ip, bool taken);
/* n of them, as pmc_branch_conditionals() takes them. */
void pmc_machine_conditionals(struct machine_state *s, const u64 *branches, u32 n);
/* An indirect jump or call. A call is told to pmc_machine_call(), too. */
void pmc_machine_indirect(struct machine_state *s, u64 ip, u64 target);
void pmc_machine_call(struct machine_state *s, u64 return_ip);
void pmc_machine_return(struct machine_state *s, u64 target);

#endif
