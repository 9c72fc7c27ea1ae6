/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* The words of modifiers as a table. */
#include "core/event/words.h"

const struct event_word pmc_event_words[EVENT_WORDS_N] = {
#define X(word, bits) { word, bits },
	EVENT_WORDS(X)
#undef X
};
