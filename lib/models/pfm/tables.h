/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The events that the build took from libpfm4, as extract.c writes them. They hold numbers and
 * places in one text, but no pointers, so that they cost a program nothing until it uses them.
 */
#ifndef PMC_LIB_PFM_TABLES_H
#define PMC_LIB_PFM_TABLES_H

#include "core/event/catalogue.h"

struct pfm_pmu {
	char name[32]; /* libpfm4's name */
	u32 first, n;  /* its rows in pfm_events */
};

struct pfm_event {
	u32 name, about;       /* places in pfm_text */
	u32 umask;	       /* its first row in pfm_umasks and pfm_umask_names */
	u32 defaults, classes; /* its first row in pfm_defaults and in pfm_classes */
	struct wide_value alone;
	u16 n_umasks;
	u8 n_classes;
	u8 needs_umask;
	u8 more; /* it has further unit masks of the row before */
};

struct pfm_name {
	u32 name, about;
};

extern const struct pfm_pmu pfm_pmus[];
extern const unsigned pfm_n_pmus;
extern const struct pfm_event pfm_events[];
extern const struct pfm_name pfm_umask_names[];
extern const struct wide_umask pfm_umasks[];
extern const struct wide_value pfm_defaults[];
extern const u64 pfm_classes[];
extern const char pfm_text[];

#endif
