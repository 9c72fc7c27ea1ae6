/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Models to which libpfm4 adds events that their own catalogues lack: X(model, libpfm4's name of
 * its PMU). If the libpfm4 of the build does not know a PMU yet, its model gets no events from it.
 */
#ifndef PMC_LIB_PFM_MODELS_H
#define PMC_LIB_PFM_MODELS_H

/* clang-format off */
#define PFM_MODELS(X) \
	X("core-duo", "coreduo") X("core2", "core") X("bonnell", "atom") \
	X("nehalem", "nhm") X("westmere", "wsm") X("sandybridge", "snb") X("ivybridge", "ivb") \
	X("haswell", "hsw") X("broadwell", "bdw") X("silvermont", "slm") \
	X("knightslanding", "knl") X("skylake", "skl") X("skylakex", "skx") \
	X("goldmont", "glm") X("tremont", "tmt") X("icelake", "icl") X("icelakex", "icx") \
	X("tigerlake", "icl") X("sapphirerapids", "spr") X("graniterapids", "gnr") \
	X("alderlake-p", "adl_glc") X("alderlake-e", "adl_grt")
/* clang-format on */

#endif
