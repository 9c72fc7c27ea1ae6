/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A home may be shared by several machines, and a machine may have several engines, or get a new
 * one in place of the old. What the engine makes depends on CPUID, and on what the kernel allows
 * programs (AT_HWCAP2).
 */
#define _GNU_SOURCE
#include <cpuid.h>
#include <sys/auxv.h>
#include <sys/stat.h>

#include "core/base/sum.h"
#include "emu/launch.h"
#include "lib/backends/emulated/kept/maker.h"
#include "lib/base/array.h"

u64 maker_file(const struct stat *st)
{
	const u64 of[] = {
		st->st_dev,
		st->st_ino,
		(u64)st->st_size,
		(u64)st->st_mtim.tv_sec,
		(u64)st->st_mtim.tv_nsec,
		(u64)st->st_ctim.tv_sec,
		(u64)st->st_ctim.tv_nsec,
	};

	return sum_words(of, ARRAY_SIZE(of));
}

static u64 processor(void)
{
	static const unsigned leaves[][2] = {
		{ 0, 0 }, { 1, 0 }, { 7, 0 }, { 7, 1 }, { 0xd, 0 }, { 0xd, 1 }, { 0x80000001, 0 },
	};
	u64 words[2 * ARRAY_SIZE(leaves)] = { 0 };

	for (size_t i = 0; i < ARRAY_SIZE(leaves); i++) {
		unsigned a = 0, b = 0, c = 0, d = 0;

		__get_cpuid_count(leaves[i][0], leaves[i][1], &a, &b, &c, &d);
		if (leaves[i][0] == 1 || leaves[i][0] == 0xd)
			b = 0; /* which processor this is; how much XSAVE has to write now */
		words[2 * i] = (u64)a << 32 | b;
		words[2 * i + 1] = (u64)c << 32 | d;
	}
	return sum_words(words, ARRAY_SIZE(words));
}

u64 maker_of(const struct emu_header *header, int engine_fd)
{
	struct stat st;

	if (fstat(engine_fd, &st))
		return 0;
	const u64 of[] = {
		maker_file(&st), header->version,      header->flags,	    header->cpu,
		header->host,	 header->cpus,	       header->cache_shift, header->sampled,
		processor(),	 getauxval(AT_HWCAP2),
	};

	return sum_words(of, ARRAY_SIZE(of)) | 1;
}
