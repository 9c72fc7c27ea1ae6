/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Which of libpfm4's PMUs has the events of which model: the models whose own catalogue has the
 * architectural or common events only. X(model, PMU as libpfm4 calls it). Those that the libpfm4 of the
 * build does not know yet have no events from it.
 */
#ifndef PMC_LIB_PFM_MODELS_H
#define PMC_LIB_PFM_MODELS_H

/* clang-format off */
#define PFM_MODELS(X) \
	X("fam10h", "amd64_fam10h_barcelona") X("fam11h", "amd64_fam11h_turion") \
	X("fam12h", "amd64_fam12h_llano") X("fam14h", "amd64_fam14h_bobcat") \
	X("fam15h", "amd64_fam15h_interlagos") X("fam16h", "amd64_fam16h") \
	X("zen1", "amd64_fam17h_zen1") X("zen2", "amd64_fam17h_zen2") \
	X("zen3", "amd64_fam19h_zen3") X("zen4", "amd64_fam19h_zen4") \
	X("zen5", "amd64_fam1ah_zen5") \
	X("core-duo", "coreduo") X("core2", "core") X("bonnell", "atom") \
	X("nehalem", "nhm") X("westmere", "wsm") X("sandybridge", "snb") X("ivybridge", "ivb") \
	X("haswell", "hsw") X("broadwell", "bdw") X("silvermont", "slm") \
	X("knightslanding", "knl") X("skylake", "skl") X("skylakex", "skx") \
	X("goldmont", "glm") X("tremont", "tmt") X("icelake", "icl") X("icelakex", "icx") \
	X("tigerlake", "icl") X("sapphirerapids", "spr") X("graniterapids", "gnr") \
	X("alderlake-p", "adl_glc") X("alderlake-e", "adl_grt")
/* clang-format on */

#endif
