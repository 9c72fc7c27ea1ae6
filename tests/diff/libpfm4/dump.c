/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What libpfm4 makes of every event and unit mask of the PMUs that are named: one line each,
 *
 *	pmu TAB event[:umask] TAB codes in hexadecimal, separated by blanks, or "error N"
 *
 * for each event alone, with each unit mask and with each pair of them; after -3 some random threes too.
 * Without arguments: the names of all PMUs that this libpfm4 knows. A program of its own, because the P6
 * family is only in libpfm4 for i386: libpfm4_test.c builds it for both.
 */
#include <perfmon/pfmlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void encode(const char *pmu, const char *event, const char *umask, const char *second, const char *third)
{
	char name[512];
	pfm_pmu_encode_arg_t arg = { .size = sizeof(arg) };
	int err, i;

	snprintf(name, sizeof(name), "%s::%s%s%s%s%s%s%s", pmu, event, umask ? ":" : "", umask ? umask : "",
		 second ? ":" : "", second ? second : "", third ? ":" : "", third ? third : "");
	err = pfm_get_os_event_encoding(name, PFM_PLM0 | PFM_PLM3, PFM_OS_NONE, &arg);
	printf("%s\t%s\t", pmu, strstr(name, "::") + 2);
	if (err != PFM_SUCCESS)
		printf("error %d", err);
	for (i = 0; err == PFM_SUCCESS && i < arg.count; i++)
		printf("%s%llx", i ? " " : "", (unsigned long long)arg.codes[i]);
	putchar('\n');
	free(arg.codes);
}

static int threes;

static void dump_event(const char *pmu, int idx)
{
	pfm_event_info_t info = { .size = sizeof(info) };
	const char *umasks[256];
	int i, j, n = 0;

	if (pfm_get_event_info(idx, PFM_OS_NONE, &info) != PFM_SUCCESS)
		return;
	encode(pmu, info.name, NULL, NULL, NULL);
	for (i = 0; i < info.nattrs && n < 256; i++) {
		pfm_event_attr_info_t attr = { .size = sizeof(attr) };

		if (pfm_get_event_attr_info(idx, i, PFM_OS_NONE, &attr) == PFM_SUCCESS &&
		    attr.type == PFM_ATTR_UMASK)
			umasks[n++] = attr.name;
	}
	for (i = 0; i < n; i++)
		encode(pmu, info.name, umasks[i], NULL, NULL);
	for (i = 0; i < n; i++)
		for (j = i + 1; j < n; j++)
			encode(pmu, info.name, umasks[i], umasks[j], NULL);
	for (i = 0; threes && n > 2 && i < n; i++) {
		int a = rand() % (n - 2), b = a + 1 + rand() % (n - 2 - a), c = b + 1 + rand() % (n - 1 - b);

		encode(pmu, info.name, umasks[a], umasks[b], umasks[c]);
	}
}

int main(int argc, char **argv)
{
	pfm_pmu_t p;
	int k, i;

	threes = argc > 1 && !strcmp(argv[1], "-3");
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
