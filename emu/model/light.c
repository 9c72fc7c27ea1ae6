// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See light.h. */
#include "emu/model/light.h"

#include "core/machine/light.h"
#include "emu/base/offsets.h"
#include "emu/base/thread.h"
#include "emu/model/access.h"
#include "emu/model/layout.h"
#include "emu/model/model.h"
#include "emu/model/slow.h"

#define STATE_AT(place, member) \
	_Static_assert(offsetof(struct machine_state, member) == (place), #place)
#define COUNT_AT(place, member) \
	_Static_assert(offsetof(struct machine_counts, member) == (place), #place)

STATE_AT(S_COUNTS, counts);
STATE_AT(S_NOW, now);
STATE_AT(S_LIGHT_D, light[0]);
STATE_AT(S_LIGHT_I, light[1]);
STATE_AT(S_LIGHT_FEW, light_few);
STATE_AT(S_TAG_D, cache[LEVEL_L1D].tag);
STATE_AT(S_TAG_I, cache[LEVEL_L1I].tag);
STATE_AT(S_USES_D, cache[LEVEL_L1D].uses);
STATE_AT(S_USES_I, cache[LEVEL_L1I].uses);
STATE_AT(S_MASK_D, cache[LEVEL_L1D].set_mask);
STATE_AT(S_MASK_I, cache[LEVEL_L1I].set_mask);
STATE_AT(S_TAG_TLB, tlb[TLB_D].tag);
STATE_AT(S_USES_TLB, tlb[TLB_D].uses);
STATE_AT(S_MASK_TLB, tlb[TLB_D].set_mask);
STATE_AT(S_TAG_TLB2, tlb[TLB_D2].tag);
STATE_AT(S_USES_TLB2, tlb[TLB_D2].uses);
STATE_AT(S_MASK_TLB2, tlb[TLB_D2].set_mask);
STATE_AT(S_PAGES_D, pages[0]);
STATE_AT(S_PAGES_I, pages[1]);
STATE_AT(S_PAGE_LAST, page_last[0]);
STATE_AT(S_LATER, later.address);
STATE_AT(S_LATER_N, later.n);
STATE_AT(S_LATER_ROOM, later.room);
STATE_AT(S_LIGHT_ROOM_D, light_room[0]);
STATE_AT(S_LIGHT_ROOM_I, light_room[1]);
STATE_AT(S_LEFT_TLB, gap[GAP_TLB_D].left);
STATE_AT(S_LEFT_D, gap[GAP_L1D].left);
STATE_AT(S_LEFT_I, gap[GAP_L1I].left);
COUNT_AT(C_MISSED_D, cache[LEVEL_L1D].missed);
COUNT_AT(C_MISSED_I, cache[LEVEL_L1I].missed);
COUNT_AT(C_FILLED_D, cache[LEVEL_L1D].filled);
COUNT_AT(C_FILLED_I, cache[LEVEL_L1I].filled);
COUNT_AT(C_EVICTED_D, cache[LEVEL_L1D].evicted);
COUNT_AT(C_EVICTED_I, cache[LEVEL_L1I].evicted);
COUNT_AT(C_MISSED_TLB, tlb[TLB_D].missed);
COUNT_AT(C_ASKED_TLB2, tlb[TLB_D2].asked);
/* light.S also knows these. */
_Static_assert(FILTER_BITS == 12, "filters");
_Static_assert(PLAIN_WAYS == 8 && PLAIN_BITS == 6 && WATCH_PAGE_BITS == 12, "plain caches");
_Static_assert(MACHINE_PAGES == 1024 && sizeof(struct page_memory) == 16, "pages");
_Static_assert(offsetof(struct page_memory, page) == 0, "pages");
_Static_assert(WATCH_STOPPED == 1ull << 63 && FILTER_NOTHING == 0x40000000, "pages");
_Static_assert(ACCESS_FETCH == 0 && ACCESS_READ == 1 && ACCESS_WRITE == 2, "kinds");
_Static_assert(MODEL_WRITE == 1 << 16 && !(MODEL_MODIFY & MODEL_WRITE), "MODEL_WRITE");

static inline struct thread *self(void)
{
	struct thread *t;

	__asm__("movq %%gs:%c1, %0" : "=r"(t) : "i"(T_SELF));
	return t;
}

LIGHT bool model_light_page_data(u64 page)
{
	struct thread *t = self();

	return light_page(model_state(t), false, page,
			  t->model.what & MODEL_WRITE ? ACCESS_WRITE : ACCESS_READ, false);
}

LIGHT bool model_light_page_code(u64 page)
{
	return light_page(model_state(self()), true, page, ACCESS_FETCH, false);
}

LIGHT void model_light_clear_data(u64 line)
{
	light_clear(model_state(self()), false, line);
}

LIGHT void model_light_clear_code(u64 line)
{
	light_clear(model_state(self()), true, line);
}
