/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/*
 * Catalogues: the events of a PMU, and the rows of our own catalogues in core/tables/.
 *
 * A family has one list of rows, and a row says which of the family's variants have it. struct
 * event_list is one variant of a list as a catalogue, in which the rows of other variants have an
 * empty name.
 */
#ifndef PMC_CORE_CATALOGUE_H
#define PMC_CORE_CATALOGUE_H

#include "core/base/types.h"

/* ---- Catalogues ---- */

/*
 * The events of one PMU. The parser knows nothing else of them, so a catalogue may store its rows
 * in any way. A name is first looked up as a generic event, then as a raw one, then in every
 * catalogue ("model::" names one of them). Rows and unit masks are numbered by the catalogue. Names
 * are compared ignoring case, since the manuals write them in capitals.
 */
struct catalogue {
	const char *model; /* "p6", "p4", "skx": what may stand before "::" */
	const char *title; /* for messages: "Pentium 4" */
	/* Name of row i, NULL past the end; "" for a row that this model does not have. */
	const char *(*event)(const struct catalogue *c, u32 i);
	/* Name of unit mask j of row i, NULL past the end, "" as above. At most 64. */
	const char *(*umask)(const struct catalogue *c, u32 i, u32 j);
};

struct name_index;

struct catalogues {
	const struct catalogue *const *list;
	u32 n;
	/* of list[0], which is the only one then (index.h); or NULL */
	const struct name_index *index;
};

/* ---- Rows ---- */

/* Unit masks of one group exclude each other; those of group 0 combine by OR. */
struct model_umask {
	const char *name;
	const char *about;
	u16 bits;
	u8 kind;      /* enum umask_kind */
	u8 group;     /* 0: combines; else one of the group at most */
	u32 variants; /* 0: all that have the event */
};

enum umask_kind {
	UMASK_BITS,   /* of the unit mask field (Pentium 4: ESCR event mask) */
	UMASK_TAG,    /* Pentium 4: TagValue and TagEnable; bits is the tag value */
	UMASK_REPLAY, /* Pentium 4: number of a row of the replay metrics */
};

/*
 * Wide unit masks set more than the unit mask field: a counter mask, edge detection, another
 * register. Rows that have them come from libpfm4. The value of a set of unit masks is the OR of
 * what each sets by itself and of a default. Unit masks belong to classes, and the classes in the
 * set decide the default.
 */
struct wide_value {
	u64 select; /* PERFEVTSEL without what modifiers set */
	u64 msr;    /* the other register */
};

struct wide_umask {
	struct wide_value own; /* with the event select */
	u64 excludes;	       /* bit j: cannot be named together with unit mask j */
};

#define WIDE_CLASSES 6

struct wide {
	struct wide_value alone;	/* when no unit mask is named */
	const struct wide_umask *umask; /* one for each unit mask of the row */
	const u64 *of_class;		/* the unit masks of class k, one bit each */
	/* Indexed by the classes that are in the set: bit k for class k. */
	const struct wide_value *defaults;
	u8 n_classes; /* at most WIDE_CLASSES */
};

#define ROW_NEEDS_UMASK 0x01u /* there is no default: a unit mask must be named */
#define ROW_FIXED	0x02u /* counts on a fixed counter only */
#define ROW_REPLAY	0x04u /* Pentium 4: its UMASK_REPLAY masks set the PEBS registers */

/* Bits that the row sets itself (families with PERFEVTSEL; rows that come from a file). */
#define ROW_EDGE   0x08u
#define ROW_INVERT 0x10u
#define ROW_ANY	   0x20u
#define ROW_EQ	   0x40u

/* The row has further unit masks of the row before it, and the same name; the unit masks of the
 * two rows cannot be named together. */
#define ROW_MORE 0x80u

/* The units of the P6 family, as SDM volume 3 divides its table of events. */
enum model_unit {
	UNIT_NONE, /* the manual says nothing */
	UNIT_DCU,
	UNIT_IFU,
	UNIT_L2,
	UNIT_EBL,
	UNIT_FPU,
	UNIT_ORDERING,
	UNIT_DECODING,
	UNIT_INTERRUPTS,
	UNIT_BRANCHES,
	UNIT_STALLS,
	UNIT_SEGMENTS,
	UNIT_CLOCKS,
	UNIT_MMX,
	UNIT_RENAMING,
	UNITS,
};

struct model_event {
	const char *name;
	const char *about;
	u32 variants; /* bits of the family's variants; 0: all */
	u16 code;     /* event select */
	u8 flags;     /* ROW_… */
	u8 n_umasks;
	u32 counters; /* general counters that can count it; 0: all */
	const struct model_umask *umask;
	u16 plain;  /* unit mask bits when none is named */
	u8 escr[2]; /* Pentium 4: enum p4_escr; the second may be P4_NO_ESCR */
	u8 fixed;   /* architectural: fixed counter number + 1; 0: none */
	u8 arch;    /* architectural: number in CPUID's order + 1 */
	u8 cmask;   /* counter mask; 0: none */
	u8 unit;    /* enum model_unit: what produces the event */
	u32 msr;    /* another register, which must hold msr_value (OFFCORE_RSP …); 0: none */
	u64 msr_value;
	const struct wide *wide; /* the values of wide unit masks; or NULL */
};

/* A family's list. */
struct rows {
	const struct model_event *row;
	u32 n;
};

/* A variant of a list: the rows that have one of its bits, and those that have none at all. */
struct event_list {
	struct catalogue base; /* first */
	const struct rows *list;
	u32 variant; /* bits; 0: every row */
};

/* The functions of `base`. */
const char *pmc_list_event(const struct catalogue *c, u32 i);
const char *pmc_list_umask(const struct catalogue *c, u32 i, u32 j);
/* Row i of the list; NULL past the end. */
const struct model_event *pmc_list_row(const struct catalogue *c, u32 i);

/* What a generic event means on a model. A map ends with a row whose event is NULL. */
struct generic_map {
	u8 kind; /* enum event_kind */
	u32 id;
	const char *event; /* of the model's own catalogue, perhaps with modifiers: "L2_LINES_IN" */
};

#endif
