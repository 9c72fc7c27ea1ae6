/* SPDX-License-Identifier: BSD-2-Clause */
/* The programs' rows, the order of the checks, and the line before them */
#include "tests/bare/bare.h"

/* clang-format off */
#define ROW(assembler, does) does,
const struct program_rows programs[PROGRAM_COUNT] = {
#define X(name) \
	[RUN_##name] = { \
		#name, N_OF(((unsigned short[]){ PROGRAM_##name(ROW) PROGRAM_END(ROW) })), \
		{ PROGRAM_##name(ROW) PROGRAM_END(ROW) } \
	},
	PROGRAMS(X)
#undef X
};
/* clang-format on */

unsigned program_does(enum program program, unsigned does, unsigned not, unsigned program_cpl,
		      unsigned at_cpl)
{
	const struct program_rows *p = &programs[program];
	unsigned i, n = 0;

	for (i = 0; i < p->n; i++) {
		unsigned cpl = p->does[i] & DOES_OS ? 0 : program_cpl;

		n += cpl == at_cpl && (p->does[i] & does) == does && !(p->does[i] & not );
	}
	return n;
}

void check_all(struct machine *m)
{
	const struct pmu *pmu = &m->pmu;

	report_about(pmu->model->name);
	note("%s", pmu->model->title);
	note("model_test %s %u 0x%x %u 0x%x %u 0x%x %u", pmu->model->name, pmu->version,
	     pmu->general, pmu->general_width, pmu->fixed, pmu->fixed_width, pmu->caps, m->cpus);
	if (!pmu->general) {
		skip("no PMU");
		return;
	}
	if (pmu->family == PMU_C6) {
		skip("WinChip's counters cannot be stopped, so no value can be written and read");
		return;
	}
	check_registers(m);
	check_counting(m);
	check_overflow(m);
	if (pmu->family == PMU_P4)
		check_p4(m);
	if (m->cpus > 1)
		check_cpus(m);
	report_about(NULL);
}
