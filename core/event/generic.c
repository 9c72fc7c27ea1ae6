/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* The table of the generic events, made from the lists in generic.h. */
#include "core/event/generic.h"

/* clang-format off */

#define CACHE_ABOUT_L1D	     "L1 data cache: "
#define CACHE_ABOUT_L1I	     "L1 instruction cache: "
#define CACHE_ABOUT_LLC	     "last level of cache: "
#define CACHE_ABOUT_DTLB     "data TLB: "
#define CACHE_ABOUT_ITLB     "instruction TLB: "
#define CACHE_ABOUT_BPU	     "branch prediction unit: "
#define CACHE_ABOUT_NODE     "memory of the local node: "
#define CACHE_ABOUT_READ     "reads"
#define CACHE_ABOUT_WRITE    "writes"
#define CACHE_ABOUT_PREFETCH "prefetches"
#define CACHE_ABOUT_ACCESS   ""
#define CACHE_ABOUT_MISS     " that miss"
#define CACHE_RESULT_ACCESS  CACHE_ACCESS
#define CACHE_RESULT_MISS    CACHE_MISS

#define HARDWARE_ROW(idx, nam, ali, abo) { nam, ali, abo, EVENT_HARDWARE, 0, HW_##idx },
#define SOFTWARE_ROW(idx, nam, ali, abo, uni) { nam, ali, abo, EVENT_SOFTWARE, uni, SW_##idx },
#define STREAM_ROW(idx, nam, ali, abo) { nam, ali, abo, EVENT_STREAM, 0, STREAM_##idx },
#define PRESET_ROW(idx, abo) { "PAPI_" #idx, "", "PAPI: " abo, EVENT_PRESET, 0, PRESET_##idx },
#define CACHE_ROW(c, o, r, nam, ali)                                                               \
	{ nam, ali, CACHE_ABOUT_##c CACHE_ABOUT_##o CACHE_ABOUT_##r, EVENT_CACHE, 0,               \
	  CACHE_CONFIG(CACHE_##c, CACHE_OP_##o, CACHE_RESULT_##r) },

static const struct event_row rows[] = {
	EVENT_HARDWARE_LIST(HARDWARE_ROW)
	EVENT_CACHE_LIST(CACHE_ROW)
	EVENT_SOFTWARE_LIST(SOFTWARE_ROW)
	EVENT_STREAM_LIST(STREAM_ROW)
	EVENT_PRESET_LIST(PRESET_ROW)
};

/* clang-format on */

#define N_ROWS (sizeof(rows) / sizeof(rows[0]))

const struct event_row *pmc_generic_row(u32 i)
{
	return i < N_ROWS ? &rows[i] : NULL;
}

const struct event_row *pmc_generic_of(enum event_kind kind, u32 id)
{
	u32 i;

	for (i = 0; i < N_ROWS; i++)
		if (rows[i].kind == kind && rows[i].id == id)
			return &rows[i];
	return NULL;
}

/* Is the text one of the blank-separated words? */
static bool is_word_of(const char *words, const char *text, size_t len)
{
	size_t i;

	while (*words) {
		for (i = 0; i < len && words[i] && words[i] == text[i]; i++)
			;
		if (i == len && (words[i] == 0 || words[i] == ' '))
			return true;
		while (*words && *words != ' ')
			words++;
		while (*words == ' ')
			words++;
	}
	return false;
}

const struct event_row *pmc_generic_find(const char *name, size_t len)
{
	u32 i;

	if (!len)
		return NULL;
	for (i = 0; i < N_ROWS; i++)
		if (is_word_of(rows[i].name, name, len) || is_word_of(rows[i].alias, name, len))
			return &rows[i];
	return NULL;
}
