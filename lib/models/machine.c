/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Asks CPUID about this processor: SDM volume 2, CPUID. The architectural PMU is in leaf 0AH
 * (volume 3, "Architectural Performance Monitoring"), AMD's in 80000022H (APM volume 3).
 */
#include <cpuid.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "core/base/types.h"
#include "pmc/pmc.h"

static void put_words(char *to, u32 a, u32 b, u32 c)
{
	memcpy(to, &a, 4);
	memcpy(to + 4, &b, 4);
	memcpy(to + 8, &c, 4);
	to[12] = 0;
}

/*
 * Reads the brand string, without the blanks that makers put before, after and between its words.
 */
static void read_brand(char brand[64])
{
	char text[49] = "";
	u32 r[4];
	size_t at, end, n = 0;
	unsigned leaf;

	for (leaf = 0; leaf < 3; leaf++) {
		if (!__get_cpuid(0x80000002u + leaf, &r[0], &r[1], &r[2], &r[3]))
			return;
		memcpy(text + leaf * 16, r, 16);
	}
	for (at = 0; text[at] == ' '; at++)
		;
	for (end = strlen(text); end > at && text[end - 1] == ' '; end--)
		;
	for (; at < end; at++)
		if (text[at] != ' ' || text[at + 1] != ' ')
			brand[n++] = text[at];
	brand[n] = 0;
}

static void read_pmu(struct pmc_machine *m, unsigned max_leaf)
{
	u32 a, b, c, d;

	if (max_leaf >= 0xa && !strcmp(m->vendor, "GenuineIntel")) {
		__cpuid_count(0xa, 0, a, b, c, d);
		m->pmu_version = a & 0xff;
		if (m->pmu_version) {
			m->general = a >> 8 & 0xff;
			m->general_width = a >> 16 & 0xff;
		}
		if (m->pmu_version >= 2) {
			m->fixed = d & 0x1f;
			m->fixed_width = d >> 5 & 0xff;
		}
	} else if (__get_cpuid_count(0x80000022u, 0, &a, &b, &c, &d) && (a & 1)) {
		m->pmu_version = 2;
		m->general = b & 0xf;
		m->general_width = 48;
	}
}

int pmc_machine(struct pmc_machine *machine)
{
	struct pmc_machine m = { 0 };
	u32 a = 0, b = 0, c = 0, d = 0, max_leaf;
	long cpus = sysconf(_SC_NPROCESSORS_ONLN);

	if (!__get_cpuid(0, &max_leaf, &b, &c, &d))
		return -EOPNOTSUPP;
	put_words(m.vendor, b, d, c);
	__get_cpuid(1, &a, &b, &c, &d);
	m.stepping = a & 0xf;
	m.model = a >> 4 & 0xf;
	m.family = a >> 8 & 0xf;
	if (m.family == 6 || m.family == 15)
		m.model |= (a >> 16 & 0xf) << 4;
	if (m.family == 15)
		m.family += a >> 20 & 0xff;
	if (c & 1u << 31) {
		__cpuid(0x40000000u, a, b, c, d);
		put_words(m.hypervisor, b, c, d);
	}
	read_brand(m.brand);
	read_pmu(&m, max_leaf);
	m.cpus = cpus > 0 ? (unsigned)cpus : 1;
	*machine = m;
	return 0;
}
