#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# The caches of DynamoRIO's drcachesim beside core/machine/, to the unit: LRU and FIFO, L1I, L1D and
# L2, several geometries, on the accesses of a real program (valgrind's lackey). Its other policies
# choose among equal ways at random, so they do not compare. DynamoRIO is not in Debian 12: the
# variable DYNAMORIO names a folder with its source. Only its simulator is compiled, which needs
# nothing else of it.
# tests/run: time=1200
. "$(dirname "$0")/../tap.sh"

source=${DYNAMORIO:-}
[ -d "$source/clients/drcachesim/simulator" ] ||
	skip_all "drcachesim is not there (DYNAMORIO=FOLDER says where DynamoRIO's source is)"
command -v valgrind >/dev/null || skip_all "valgrind is not installed"
replay=$BUILD/tests/cli/prog/machine_replay
[ -x "$replay" ] || skip_all "machine_replay is not built"

cat >"$TMP/theirs.cpp" <<'C'
/*
 * usage: theirs L1I L1D L2 <TRACE, each SIZE,WAYS,LINE,lru|fifo; TRACE is valgrind's lackey's.
 * Prints misses by the names of core/machine/counts.c.
 */
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include "cache.h"
#include "cache_stats.h"
#include "policy_fifo.h"
#include "policy_lru.h"

using namespace dynamorio::drmemtrace;

struct level {
	int64_t size, line;
	int ways;
	std::string policy;
	cache_t cache;
	cache_stats_t *stats;

	level(const char *name, const char *text, level *below) : cache(name)
	{
		char word[16];

		if (sscanf(text, "%" SCNd64 ",%d,%" SCNd64 ",%15s", &size, &ways, &line, word) != 4)
			exit(2);
		policy = word;
		stats = new cache_stats_t((int)line);
		int sets = (int)(size / line / ways);
		std::unique_ptr<cache_replacement_policy_t> p;
		if (policy == "lru")
			p.reset(new policy_lru_t(sets, ways));
		else
			p.reset(new policy_fifo_t(sets, ways));
		if (!cache.init(ways, line, size, below ? &below->cache : nullptr, stats,
				std::move(p)))
			exit(2);
	}
	int64_t missed() { return stats->get_metric(metric_name_t::MISSES); }
};

/* One access: its lines one after another. */
static void access(level &l1, level &l2, trace_type_t type, uint64_t address, unsigned size,
		   int64_t *first, int64_t *second)
{
	int64_t one = l1.missed(), two = l2.missed();
	uint64_t line = address / l1.line, last = (address + size - 1) / l1.line;

	for (; line <= last; line++) {
		memref_t m;

		memset(&m, 0, sizeof(m));
		m.data.type = type;
		m.data.addr = line * l1.line;
		m.data.size = 1;
		m.data.pid = m.data.tid = 1;
		l1.cache.request(m);
	}
	*first += l1.missed() != one;
	*second += l2.missed() - two;
}

int main(int argc, char **argv)
{
	if (argc != 4)
		return 2;
	level l2("L2", argv[3], nullptr), l1i("L1I", argv[1], &l2), l1d("L1D", argv[2], &l2);
	int64_t i1 = 0, i2 = 0, r1 = 0, r2 = 0, w1 = 0, w2 = 0;
	char line[256], kind;
	uint64_t address;
	unsigned size;

	while (fgets(line, sizeof(line), stdin)) {
		if (sscanf(line, " %c %" SCNx64 ",%u", &kind, &address, &size) != 3 ||
		    line[0] == '=')
			continue;
		if (kind == 'I')
			access(l1i, l2, TRACE_TYPE_INSTR, address, size, &i1, &i2);
		else if (kind == 'S')
			access(l1d, l2, TRACE_TYPE_WRITE, address, size, &w1, &w2);
		else
			access(l1d, l2, TRACE_TYPE_READ, address, size, &r1, &r2);
	}
	printf("l1i-misses %" PRId64 "\nl1d-read-misses %" PRId64 "\nl1d-write-misses %" PRId64
	       "\nl2-fetch-misses %" PRId64 "\nl2-read-misses %" PRId64 "\nl2-write-misses %" PRId64
	       "\n", i1, r1, w1, i2, r2, w2);
	return 0;
}
C
drcachesim=$source/clients/drcachesim
flags=(-std=c++17 -O1 -DLINUX -DX86 -DX86_64 -DX64 -ffunction-sections)
for folder in clients/drcachesim/common clients/drcachesim/simulator ext/droption common; do
	flags+=("-I$source/$folder")
done
for file in "$TMP/theirs.cpp" "$drcachesim/common/trace_entry.cpp" "$drcachesim"/simulator/{cache,$(
	)caching_device,caching_device_stats,cache_stats,policy_lru,policy_fifo,prefetcher,$(
	)snoop_filter}.cpp; do
	g++ "${flags[@]}" -c "$file" -o "$TMP/$(basename "$file" .cpp).o" >>"$TMP/log" 2>&1 ||
		{ fail "drcachesim does not compile: $(grep -m 1 error "$TMP/log")"; finish; }
done
g++ "$TMP"/*.o -Wl,--gc-sections -o "$TMP/theirs" >>"$TMP/log" 2>&1 ||
	{ fail "drcachesim does not link: $(grep -m 1 undefined "$TMP/log")"; finish; }

head -c 60000 README.md >"$TMP/in"
valgrind --tool=lackey --trace-mem=yes --log-file="$TMP/trace" gzip -c "$TMP/in" >"$TMP/out" ||
	{ fail "lackey does not run"; finish; }
: >"$TMP/branches"
while read -r l1i l1d l2; do
	for policy in lru fifo; do
		"$TMP/theirs" "$l1i,$policy" "$l1d,$policy" "$l2,$policy" <"$TMP/trace" >"$TMP/want"
		"$replay" skylake "$TMP/branches" "L1i=$l1i,$policy" "L1d=$l1d,$policy" \
			"L2=$l2,$policy" LL=none walks=unseen <"$TMP/trace" >"$TMP/all"
		is "$(grep -f <(sed 's/ .*//; s/^/^/; s/$/ /' "$TMP/want") "$TMP/all" | sort)" \
			"$(sort "$TMP/want")" "L1I $l1i, L1D $l1d, L2 $l2, $policy"
		ok "… $(grep -c . "$TMP/want") counts, none of them 0" \
			test "$(grep -c ' [1-9]' "$TMP/want")" -eq 6
	done
done <<'T'
16384,4,32 16384,4,32 262144,8,32
32768,8,64 32768,8,64 1048576,16,64
8192,2,16 4096,1,64 65536,4,64
4096,4,64 2048,32,64 32768,2,64
T
finish
