/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Replays the saved inputs of the event parser's fuzz target, for compilers that have no libFuzzer.
 * An input that breaks a promise ends the program by SIGABRT.
 */
#include <dirent.h>

#include "tests/fuzz/event_fuzz.c"
#include "tests/tap.h"

#define FOLDER "tests/fuzz/corpus/event"

static bool replay(const char *path)
{
	static uint8_t buf[1 << 17];
	FILE *f = fopen(path, "rb");
	size_t n;

	if (!f)
		return false;
	n = fread(buf, 1, sizeof(buf), f);
	fclose(f);
	return LLVMFuzzerTestOneInput(buf, n) == 0;
}

int main(void)
{
	DIR *dir = opendir(FOLDER);
	char path[512];
	struct dirent *d;
	int n = 0;

	if (!ok(dir != NULL, "there is a folder of saved inputs"))
		return done();
	while ((d = readdir(dir))) {
		if (d->d_name[0] == '.')
			continue;
		snprintf(path, sizeof(path), FOLDER "/%s", d->d_name);
		ok(replay(path), "%s", d->d_name);
		n++;
	}
	closedir(dir);
	ok(n >= 40, "at least forty of them (%d)", n);
	return done();
}
