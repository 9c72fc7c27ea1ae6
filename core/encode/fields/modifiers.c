/* SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause */
/* Modifiers that a PMU cannot do, each with its own sentence. */
#include "core/encode/fields/modifiers.h"
#include "core/encode/fields/refuse.h"
#include "core/event/event.h"

/* clang-format off */
static const struct {
	u32 bit;
	const char *sentence;
} cannot[] = {
	{ MOD_USER, ": this PMU cannot count by ring, so :u is not possible" },
	{ MOD_KERNEL, ": this PMU cannot count by ring, so :k is not possible" },
	{ MOD_HYPER, ": this PMU cannot count the hypervisor's ring apart, so :h is not possible" },
	{ MOD_GUEST, ": this PMU cannot count guests apart, so :G is not possible" },
	{ MOD_HOST, ": this PMU cannot count the host apart, so :H is not possible" },
	{ MOD_PRECISE, ": these registers do not select precise sampling, so :p is not possible" },
	{ MOD_PRECISE_MAX, ": these registers do not select precise sampling, "
			   "so :P is not possible" },
	{ MOD_EDGE, ": this PMU has no edge detection, so :e is not possible" },
	{ MOD_INVERT, ": this PMU has no counter mask to invert, so :i is not possible" },
	{ MOD_ANY_THREAD, ": this PMU cannot count both threads of a core, so :t is not possible" },
	{ MOD_IN_TX, ": this PMU cannot count by transaction, so :intx is not possible" },
	{ MOD_IN_TXCP, ": this PMU cannot count by transaction, so :intxcp is not possible" },
	{ MOD_T1, ": this PMU has no second logical processor, so :t1 is not possible" },
	{ MOD_FORCE_OVF, ": this PMU cannot force overflows, so :force_ovf is not possible" },
	{ MOD_OVF_PMI_T0, ": this PMU has no OVF_PMI flag, so :ovf_pmi_t0 is not possible" },
	{ MOD_OVF_PMI_T1, ": this PMU has no OVF_PMI flag for a second logical processor, "
			  "so :ovf_pmi_t1 is not possible" },
	{ MOD_CASCADE, ": this PMU's counters do not cascade, so :cascade is not possible" },
	{ MOD_EXT_CASCADE, ": this PMU has no extended cascading, "
			   "so :ext_cascade is not possible" },
	{ MOD_ACTIVE, ": this PMU has no active-thread field, so :active= is not possible" },
};
/* clang-format on */

int encode_check_mods(const struct job *job, u32 can)
{
	u32 i;

	if (job->event->has_from && !(can & CAN_FROM))
		return encode_refuse(job,
				     ": this PMU does not tag micro-ops, so from= is not possible");
	if (!(job->mods & ~can))
		return 0;
	for (i = 0; i < sizeof(cannot) / sizeof(cannot[0]); i++)
		if (job->mods & cannot[i].bit && !(can & cannot[i].bit))
			return encode_refuse(job, cannot[i].sentence);
	return 0;
}
