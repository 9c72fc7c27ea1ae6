// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See slot.h. */
#include "emu/code/slot.h"

#include "emu/base/string.h"
#include "emu/base/usermem.h"
#include "emu/code/constant.h"
#include "emu/code/fetch.h"
#include "emu/code/guess.h"
#include "emu/code/heat.h"
#include "emu/code/maps.h"
#include "emu/code/operand.h"
#include "emu/code/select.h"
#include "emu/count/log.h"

#define OP_PUSH 0x68 /* push imm32 */
#define OP_JMP	0xe9
#define BND	0xf2
#define BINDER	11 /* endbr64; push imm32; bnd jmp …: so many bytes decide */

/* Where such a jump leads changes when it is bound, and a hot trace may rely on its table
 * (constant.h): others cannot inherit that. A recording pays more for each new trace than such a
 * jump costs, unless the trace is hot. */
static bool is_worth(void)
{
	return !log_is_exact() || heat_is_hot(sel.head);
}

bool slot_leads(const struct step *s, u64 *to)
{
	return guess_may() && s->in.flags & I_RIPREL && is_worth() &&
	       !(s->in.flags & (I_ADDR32 | I_SEG_FS | I_SEG_GS)) &&
	       !copy_from_user(to, riprel_target(s), sizeof(*to)) && *to && !(*to >> 47);
}

bool slot_stays(const struct step *s)
{
	u64 address = riprel_target(s), to;

	return constant_is(address) && !copy_from_user(&to, address, sizeof(to)) && to == s->to;
}

bool slot_is_unbound(u64 to)
{
	static const u8 endbr64[] = { 0xf3, 0x0f, 0x1e, 0xfa };
	const u8 *b;

	if (fetch_code(to, &b) < BINDER)
		return false;
	if (!memcmp(b, endbr64, sizeof(endbr64)))
		b += sizeof(endbr64);
	return b[0] == OP_PUSH && (b[5] == OP_JMP || (b[5] == BND && b[6] == OP_JMP));
}

bool slot_stays_inside(const struct step *s, u64 to)
{
	return maps_has_both(s->pc, to);
}
