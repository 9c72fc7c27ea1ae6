/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* Terms of formulas in tables. */
#ifndef PMC_CORE_QUANTITIES_TERMS_H
#define PMC_CORE_QUANTITIES_TERMS_H

#include "core/quantities/events.h"

/* clang-format off */
#define COUNT(member) { TERM_COUNT, false, offsetof(struct machine_counts, member) }
#define LESS(member)  { TERM_COUNT, true, offsetof(struct machine_counts, member) }
#define HARDWARE(id)  { TERM_HARDWARE, false, HW_##id }
#define STREAM(id)    { TERM_STREAM, false, STREAM_##id }

#define ASKED(level, kind)   cache[LEVEL_##level].asked[ACCESS_##kind]
#define MISSED(level, kind)  cache[LEVEL_##level].missed[ACCESS_##kind]
#define FILLED(level)	     cache[LEVEL_##level].filled
#define EVICTED(level)	     cache[LEVEL_##level].evicted
#define WRITTEN_BACK(level)  cache[LEVEL_##level].written_back
#define TLB_MISSED(t, kind)  tlb[TLB_##t].missed[ACCESS_##kind]
#define WALKS(kind)	     walks[ACCESS_##kind]

/* All demands of a level: those that ask, those that missed, those that hit. */
#define ALL_ASKED(level) \
	COUNT(ASKED(level, FETCH)), COUNT(ASKED(level, READ)), COUNT(ASKED(level, WRITE)), \
	COUNT(ASKED(level, WALK))
#define ALL_MISSED(level) \
	COUNT(MISSED(level, FETCH)), COUNT(MISSED(level, READ)), COUNT(MISSED(level, WRITE)), \
	COUNT(MISSED(level, WALK))
#define ALL_HIT(level) \
	ALL_ASKED(level), LESS(MISSED(level, FETCH)), LESS(MISSED(level, READ)), \
	LESS(MISSED(level, WRITE)), LESS(MISSED(level, WALK))
/* Data that is read: by loads and by the page walker. */
#define LOADS_ASKED(level)  COUNT(ASKED(level, READ)), COUNT(ASKED(level, WALK))
#define LOADS_MISSED(level) COUNT(MISSED(level, READ)), COUNT(MISSED(level, WALK))
#define LOADS_HIT(level) \
	LOADS_ASKED(level), LESS(MISSED(level, READ)), LESS(MISSED(level, WALK))
#define HIT(level, kind)    COUNT(ASKED(level, kind)), LESS(MISSED(level, kind))

#define MISPREDICTED \
	COUNT(branch.conditional_missed), COUNT(branch.indirect_missed), \
	COUNT(branch.returns_missed)
#define ALL_WALKS COUNT(WALKS(FETCH)), COUNT(WALKS(READ)), COUNT(WALKS(WRITE))

#define ROW(name, why, ...) { name, why, 0, { { __VA_ARGS__ } }, 0 }
/* With the event select and unit mask where PERFEVTSEL has them. */
#define CODED(code, name, why, ...) { name, why, 0, { { __VA_ARGS__ } }, code }
#define CODED_OF(only, code, name, why, ...) { name, why, only, { { __VA_ARGS__ } }, code }
#define ROW_OF(only, name, why, ...) { name, why, only, { { __VA_ARGS__ } }, 0 }
/* clang-format on */

#endif
