/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Encodes events pmu/terms/ with the files that the kernel shows for each PMU: `type`, format/ with
 * the bits of each term, and events/ with the PMU's own names for lists of terms.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/event/event.h"
#include "lib/backends/perf/sysfs.h"
#include "lib/base/array.h"
#include "lib/base/diag.h"
#include "lib/base/proc.h"

/*
 * Puts value into the bits that a format file names: "config:0-7,32-35", "config1:0-63",
 * "config:18".
 */
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

bool perf_pmu_type(const char *devices, const char *name, u32 *type)
{
	struct pmu_files files = { .devices = devices };
	char buf[64];

	snprintf(files.name, sizeof(files.name), "%s", name);
	if (pmu_file(&files, "", "type", 4, buf, sizeof(buf)) <= 0)
		return false;
	*type = (u32)strtoul(buf, NULL, 10);
	return true;
}

/* The architectural fields of the CPU's own PMU, for systems where /sys is hidden. */
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

/* Puts one term, such as "umask", with its number. */
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

/* Puts a bare name: one of the PMU's own events, whose file has "event=0x3c,umask=0x01". */
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

/* Puts "r" and hexadecimal digits: the whole config. */
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
				"the value of '%.*s' is too large for its bits in the PMU '%s'",
				(int)len, name, pmu->name);
	return diag_say(diag, -EINVAL,
			"the PMU '%s' has neither a term nor an event named '%.*s'; its "
			"terms are the files of %s/%s/format",
			pmu->name, (int)len, name, pmu->devices, pmu->name);
}

static int put_terms(const struct pmu_files *pmu, const char *text, const struct event *ev,
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
		/* These terms mean nothing when only counting, but perf accepts them. */
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

int perf_attr_terms(const char *devices, const char *text, const struct event *ev,
		    struct perf_event_attr *attr, struct pmc_diag *diag)
{
	struct pmu_files pmu = { .devices = devices };
	u32 type = PERF_TYPE_RAW;

	if (ev->pmu.len >= sizeof(pmu.name) || memchr(text + ev->pmu.at, '.', ev->pmu.len))
		return diag_say(diag, -EOPNOTSUPP, "the kernel shows no PMU of that name under %s",
				devices);
	memcpy(pmu.name, text + ev->pmu.at, ev->pmu.len);
	pmu.described = perf_pmu_type(devices, pmu.name, &type);
	if (!pmu.described && strcmp(pmu.name, "cpu"))
		return diag_say(diag, -EOPNOTSUPP, "the kernel shows no PMU named '%s' under %s",
				pmu.name, devices);
	attr->type = type;
	return put_terms(&pmu, text, ev, attr, diag);
}
