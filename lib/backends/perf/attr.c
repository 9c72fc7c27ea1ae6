/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Events in the kernel's terms: struct perf_event_attr. Generic events by perf's own numbers; pmu/terms/
 * by the files that the kernel shows for each PMU (type, format/, events/).
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/models/model.h"
#include "lib/backends/perf/perf.h"
#include "lib/base/proc.h"
#include "core/pmu/regs.h"

static const u64 hardware[HW_COUNT] = {
	[HW_CYCLES] = PERF_COUNT_HW_CPU_CYCLES,
	[HW_INSTRUCTIONS] = PERF_COUNT_HW_INSTRUCTIONS,
	[HW_BRANCHES] = PERF_COUNT_HW_BRANCH_INSTRUCTIONS,
	[HW_BRANCH_MISSES] = PERF_COUNT_HW_BRANCH_MISSES,
	[HW_CACHE_REFERENCES] = PERF_COUNT_HW_CACHE_REFERENCES,
	[HW_CACHE_MISSES] = PERF_COUNT_HW_CACHE_MISSES,
	[HW_BUS_CYCLES] = PERF_COUNT_HW_BUS_CYCLES,
	[HW_STALLED_FRONTEND] = PERF_COUNT_HW_STALLED_CYCLES_FRONTEND,
	[HW_STALLED_BACKEND] = PERF_COUNT_HW_STALLED_CYCLES_BACKEND,
	[HW_REF_CYCLES] = PERF_COUNT_HW_REF_CPU_CYCLES,
};

#define COUNT_SW_CGROUP_SWITCHES 11 /* since Linux 5.13; older headers lack it */

static const u64 software[SW_COUNT] = {
	[SW_CPU_CLOCK] = PERF_COUNT_SW_CPU_CLOCK,
	[SW_TASK_CLOCK] = PERF_COUNT_SW_TASK_CLOCK,
	[SW_PAGE_FAULTS] = PERF_COUNT_SW_PAGE_FAULTS,
	[SW_CONTEXT_SWITCHES] = PERF_COUNT_SW_CONTEXT_SWITCHES,
	[SW_CPU_MIGRATIONS] = PERF_COUNT_SW_CPU_MIGRATIONS,
	[SW_MINOR_FAULTS] = PERF_COUNT_SW_PAGE_FAULTS_MIN,
	[SW_MAJOR_FAULTS] = PERF_COUNT_SW_PAGE_FAULTS_MAJ,
	[SW_ALIGNMENT_FAULTS] = PERF_COUNT_SW_ALIGNMENT_FAULTS,
	[SW_EMULATION_FAULTS] = PERF_COUNT_SW_EMULATION_FAULTS,
	[SW_DUMMY] = PERF_COUNT_SW_DUMMY,
	[SW_BPF_OUTPUT] = PERF_COUNT_SW_BPF_OUTPUT,
	[SW_CGROUP_SWITCHES] = COUNT_SW_CGROUP_SWITCHES,
};

_Static_assert((int)CACHE_L1D == PERF_COUNT_HW_CACHE_L1D &&
		       (int)CACHE_L1I == PERF_COUNT_HW_CACHE_L1I &&
		       (int)CACHE_LLC == PERF_COUNT_HW_CACHE_LL &&
		       (int)CACHE_DTLB == PERF_COUNT_HW_CACHE_DTLB &&
		       (int)CACHE_ITLB == PERF_COUNT_HW_CACHE_ITLB &&
		       (int)CACHE_BPU == PERF_COUNT_HW_CACHE_BPU &&
		       (int)CACHE_NODE == PERF_COUNT_HW_CACHE_NODE &&
		       (int)CACHE_OP_PREFETCH == PERF_COUNT_HW_CACHE_OP_PREFETCH &&
		       (int)CACHE_MISS == PERF_COUNT_HW_CACHE_RESULT_MISS,
	       "CACHE_ID() is the kernel's config of a cache event");

bool perf_is_hardware(const struct perf_event_attr *attr)
{
	return attr->type != PERF_TYPE_SOFTWARE;
}

/* ---- Rings and the like ---- */

static void set_mods(const struct event *ev, struct perf_event_attr *attr)
{
	u32 precise = (ev->mods & MOD_PRECISE) >> MOD_PRECISE_SHIFT;

	if (ev->mods & MOD_RINGS) {
		attr->exclude_user = !(ev->mods & MOD_USER);
		attr->exclude_kernel = !(ev->mods & MOD_KERNEL);
		attr->exclude_hv = !(ev->mods & MOD_HYPER);
	}
	/* As in perf: guests count only when they are asked for. */
	if (ev->mods & (MOD_GUEST | MOD_HOST)) {
		attr->exclude_guest = !(ev->mods & MOD_GUEST);
		attr->exclude_host = !(ev->mods & MOD_HOST);
	} else if (perf_is_hardware(attr)) {
		attr->exclude_guest = 1;
	}
	attr->precise_ip = precise;
	attr->pinned = !!(ev->mods & MOD_PINNED);
	attr->exclude_idle = !!(ev->mods & MOD_NO_IDLE);
}

/* ---- The kernel's description of a PMU ---- */

/* Puts value into the bits that a format file names: "config:0-7,32-35", "config1:0-63", "config:18". */
static int put_bits(const char *format, u64 value, u64 config[3])
{
	const char *p = strchr(format, ':');
	unsigned word = 0, lo, hi;
	char *end;

	if (!p || strncmp(format, "config", 6))
		return -EINVAL;
	if (format[6] == '1' || format[6] == '2')
		word = (unsigned)(format[6] - '0');
	do {
		lo = hi = (unsigned)strtoul(p + 1, &end, 10);
		if (*end == '-')
			hi = (unsigned)strtoul(end + 1, &end, 10);
		if (lo > hi || hi > 63 || end == p + 1)
			return -EINVAL;
		for (; lo <= hi; lo++, value >>= 1)
			config[word] |= (value & 1) << lo;
		p = end;
	} while (*p == ',');
	return value ? -ERANGE : 0;
}

struct pmu_files {
	const char *devices;
	char name[64];
	bool described; /* the kernel shows its files */
	u32 type;
};

static ssize_t pmu_file(const struct pmu_files *pmu, const char *folder, const char *name,
			size_t len, char *buf, size_t size)
{
	char path[512];
	ssize_t n;

	if (memchr(name, '/', len) || (len && name[0] == '.'))
		return -ENOENT;
	snprintf(path, sizeof(path), "%s/%s%s%s/%.*s", pmu->devices, pmu->name, *folder ? "/" : "",
		 folder, (int)len, name);
	n = proc_read(path, buf, size);
	if (n > 0 && buf[n - 1] == '\n')
		buf[--n] = 0;
	return n;
}

/* The architectural fields of the CPU's own PMU, for when /sys is hidden. */
static const char *cpu_format(const char *name, size_t len)
{
	static const char *const formats[][2] = {
		{ "event", "config:0-7" },   { "umask", "config:8-15" }, { "edge", "config:18" },
		{ "pc", "config:19" },	     { "any", "config:21" },	 { "inv", "config:23" },
		{ "cmask", "config:24-31" },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(formats); i++)
		if (strlen(formats[i][0]) == len && !memcmp(formats[i][0], name, len))
			return formats[i][1];
	return NULL;
}

static int find_format(const struct pmu_files *pmu, const char *name, size_t len, char *buf,
		       size_t size)
{
	const char *known;

	if (pmu_file(pmu, "format", name, len, buf, size) > 0)
		return 0;
	known = pmu->described ? NULL : cpu_format(name, len);
	if (!known)
		return -ENOENT;
	snprintf(buf, size, "%s", known);
	return 0;
}

/* One term, "umask" with a number. */
static int put_term(const struct pmu_files *pmu, const char *name, size_t len, u64 value,
		    u64 config[3])
{
	char format[128];

	if (len >= 6 && len <= 7 && !memcmp(name, "config", 6) &&
	    (len == 6 || name[6] == '1' || name[6] == '2')) {
		config[len == 6 ? 0 : name[6] - '0'] = value;
		return 0;
	}
	if (find_format(pmu, name, len, format, sizeof(format)))
		return -ENOENT;
	return put_bits(format, value, config);
}

/* A bare name: one of the PMU's own events, "event=0x3c,umask=0x01" in its file. */
static int put_alias(const struct pmu_files *pmu, const char *name, size_t len, u64 config[3])
{
	char text[512], *p, *word;
	int err = 0;

	if (pmu_file(pmu, "events", name, len, text, sizeof(text)) <= 0)
		return -ENOENT;
	for (p = text; !err && (word = strsep(&p, ","));) {
		char *eq = strchr(word, '=');
		size_t n = eq ? (size_t)(eq - word) : strlen(word);

		err = put_term(pmu, word, n, eq ? strtoull(eq + 1, NULL, 0) : 1, config);
	}
	return err;
}

/* "r" and hexadecimal digits: the whole config. */
static bool put_raw(const char *name, size_t len, u64 config[3])
{
	u64 raw = 0;
	size_t i;

	if (len < 2 || len > 17 || name[0] != 'r')
		return false;
	for (i = 1; i < len; i++) {
		const char *digits = "0123456789abcdef";
		const char *d = name[i] ? strchr(digits, name[i] | 0x20) : NULL;

		if (!d)
			return false;
		raw = raw << 4 | (u64)(d - digits);
	}
	config[0] |= raw;
	return true;
}

static int say_term(struct pmc_diag *diag, const struct pmu_files *pmu, const char *name,
		    size_t len, int err)
{
	if (err == -ERANGE)
		return diag_say(diag, -EINVAL,
				"the value of '%.*s' has more bits than the PMU '%s' has for "
				"it",
				(int)len, name, pmu->name);
	return diag_say(diag, -EINVAL,
			"the PMU '%s' has neither a term nor an event named '%.*s'; its "
			"terms are the files of %s/%s/format",
			pmu->name, (int)len, name, pmu->devices, pmu->name);
}

static int set_terms(const struct pmu_files *pmu, const char *text, const struct event *ev,
		     struct perf_event_attr *attr, struct pmc_diag *diag)
{
	u64 config[3] = { 0 };
	u32 i;
	int err;

	for (i = 0; i < ev->n_terms; i++) {
		const struct event_term *t = &ev->term[i];
		const char *name = text + t->name.at;
		size_t len = t->name.len;

		if (!t->is_number)
			return diag_say(diag, -EINVAL, "the term '%.*s' needs a number, not '%.*s'",
					(int)len, name, (int)t->value.len, text + t->value.at);
		/* Of a counter that only counts these mean nothing; perf takes them as well. */
		if ((len == 6 && !memcmp(name, "period", 6)) ||
		    (len == 4 && !memcmp(name, "freq", 4)))
			continue;
		err = -ENOENT;
		if (!t->value.len)
			err = put_alias(pmu, name, len, config);
		if (err == -ENOENT && !t->value.len && put_raw(name, len, config))
			err = 0;
		if (err == -ENOENT)
			err = put_term(pmu, name, len, t->number, config);
		if (err)
			return say_term(diag, pmu, name, len, err);
	}
	attr->config = config[0];
	attr->config1 = config[1];
	attr->config2 = config[2];
	return 0;
}

static int set_pmu(const char *devices, const char *text, const struct event *ev,
		   struct perf_event_attr *attr, struct pmc_diag *diag)
{
	struct pmu_files pmu = { .devices = devices };
	char buf[64];

	if (ev->pmu.len >= sizeof(pmu.name) || memchr(text + ev->pmu.at, '.', ev->pmu.len))
		return diag_say(diag, -EOPNOTSUPP, "the kernel shows no PMU of that name under %s",
				devices);
	memcpy(pmu.name, text + ev->pmu.at, ev->pmu.len);
	if (pmu_file(&pmu, "", "type", 4, buf, sizeof(buf)) > 0) {
		pmu.described = true;
		pmu.type = (u32)strtoul(buf, NULL, 10);
	} else if (!strcmp(pmu.name, "cpu")) {
		pmu.type = PERF_TYPE_RAW;
	} else {
		return diag_say(diag, -EOPNOTSUPP, "the kernel shows no PMU named '%s' under %s",
				pmu.name, devices);
	}
	attr->type = pmu.type;
	return set_terms(&pmu, text, ev, attr, diag);
}

/* ---- Events of a model ---- */

/* What the kernel sets by itself, by the attributes' flags. */
#define KERNELS \
	(EVTSEL_USR | EVTSEL_OS | EVTSEL_INT | EVTSEL_EN | AMD_EVTSEL_GUEST | AMD_EVTSEL_HOST)

/* A hybrid processor's cores are PMUs of their own; where there is one kind it is "cpu". */
static u32 type_of_core(const char *devices, const struct pmu *of)
{
	size_t len = strlen(of->model->name);
	struct pmu_files files = { .devices = devices };
	char buf[64];

	if (len < 2 || of->model->name[len - 2] != '-')
		return PERF_TYPE_RAW;
	snprintf(files.name, sizeof(files.name), "%s",
		 of->model->name[len - 1] == 'p' ? "cpu_core" : "cpu_atom");
	return pmu_file(&files, "", "type", 4, buf, sizeof(buf)) > 0 ? (u32)strtoul(buf, NULL, 10) :
								       PERF_TYPE_RAW;
}

int perf_attr_model(const char *devices, const struct pmu *pmu, const char *text,
		    const struct event *ev, struct perf_event_attr *attr, struct pmc_diag *diag)
{
	struct encoding enc;
	struct event plain = *ev;
	struct diag why;
	u32 fixed;

	memset(attr, 0, sizeof(*attr));
	attr->size = sizeof(*attr);
	attr->type = type_of_core(devices, pmu);
	if (pmu->family != PMU_ARCH && pmu->family != PMU_AMD && pmu->family != PMU_P6 &&
	    pmu->family != PMU_P4)
		return diag_say(diag, -EOPNOTSUPP,
				"'%.*s': Linux's perf does not know the PMU of %s",
				(int)ev->word.len, text + ev->word.at, pmu->model->title);
	if (pmu->family == PMU_P4 && ev->mods & MOD_OF_PMU & ~(MOD_EDGE | MOD_INVERT))
		return diag_say(diag, -EOPNOTSUPP,
				"'%.*s' has a modifier of a Pentium 4's registers, which the "
				"kernel sets by itself",
				(int)ev->typed.len, text + ev->typed.at);
	/* Rings, guests and precision are flags of the attributes, not of the registers. */
	plain.mods &= ~(MOD_RINGS | MOD_GUEST | MOD_HOST | MOD_PRECISE | MOD_PRECISE_MAX);
	if (pmc_encode(pmu, text, &plain, 0, &enc, &why)) {
		model_diag(diag, &why);
		return -EINVAL;
	}
	attr->config = enc.select & ~KERNELS;
	attr->config1 = enc.msr_value;
	if (pmu->family == PMU_P4) {
		if (perf_config_p4(&enc, (u64 *)&attr->config))
			return diag_say(diag, -EOPNOTSUPP,
					"'%.*s' takes a second ESCR, or is none of the kernel's "
					"events: perf has no number for it",
					(int)ev->word.len, text + ev->word.at);
	} else if (!(u32)enc.counters) {
		/* On a fixed counter alone: the kernel's name for it, event select 0. */
		for (fixed = 0; !(enc.counters >> (32 + fixed) & 1);)
			fixed++;
		attr->config = (u64)(fixed + 1) << 8;
	}
	set_mods(ev, attr);
	return 0;
}

/* ---- All kinds ---- */

int perf_attr(const char *devices, const char *text, const struct event *ev,
	      struct perf_event_attr *attr, struct pmc_diag *diag)
{
	bool fields = ev->mods & MOD_OF_PMU || ev->cmask;
	int err;

	memset(attr, 0, sizeof(*attr));
	attr->size = sizeof(*attr);
	switch (ev->kind) {
	case EVENT_HARDWARE:
		attr->type = PERF_TYPE_HARDWARE;
		attr->config = hardware[ev->id];
		break;
	case EVENT_CACHE:
		attr->type = PERF_TYPE_HW_CACHE;
		attr->config = ev->id;
		break;
	case EVENT_SOFTWARE:
		attr->type = PERF_TYPE_SOFTWARE;
		attr->config = software[ev->id];
		break;
	case EVENT_RAW:
		attr->type = PERF_TYPE_RAW;
		attr->config = ev->raw;
		err = ev->pmu.len ? set_pmu(devices, text, ev, attr, diag) : 0;
		if (err)
			return err;
		break;
	default:
		return diag_say(diag, -EOPNOTSUPP,
				"'%s' has no encoding in backend perf yet; backend "
				"emulated counts it for a command",
				ev->row ? ev->row->name : "the event");
	}
	if (fields && ev->kind != EVENT_RAW)
		return diag_say(diag, -EINVAL,
				"edge, invert, counter mask and the like (e, i, c=N) go with raw "
				"events and those of a PMU, not with the generic '%s'",
				ev->row->name);
	if (ev->mods & MOD_OF_PMU &
	    ~(MOD_EDGE | MOD_INVERT | MOD_ANY_THREAD | MOD_IN_TX | MOD_IN_TXCP))
		return diag_say(diag, -EOPNOTSUPP,
				"'%.*s' has a modifier of a Pentium 4's registers, which the "
				"kernel sets by itself",
				(int)ev->typed.len, text + ev->typed.at);
	if (ev->mods & MOD_EDGE)
		attr->config |= EVTSEL_EDGE;
	if (ev->mods & MOD_INVERT)
		attr->config |= EVTSEL_INV;
	if (ev->mods & MOD_ANY_THREAD)
		attr->config |= EVTSEL_ANY;
	if (ev->mods & MOD_IN_TX)
		attr->config |= EVTSEL_IN_TX;
	if (ev->mods & MOD_IN_TXCP)
		attr->config |= EVTSEL_IN_TXCP;
	attr->config |= (u64)ev->cmask << EVTSEL_CMASK_SHIFT;
	set_mods(ev, attr);
	return 0;
}
