// SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
/* See compared.h. A key has one place, and goes when another one takes that. */
#include "emu/heritage/compared.h"

#include "core/base/sum.h"
#include "emu/base/engine.h"
#include "emu/base/syscall.h"
#include "emu/code/mapped.h"
#include "emu/code/pagemap.h"
#include "emu/launch.h"

static bool is_own(u64 entry)
{
	return entry & PAGEMAP_SWAPPED ||
	       (entry & (PAGEMAP_PRESENT | PAGEMAP_OF_FILE)) == PAGEMAP_PRESENT;
}

/* Are all pages that are there the file's? */
static bool is_untouched(u64 start, u64 end)
{
	int fd = pagemap_open();
	u64 entry[512], n;
	bool good = fd >= 0;

	for (; good && start < end; start += n * PAGE_SIZE) {
		n = (end - start) / PAGE_SIZE;
		if (n > ARRAY_SIZE(entry))
			n = ARRAY_SIZE(entry);
		good = pagemap_read(fd, start, entry, n);
		for (u64 i = 0; i < n && good; i++)
			good = !is_own(entry[i]);
	}
	if (fd >= 0)
		sys1(__NR_close, fd);
	return good;
}

u64 compared_key(u64 start, u64 end, u64 expected)
{
	const u64 of[] = { mapped_file(start, end), end - start, expected };

	return of[0] && is_untouched(start, end) ? sum_words(of, ARRAY_SIZE(of)) | 1 : 0;
}

static u64 *place(u64 key)
{
	return &engine.shm->compared[key / 2 % EMU_MAX_COMPARED];
}

bool compared_has(u64 key)
{
	return key && __atomic_load_n(place(key), __ATOMIC_RELAXED) == key;
}

void compared_tell(u64 key)
{
	if (key)
		__atomic_store_n(place(key), key, __ATOMIC_RELAXED);
}
