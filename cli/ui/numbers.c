/* SPDX-License-Identifier: BSD-2-Clause */
/* Lists of numbers that the user types. A wrong one is reported with its column. */
#include "cli/ui/numbers.h"

#include "cli/ui/complain.h"
#include "cli/ui/status.h"

#include <fcntl.h>
#include <limits.h>
#include <pmc/pmc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAX_CPUS 65536u

static int bad_list(const char *option, const char *text, unsigned column, unsigned length,
		    const char *sentence)
{
	struct pmc_diag diag = { .column = column };

	snprintf(diag.token, sizeof(diag.token), "%.*s", (int)length, text + column - 1);
	snprintf(diag.sentence, sizeof(diag.sentence), "'%s': %s", diag.token, sentence);
	complain_at(option, text, &diag);
	return STATUS_FAILED;
}

int numbers_parse(const char *option, const char *text, bool ranges, struct number_listed **list,
		  size_t *n)
{
	const char *want = ranges ? "expects CPU numbers and ranges, as in 0,2-5" :
				    "expects process or thread IDs, as in 120,3517";
	const char *p = text, *word;
	struct number_listed *all = NULL, *more;
	size_t count = 0, i;

	for (;; p++) {
		long first, last;
		char *end;

		word = p;
		first = last = *p >= '0' && *p <= '9' ? strtol(p, &end, 10) : -1;
		if (first >= 0)
			p = end;
		if (ranges && first >= 0 && *p == '-') {
			last = p[1] >= '0' && p[1] <= '9' ? strtol(p + 1, &end, 10) : -1;
			p = end > p ? end : p + 1;
		}
		if (first < 0 || last < first || last > INT_MAX || (*p && *p != ',') ||
		    last - first >= (long)MAX_CPUS || (!ranges && !first)) {
			free(all);
			return bad_list(option, text, (unsigned)(word - text) + 1,
					(unsigned)strcspn(word, ","), want);
		}
		more = realloc(all, (count + (size_t)(last - first) + 1) * sizeof(*all));
		if (!more) {
			free(all);
			complain("out of memory");
			return STATUS_FAILED;
		}
		all = more;
		for (; first <= last; first++) {
			/* What was named before is not listed twice. */
			for (i = 0; i < count && all[i].number != first; i++)
				;
			if (i == count)
				all[count++] = (struct number_listed){ first,
								       (unsigned)(word - text) + 1,
								       (unsigned)(p - word) };
		}
		if (!*p)
			break;
	}
	*list = all;
	*n = count;
	return 0;
}

void numbers_complain(const char *option, const char *text, const struct number_listed *number,
		      struct pmc_diag *diag)
{
	diag->column = number->column;
	snprintf(diag->token, sizeof(diag->token), "%.*s", (int)number->length,
		 text + diag->column - 1);
	complain_at(option, text, diag);
}

void numbers_of_online_cpus(char *text, size_t size)
{
	int fd = open("/sys/devices/system/cpu/online", O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? -1 : read(fd, text, size - 1);

	if (fd >= 0)
		close(fd);
	if (n <= 0)
		n = snprintf(text, size, "0-%ld", sysconf(_SC_NPROCESSORS_ONLN) - 1);
	text[n] = 0;
	text[strcspn(text, "\n")] = 0;
}
