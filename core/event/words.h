/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* How modifiers are spelled: as letters and as words. */
#ifndef PMC_CORE_WORDS_H
#define PMC_CORE_WORDS_H

#include "core/event/event.h"

/* clang-format off */

/* The letters that set one bit, in canonical order; p comes before P. X(letter, bit) */
#define EVENT_MODIFIERS(X)                                                                         \
	X('u', MOD_USER) X('k', MOD_KERNEL) X('h', MOD_HYPER) X('G', MOD_GUEST) X('H', MOD_HOST)   \
	X('P', MOD_PRECISE_MAX) X('D', MOD_PINNED) X('I', MOD_NO_IDLE) X('W', MOD_WEAK)            \
	X('e', MOD_EDGE) X('i', MOD_INVERT) X('t', MOD_ANY_THREAD)

/* The words, each of which is a section of its own, in canonical order. X(word, bits) */
#define EVENT_WORDS(X)                                                                             \
	X("intx", MOD_IN_TX) X("intxcp", MOD_IN_TXCP) X("t1", MOD_T1)                              \
	X("active=none", 1u << MOD_ACTIVE_SHIFT) X("active=single", 2u << MOD_ACTIVE_SHIFT)        \
	X("active=both", 3u << MOD_ACTIVE_SHIFT) X("active=any", 0)                                \
	X("force_ovf", MOD_FORCE_OVF) X("ovf_pmi_t0", MOD_OVF_PMI_T0)                              \
	X("ovf_pmi_t1", MOD_OVF_PMI_T1) X("cascade", MOD_CASCADE)                                  \
	X("ext_cascade", MOD_EXT_CASCADE)

/* clang-format on */

#define EVENT_WORD_ONE(word, bits) +1
enum { EVENT_WORDS_N = EVENT_WORDS(EVENT_WORD_ONE) };
struct event_word {
	const char *word;
	u32 bits;
};
extern const struct event_word pmc_event_words[EVENT_WORDS_N];

#endif
