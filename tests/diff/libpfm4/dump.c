/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What libpfm4 makes of every event and unit mask of the PMUs that are named: one line each,
 *
 *	pmu TAB event[:umask] TAB codes in hexadecimal, separated by blanks, or "error N"
 *
 * for each event alone, with each unit mask and with each pair of them; after -3 some random threes
 * too, and behind another TAB config and config1 of perf's attributes; after -m also, for a few
 * random combinations of its modifiers, which are the same ones in every run,
 *
 *	pmu TAB event[:umask] TAB codes TAB modifiers
 *
 * Without arguments: the names of all PMUs that this libpfm4 knows. A program of its own, because
 * the P6 family is only in libpfm4 for i386: libpfm4_test.c builds it for both.
 */
#include <perfmon/pfmlib_perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static int threes, with_mods;

static void encode_perf(const char *name)
{
	struct perf_event_attr attr = { 0 };
	pfm_perf_encode_arg_t arg = { .attr = &attr, .size = sizeof(arg) };

	attr.size = sizeof(attr);
	if (pfm_get_os_event_encoding(name, PFM_PLM0 | PFM_PLM3, PFM_OS_PERF_EVENT, &arg) ==
	    PFM_SUCCESS)
		printf("\t%llx %llx", (unsigned long long)attr.config,
		       (unsigned long long)attr.config1);
}

static void encode(const char *pmu, const char *event, const char *umask, const char *second,
		   const char *third, const char *mods)
{
	char name[512], full[1024];
	pfm_pmu_encode_arg_t arg = { .size = sizeof(arg) };
	int err, i;

	snprintf(name, sizeof(name), "%s::%s%s%s%s%s%s%s", pmu, event, umask ? ":" : "",
		 umask ? umask : "", second ? ":" : "", second ? second : "", third ? ":" : "",
		 third ? third : "");
	snprintf(full, sizeof(full), "%s%s%s", name, mods ? ":" : "", mods ? mods : "");
	err = pfm_get_os_event_encoding(full, PFM_PLM0 | PFM_PLM3, PFM_OS_NONE, &arg);
	printf("%s\t%s\t", pmu, strstr(name, "::") + 2);
	if (err != PFM_SUCCESS)
		printf("error %d", err);
	for (i = 0; err == PFM_SUCCESS && i < arg.count; i++)
		printf("%s%llx", i ? " " : "", (unsigned long long)arg.codes[i]);
	if (mods)
		printf("\t%s", mods);
	if (threes && err == PFM_SUCCESS)
		encode_perf(name);
	putchar('\n');
	free(arg.codes);
}

/* P6's L2 events have unit masks E and I, which are found before the modifiers of these letters. */
static int is_umask(int idx, int nattrs, const char *name)
{
	int i;

	for (i = 0; i < nattrs; i++) {
		pfm_event_attr_info_t attr = { .size = sizeof(attr) };

		if (pfm_get_event_attr_info(idx, i, PFM_OS_NONE, &attr) == PFM_SUCCESS &&
		    attr.type == PFM_ATTR_UMASK && !strcasecmp(attr.name, name))
			return 1;
	}
	return 0;
}

/* Some of the event's modifiers: "u:c=3". */
static void random_mods(int idx, int nattrs, char *buf, size_t size)
{
	size_t len = 0;
	int i;

	buf[0] = 0;
	for (i = 0; i < nattrs; i++) {
		pfm_event_attr_info_t attr = { .size = sizeof(attr) };

		if (pfm_get_event_attr_info(idx, i, PFM_OS_NONE, &attr) != PFM_SUCCESS ||
		    attr.type == PFM_ATTR_UMASK || attr.type == PFM_ATTR_RAW_UMASK ||
		    random() % 3 || !strcmp(attr.name, "ldlat") || !strcmp(attr.name, "fe_thres") ||
		    is_umask(idx, nattrs, attr.name))
			continue;
		len += snprintf(buf + len, size - len, "%s%s", len ? ":" : "", attr.name);
		if (attr.type == PFM_ATTR_MOD_INTEGER)
			len += snprintf(buf + len, size - len, "=%ld",
					1 + random() % (strcmp(attr.name, "thr") ? 255 : 15));
	}
}

static void dump_event(const char *pmu, int idx)
{
	pfm_event_info_t info = { .size = sizeof(info) };
	const char *umasks[256], *umask;
	char mods[256];
	int i, j, n = 0;

	if (pfm_get_event_info(idx, PFM_OS_NONE, &info) != PFM_SUCCESS)
		return;
	encode(pmu, info.name, NULL, NULL, NULL, NULL);
	for (i = 0; i < info.nattrs && n < 256; i++) {
		pfm_event_attr_info_t attr = { .size = sizeof(attr) };

		if (pfm_get_event_attr_info(idx, i, PFM_OS_NONE, &attr) == PFM_SUCCESS &&
		    attr.type == PFM_ATTR_UMASK)
			umasks[n++] = attr.name;
	}
	for (i = 0; i < n; i++)
		encode(pmu, info.name, umasks[i], NULL, NULL, NULL);
	for (i = 0; i < n; i++)
		for (j = i + 1; j < n; j++)
			encode(pmu, info.name, umasks[i], umasks[j], NULL, NULL);
	for (i = 0; threes && n > 2 && i < n; i++) {
		int a = rand() % (n - 2), b = a + 1 + rand() % (n - 2 - a),
		    c = b + 1 + rand() % (n - 1 - b);

		encode(pmu, info.name, umasks[a], umasks[b], umasks[c], NULL);
	}
	for (i = 0; with_mods && i < 12; i++) {
		umask = n ? umasks[random() % n] : NULL;
		random_mods(idx, info.nattrs, mods, sizeof(mods));
		if (mods[0])
			encode(pmu, info.name, umask, NULL, NULL, mods);
	}
}

int main(int argc, char **argv)
{
	pfm_pmu_t p;
	int k, i;

	threes = argc > 1 && !strcmp(argv[1], "-3");
	with_mods = argc > 1 && !strcmp(argv[1], "-m");
	setenv("LIBPFM_ENCODE_INACTIVE", "1", 1);
	if (pfm_initialize() != PFM_SUCCESS)
		return 1;
	for (p = 0; p < PFM_PMU_MAX; p++) {
		pfm_pmu_info_t info = { .size = sizeof(info) };

		if (pfm_get_pmu_info(p, &info) != PFM_SUCCESS)
			continue;
		if (argc < 2)
			puts(info.name);
		for (k = 1; k < argc; k++) {
			if (strcmp(argv[k], info.name))
				continue;
			for (i = info.first_event; i != -1; i = pfm_get_event_next(i))
				dump_event(info.name, i);
		}
	}
	return 0;
}
