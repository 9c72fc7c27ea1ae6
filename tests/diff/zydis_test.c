/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The decoder against Zydis: lengths, validity, kinds of branches, memory access, flags, registers
 * and the places of fields, over the executable sections of large programs, over every opcode of
 * every map with all that its prefixes can say, and over random bytes.
 *
 * Rules: every difference that no rule explains (rules.c) fails the test.
 * usage: zydis_test [-n MILLIONS of random instructions] [-b BYTES sampled of a file]
 *                   [-a: list all differences] [FILE...]
 *
 * tests/run: parallel time=300
 * links: emu/decode/?*.c emu/decode/tables/?*.c tests/diff/pair.c tests/diff/rules.c
 */
#define _GNU_SOURCE
#include <elf.h>
#include <fcntl.h>
#include <glob.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include "tests/diff/pair.h"
#include "tests/any.h"
#include "tests/tap.h"

/* clang-format off */
static const char *const what_name[D_N] = {
	[D_VALID] = "validity", [D_LENGTH] = "length", [D_RIPREL] = "RIP-relative form",
	[D_FIELDS] = "places of fields", [D_KIND] = "kind", [D_LOAD] = "load", [D_STORE] = "store",
	[D_READ] = "flags read", [D_WRITE] = "flags written", [D_REGS] = "registers missing",
	[D_SEGMENT] = "segment", [D_PREFIX] = "prefixes", [D_OPCODE] = "opcode, map and REX",
	[D_IMM] = "immediate", [D_OPSIZE] = "operand size",
	[D_ACCESSES] = "memory accesses",
};
/* clang-format on */

static ZydisDecoder decoder;
static uint64_t compared, both_valid, regs_excess;
static bool list_all;

/* ---- differences that were found, one line for each distinct one ---- */

struct found {
	uint64_t key, n;
	char text[320];
};
static struct found found[4096];
static unsigned n_found;
static uint64_t n_different[D_N];

static void report_accesses(const struct pair *p, char *s, size_t size, const char *hex,
			    const char *text)
{
	size_t n = (size_t)snprintf(s, size, "accesses: %s(%s) ours:", hex, text);

	for (unsigned i = 0; i < p->n_access && n < size; i++)
		n += (size_t)snprintf(s + n, size - n, " %u@%u%+d,%u", p->access[i].how,
				      p->access[i].at, p->access[i].disp, p->access[i].size);
	for (int i = 0; i < p->z.operand_count && n < size; i++)
		if (p->op[i].type == ZYDIS_OPERAND_TYPE_MEMORY)
			n += (size_t)snprintf(
				s + n, size - n, " | Zydis: %x@%s,%u", p->op[i].actions,
				ZydisRegisterGetString(p->op[i].mem.base), p->op[i].size / 8);
}

static void report(const struct pair *p, enum what w)
{
	uint64_t key = (uint64_t)w << 56 | (uint64_t)p->in.map << 48 | (uint64_t)p->in.op << 40;
	char hex[64], text[96] = "-";
	unsigned n = p->zvalid ? p->z.length : p->in.len;
	ZydisFormatter f;

	n_different[w]++;
	if (p->zvalid)
		key |= p->z.mnemonic;
	else
		key |= p->in.modrm | (uint64_t)(p->in.flags & (I_VEX | I_EVEX)) << 16;
	if (w == D_READ)
		key |= (uint64_t)(zydis_read(p) & 0xff) << 16;
	if (w == D_WRITE)
		key |= (uint64_t)(zydis_write(p) & 0xff) << 16;
	for (unsigned i = 0; i < n_found; i++) {
		if (found[i].key == key) {
			found[i].n++;
			return;
		}
	}
	if (n_found == sizeof(found) / sizeof(found[0]))
		return;
	for (unsigned i = 0; i < n && i < 16; i++)
		sprintf(hex + 3 * i, "%02x ", p->bytes[i]);
	if (p->zvalid) {
		ZydisFormatterInit(&f, ZYDIS_FORMATTER_STYLE_INTEL);
		ZydisFormatterFormatInstruction(&f, &p->z, p->op, p->z.operand_count, text,
						sizeof(text), 0, NULL);
	}
	if (w == D_ACCESSES) {
		report_accesses(p, found[n_found].text, sizeof(found[0].text), hex, text);
		found[n_found].key = key;
		found[n_found++].n = 1;
		return;
	}
	snprintf(found[n_found].text, sizeof(found[0].text),
		 "%s: %s(%s) ours: len %d kind %d map %d flags %x rd %x wr %x regs %x fields "
		 "%d,%d+%d,%d+%d | Zydis: len %d status %x kind %d rd %x wr %x regs %x l%d s%d",
		 what_name[w], hex, text, p->len, p->in.kind, p->in.map, p->in.flags, p->in.fl_read,
		 p->in.fl_write, p->in.regs, p->in.modrm_off, p->in.disp_off, p->in.disp_size,
		 p->in.imm_off, p->in.imm_size, p->zvalid ? p->z.length : 0, p->zstatus,
		 p->zvalid ? (int)zydis_kind(p) : -1, p->zvalid ? zydis_read(p) : 0,
		 p->zvalid ? zydis_write(p) : 0, p->zvalid ? zydis_regs(p) : 0,
		 p->zvalid && zydis_access(p, ZYDIS_OPERAND_ACTION_MASK_READ),
		 p->zvalid && zydis_access(p, ZYDIS_OPERAND_ACTION_MASK_WRITE));
	found[n_found].key = key;
	found[n_found++].n = 1;
}

static void check(const struct pair *p, enum what w, bool same)
{
	if (!same && !tolerated(p, w))
		report(p, w);
}

/* Decode at bytes with both and compare. Returns how far to go on. */
static unsigned compare(const uint8_t *bytes, unsigned avail)
{
	struct pair p = { .bytes = bytes, .avail = avail };
	bool valid;
	const struct insn *in = &p.in;

	p.len = insn_decode(bytes, avail, &p.in);
	p.zstatus = ZydisDecoderDecodeFull(&decoder, bytes, avail, &p.z, p.op);
	p.zvalid = ZYAN_SUCCESS(p.zstatus);
	compared++;
	if (p.len < 0) { /* Zydis finds an encoding undefined before or after it misses bytes */
		check(&p, D_LENGTH, !p.zvalid);
		return 1;
	}
	valid = in->kind != K_INVALID;
	if (valid != p.zvalid) {
		check(&p, D_VALID, false);
		return valid ? in->len : p.zvalid ? p.z.length : 1;
	}
	if (!valid)
		return 1;
	both_valid++;

	check(&p, D_LENGTH, p.len == in->len && in->len == p.z.length);
	check(&p, D_RIPREL, zydis_is_rip_relative(&p) == !!(in->flags & I_RIPREL));
	check(&p, D_FIELDS,
	      in->modrm_off == p.z.raw.modrm.offset && in->disp_off == p.z.raw.disp.offset &&
		      in->disp_size == p.z.raw.disp.size / 8 &&
		      in->imm_off == p.z.raw.imm[0].offset &&
		      in->imm_size == (p.z.raw.imm[0].size + p.z.raw.imm[1].size) / 8);
	check(&p, D_OPCODE,
	      in->op_off == zydis_opcode_offset(&p) && in->n_prefix == in->op_off &&
		      in->op == p.z.opcode && in->map == zydis_map(&p) &&
		      in->rex == zydis_rex(&p) &&
		      in->modrm ==
			      (p.z.attributes & ZYDIS_ATTRIB_HAS_MODRM ? bytes[in->modrm_off] : 0));
	check(&p, D_IMM, zydis_same_immediate(&p));
	check(&p, D_KIND, in->kind == zydis_kind(&p));
	check(&p, D_LOAD,
	      !!(in->flags & I_LOAD) == zydis_access(&p, ZYDIS_OPERAND_ACTION_MASK_READ));
	check(&p, D_STORE,
	      !!(in->flags & I_STORE) == zydis_access(&p, ZYDIS_OPERAND_ACTION_MASK_WRITE));
	check(&p, D_READ, in->fl_read == zydis_read(&p));
	check(&p, D_WRITE, in->fl_write == zydis_write(&p));
	check(&p, D_REGS, !(zydis_regs(&p) & ~in->regs));
	regs_excess += (in->regs & ~zydis_regs(&p)) != 0;
	check(&p, D_SEGMENT,
	      !!(in->flags & I_SEG_GS) == zydis_segment(&p, ZYDIS_REGISTER_GS) &&
		      !!(in->flags & I_SEG_FS) == zydis_segment(&p, ZYDIS_REGISTER_FS));
	check(&p, D_PREFIX,
	      !!(in->flags & I_LOCK) == !!(p.z.attributes & ZYDIS_ATTRIB_HAS_LOCK) &&
		      !!(in->flags & I_ADDR32) ==
			      !!(p.z.attributes & ZYDIS_ATTRIB_HAS_ADDRESSSIZE) &&
		      !!(in->flags & I_STRING) ==
			      (p.z.meta.category == ZYDIS_CATEGORY_STRINGOP ||
			       p.z.meta.category == ZYDIS_CATEGORY_IOSTRINGOP) &&
		      !!(in->flags & I_REP) ==
			      (!!(in->flags & I_STRING) &&
			       !!(p.z.attributes & (ZYDIS_ATTRIB_HAS_REP | ZYDIS_ATTRIB_HAS_REPE |
						    ZYDIS_ATTRIB_HAS_REPNE))));
	check(&p, D_OPSIZE,
	      !(in->flags & I_OPSIZE16) || (p.z.attributes & ZYDIS_ATTRIB_HAS_OPERANDSIZE));
	p.n_access = insn_accesses(bytes, in, p.access);
	check(&p, D_ACCESSES, zydis_same_accesses(&p));
	return p.z.length;
}

/* ---- programs ---- */

static uint64_t sample_bytes = 8 << 20;

/* The sections of an ELF file that hold code. Huge ones are sampled in windows of 64 KiB. */
static bool compare_file(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct stat st;
	const uint8_t *map;
	const Elf64_Ehdr *eh;
	uint64_t before = compared, total = 0;

	if (fd < 0)
		return false;
	if (fstat(fd, &st) || st.st_size < (off_t)sizeof(*eh)) {
		close(fd);
		return false;
	}
	map = mmap(NULL, st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	close(fd);
	if (map == MAP_FAILED)
		return false;
	eh = (const void *)map;
	if (memcmp(eh->e_ident, ELFMAG, SELFMAG) || eh->e_ident[EI_CLASS] != ELFCLASS64 ||
	    eh->e_machine != EM_X86_64 || eh->e_shentsize != sizeof(Elf64_Shdr)) {
		munmap((void *)map, st.st_size);
		return false;
	}
	for (unsigned i = 0; i < eh->e_shnum; i++) {
		const Elf64_Shdr *sh = (const void *)(map + eh->e_shoff + i * sizeof(*sh));
		uint64_t window, step;

		if (!(sh->sh_flags & SHF_EXECINSTR) || sh->sh_type != SHT_PROGBITS)
			continue;
		window = sh->sh_size <= sample_bytes ? sh->sh_size : 65536;
		step = sh->sh_size <= sample_bytes ? sh->sh_size :
						     sh->sh_size / (sample_bytes / 65536);
		for (uint64_t at = 0; at < sh->sh_size; at += step) {
			for (uint64_t o = at; o < at + window && o < sh->sh_size;) {
				uint64_t left = sh->sh_size - o;

				o += compare(map + sh->sh_offset + o,
					     left < 64 ? (unsigned)left : 64);
			}
			total += window;
		}
	}
	munmap((void *)map, st.st_size);
	note("%s: %lu instructions in %lu KiB", path, (unsigned long)(compared - before),
	     (unsigned long)(total >> 10));
	return compared > before;
}

/* ---- random bytes ---- */

static uint32_t rnd(void)
{
	return (uint32_t)(any_bits() >> 32);
}

static bool one_in(unsigned n)
{
	return rnd() % n == 0;
}

/* Random bytes that are likely to get past the prefixes. */
static void random_bytes(uint8_t b[32])
{
	static const uint8_t prefix[] = { 0x66, 0xf2, 0xf3, 0x67, 0x64, 0x65, 0x2e, 0xf0, 0x3e };
	unsigned n = 0;

	for (unsigned i = 0; i < 32; i++)
		b[i] = (uint8_t)rnd();
	if (one_in(500)) { /* long ones, near the limit */
		for (unsigned i = rnd() % 16; i; i--)
			b[n++] = prefix[rnd() % sizeof(prefix)];
	}
	switch (rnd() % 8) {
	case 0:
		return; /* as they come */
	case 1:		/* EVEX */
	case 2:
		if (one_in(8))
			b[n++] = prefix[rnd() % sizeof(prefix)];
		b[n] = 0x62;
		if (!one_in(16)) {
			b[n + 1] &= 0xf7;
			b[n + 2] |= 4;
		}
		if (one_in(2))
			b[n + 1] |= 0xf0;
		if (one_in(2))
			b[n + 2] |= 0x78;
		if (one_in(2))
			b[n + 3] |= 8;
		if (one_in(2))
			b[n + 3] &= 0x6f;
		if (one_in(2))
			b[n + 3] &= 0xf8;
		return;
	case 3: /* VEX, XOP */
		if (one_in(8))
			b[n++] = prefix[rnd() % sizeof(prefix)];
		switch (rnd() % 4) {
		case 0:
			b[n] = 0xc5;
			if (one_in(2))
				b[n + 1] |= 0x78;
			return;
		case 1:
			b[n] = 0x8f;
			b[n + 1] = (uint8_t)((b[n + 1] & 0xe0) | (7 + rnd() % 5));
			b[n + 2] &= 0xfc;
			break;
		default:
			b[n] = 0xc4;
			b[n + 1] = (uint8_t)((b[n + 1] & 0xe0) | rnd() % 5);
		}
		if (one_in(2))
			b[n + 2] |= 0x78;
		return;
	default: /* legacy maps */
		while (one_in(2) && n < 16)
			b[n++] = prefix[rnd() % (one_in(2) ? 3 : sizeof(prefix))];
		if (one_in(2))
			b[n++] = (uint8_t)(0x40 + rnd() % 16);
		switch (rnd() % 4) {
		case 0:
			return;
		case 1:
			b[n++] = 0x0f;
			return;
		case 2:
			b[n++] = 0x0f;
			b[n++] = one_in(2) ? 0x38 : 0x3a;
			return;
		default:
			if (one_in(4)) {
				b[n++] = 0x0f;
				b[n++] = 0x01;
				b[n] |= 0xc0;
			}
			return;
		}
	}
}

/* ---- every opcode of every map, with all that a prefix can say ---- */

static void every_legacy(void)
{
	/* clang-format off */
	static const uint8_t prefixes[][3] = {
		{0},	   {1, 0x66},	    {1, 0xf3}, {1, 0xf2}, {2, 0x66, 0xf3}, {2, 0xf2, 0x66},
		{1, 0xf0}, {2, 0x67, 0x65},
	};
	/* clang-format on */
	static const uint8_t rexes[] = { 0, 0x40, 0x48, 0x45 };
	static const uint8_t escapes[][3] = {
		{ 0 }, { 1, 0x0f }, { 2, 0x0f, 0x38 }, { 2, 0x0f, 0x3a }
	};

	for (unsigned i = 0; i < 8 * 4 * 4; i++) {
		const uint8_t *pre = prefixes[i & 7], *esc = escapes[i >> 3 & 3];
		uint8_t b[32], rex = rexes[i >> 5];
		unsigned n = 0;

		memset(b, 0xa5, sizeof(b));
		memcpy(b, pre + 1, pre[0]);
		n = pre[0];
		if (rex)
			b[n++] = rex;
		memcpy(b + n, esc + 1, esc[0]);
		n += esc[0];
		for (unsigned op = 0; op < 0x10000; op++) {
			b[n] = (uint8_t)(op >> 8);
			b[n + 1] = (uint8_t)op;
			compare(b, sizeof(b));
		}
	}
}

/* ModRM bytes that differ in what they mean: all registers, with a few memory forms. */
static unsigned modrm_set(uint8_t set[64])
{
	unsigned n = 0;

	for (unsigned reg = 0; reg < 8; reg++) {
		set[n++] = (uint8_t)(0x44 | reg << 3);
		set[n++] = (uint8_t)(0xc0 | reg << 3);
		set[n++] = (uint8_t)(0xc1 | reg << 3);
	}
	set[n++] = 0x00;
	set[n++] = 0x05;
	set[n++] = 0x84;
	return n;
}

static void every_vex_xop(uint8_t lead, unsigned first_map)
{
	uint8_t b[32], set[64];
	unsigned n_set = modrm_set(set);

	memset(b, 0xa5, sizeof(b));
	b[0] = lead;
	for (unsigned i = 0; i < 5u << 18; i++) {
		static const uint8_t vvvv[4] = { 0x78, 0x18, 0x40, 0x08 };

		b[1] = (uint8_t)((first_map + (i >> 18)) | (i & 1 ? 0xe0 : 0x40));
		b[2] = (uint8_t)((i >> 1 & 7) | (i >> 4 & 1) << 7 | vvvv[i >> 5 & 3]);
		b[3] = (uint8_t)(i >> 7);
		if (i >> 15 & 7)
			continue;
		for (unsigned k = 0; k < n_set; k++) {
			b[4] = set[k];
			compare(b, sizeof(b));
		}
	}
}

static void every_evex(void)
{
	/* clang-format off */
	static const uint8_t fields[][3] = {
		/* R X B R', vvvv, V' */
		{0xf0, 0x78, 8}, {0xf0, 0x18, 8}, {0xe0, 0x78, 0}, {0x70, 0x78, 8}, {0x90, 0x78, 8},
	};
	/* clang-format on */
	static const uint8_t masks[] = { 0, 1, 0x81, 0x80 };
	uint8_t b[32], set[64];
	unsigned n_set = modrm_set(set);

	memset(b, 0xa5, sizeof(b));
	b[0] = 0x62;
	for (unsigned f = 0; f < 5; f++) {
		for (unsigned i = 0; i < 1u << 19; i++) {
			b[1] = (uint8_t)((i & 7) | fields[f][0]);
			b[2] = (uint8_t)((i >> 3 & 3) | 4 | (i >> 5 & 1) << 7 | fields[f][1]);
			b[3] = (uint8_t)((i >> 6 & 7) << 4 | masks[i >> 9 & 3] | fields[f][2]);
			b[4] = (uint8_t)(i >> 11);
			for (unsigned k = 0; k < n_set; k++) {
				b[5] = set[k];
				compare(b, sizeof(b));
			}
		}
	}
}

/* Programs and libraries that are large, by patterns of where they are. */
static const char *const candidates[] = {
	"/usr/lib/gcc/x86_64-linux-gnu/*/cc1",
	"/usr/lib/gcc/x86_64-linux-gnu/*/cc1plus",
	"/usr/lib/gcc/x86_64-linux-gnu/*/lto1",
	"/usr/bin/node",
	"/usr/lib/x86_64-linux-gnu/libnode.so*",
	"/usr/lib/jvm/*/lib/server/libjvm.so",
	"/usr/bin/python3.*",
	"/usr/lib/x86_64-linux-gnu/libpython3.*.so*",
	"/usr/lib/x86_64-linux-gnu/libcrypto.so.3",
	"/usr/lib/x86_64-linux-gnu/libcrypto.so.1.1",
	"/usr/bin/git",
	"/usr/bin/perf",
	"/usr/bin/gdb",
	"/usr/lib/x86_64-linux-gnu/libLLVM-*.so*",
	"/usr/lib/llvm-*/lib/libclang-cpp.so*",
	"/usr/bin/qemu-x86_64",
	"/usr/bin/qemu-system-x86_64",
	"/usr/lib/chromium/chromium",
	"/usr/lib/x86_64-linux-gnu/libc.so.6",
	"/usr/lib/x86_64-linux-gnu/libm.so.6",
	"/usr/lib/x86_64-linux-gnu/libstdc++.so.6",
	"/usr/bin/perl",
	"/usr/bin/bash",
	"/usr/bin/sqlite3",
	"/usr/lib/x86_64-linux-gnu/libsqlite3.so.0",
	"/usr/bin/x86_64-linux-gnu-ld.bfd",
	"/usr/lib/x86_64-linux-gnu/libopenblas*.so*",
	"/usr/lib/x86_64-linux-gnu/openblas*/libopenblas*.so*",
	"/usr/lib/x86_64-linux-gnu/libx265.so*",
	"/usr/lib/x86_64-linux-gnu/libavcodec.so*",
	"/usr/lib/x86_64-linux-gnu/libgcrypt.so*",
	"/usr/lib/x86_64-linux-gnu/libisal.so*",
	"/usr/lib/x86_64-linux-gnu/valgrind/memcheck-amd64-linux",
	"/usr/bin/ld.gold",
	"/usr/bin/clang",
};

/* A regular file that no path before has led to. */
static bool is_new_file(const char *path)
{
	static ino_t seen[256];
	static unsigned n_seen;
	struct stat st;

	if (lstat(path, &st) || !S_ISREG(st.st_mode))
		return false;
	for (unsigned i = 0; i < n_seen; i++)
		if (seen[i] == st.st_ino)
			return false;
	if (n_seen < sizeof(seen) / sizeof(seen[0]))
		seen[n_seen++] = st.st_ino;
	return true;
}

int main(int argc, char **argv)
{
	unsigned long n_random = 6000000;
	const char *name, *reason;
	unsigned files = 0;
	uint64_t used;
	int c;

	while ((c = getopt(argc, argv, "n:b:a")) != -1) {
		if (c == 'n')
			n_random = strtoul(optarg, NULL, 0) * 1000000;
		else if (c == 'b')
			sample_bytes = strtoul(optarg, NULL, 0);
		else
			list_all = true;
	}
	if (ZydisGetVersion() != ZYDIS_VERSION)
		note("Zydis %lx, compiled against %lx", (long)ZydisGetVersion(),
		     (long)ZYDIS_VERSION);
	ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);

	for (int i = optind; i < argc; i++)
		files += compare_file(argv[i]);
	for (unsigned i = 0; optind >= argc && i < sizeof(candidates) / sizeof(candidates[0]);
	     i++) {
		glob_t g;

		if (glob(candidates[i], 0, NULL, &g))
			continue;
		for (size_t k = 0; k < g.gl_pathc; k++)
			if (is_new_file(g.gl_pathv[k]))
				files += compare_file(g.gl_pathv[k]);
		globfree(&g);
	}
	if (optind >= argc)
		ok(files >= 10, "%u programs and libraries compared, at least 10 wanted", files);
	every_legacy();
	every_vex_xop(0xc4, 0);
	every_vex_xop(0x8f, 7);
	every_evex();
	note("%lu random encodings", n_random);
	for (unsigned long i = 0; i < n_random; i++) {
		uint8_t b[32];

		random_bytes(b);
		compare(b, sizeof(b));
	}
	for (unsigned w = 0; w < D_N; w++)
		ok(!n_different[w], "%s: %lu differences", what_name[w],
		   (unsigned long)n_different[w]);
	for (unsigned i = 0; i < n_found && (list_all || i < 60); i++)
		note("%lu x %s", (unsigned long)found[i].n, found[i].text);
	for (unsigned i = 0; rule(i, &name, &reason, &used); i++) {
		if (optind >= argc)
			ok(used, "rule \"%s\" applied %lu times: %s", name, (unsigned long)used,
			   reason);
	}
	note("%lu compared, %lu valid, registers more than needed in %lu", (unsigned long)compared,
	     (unsigned long)both_valid, (unsigned long)regs_excess);
	return done();
}
