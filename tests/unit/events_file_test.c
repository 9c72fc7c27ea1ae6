/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Event files: what the library reads, what it refuses and with which line number, and every
 * truncation of a file. If the files of Intel's collection lie beside the tree, the test encodes
 * and decodes each of their events.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <pmc/pmc.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core/base/types.h"
#include "tests/tap.h"

static int fd = -1;
static char path[64];

/* Writes the text to the file. */
static const char *file(const char *text, size_t len)
{
	if (fd < 0) {
		fd = memfd_create("events", 0);
		snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	}
	if (ftruncate(fd, 0) || pwrite(fd, text, len, 0) != (ssize_t)len)
		perror("memfd");
	return path;
}

static const char good[] =
	"{\n"
	"  \"Header\": { \"Info\": \"of our own making\", \"List\": [1, 2.5e3, true, null, {}] },\n"
	"  \"Events\": [\n"
	"    { \"EventName\": \"MEM.LOADS\", \"EventCode\": \"0xD0\", \"UMask\": \"0x81\",\n"
	"      \"Counter\": \"0,1\", \"BriefDescription\": \"Loads, \\\"all\\\" of "
	"them\\u00a0\\u2026.\" },\n"
	"    { \"EventName\": \"MEM.STALLS\", \"EventCode\": \"0xA3\", \"UMask\": \"0x04\",\n"
	"      \"Counter\": \"0,1,2,3\", \"CounterMask\": \"4\", \"Invert\": \"1\", "
	"\"EdgeDetect\": \"1\" },\n"
	"    { \"EventName\": \"OFFCORE.DATA\", \"EventCode\": \"0xB7, 0xBB\", \"UMask\": "
	"\"0x01\",\n"
	"      \"Counter\": \"0,1,2,3\", \"MSRIndex\": \"0x1a6,0x1a7\", \"MSRValue\": \"0x10003\" "
	"},\n"
	"    { \"EventName\": \"UNC.READS\", \"Unit\": \"iMC\", \"EventCode\": \"0x999\" },\n"
	"    { \"EventName\": \"CORE.CYCLES\", \"EventCode\": \"0x00\", \"UMask\": \"0x02\",\n"
	"      \"Counter\": \"Fixed counter 1\" },\n"
	"    { \"EventName\": \"INST.ANY\", \"EventCode\": \"0x00\", \"UMask\": \"0x01\",\n"
	"      \"Counter\": \"Fixed counter 0\" }\n"
	"  ]\n"
	"}\n";

static struct pmc_encoding *encode(const struct pmc_model *m, const char *event, int counter)
{
	struct pmc_encoding *e = NULL;
	struct pmc_diag diag;

	if (pmc_encoding_create(m, event, counter, 0, &e, &diag))
		note("%s: %s", event, diag.sentence);
	return e;
}

static void reads(void)
{
	struct pmc_model_event ev;
	struct pmc_encoding *e;
	struct pmc_diag diag;
	struct pmc_model *m;
	size_t i, found = 0;

	if (!ok(!pmc_model_open("skylake", file(good, sizeof(good) - 1), &m, &diag),
		"a file is read")) {
		note("%s", diag.sentence);
		return;
	}
	for (i = 0; !pmc_model_event_at(m, i, &ev); i++) {
		if (!strcmp(ev.name, "MEM.LOADS")) {
			found++;
			is_str(ev.description, "Loads, \"all\" of them\u00a0\u2026",
			       "a description with escapes");
			is_hex(ev.counters, 0x3, "its counters");
		}
		found += !strcmp(ev.name, "UNC.READS") ? 100 : 0;
		found += !strcmp(ev.name, "UNHALTED_CORE_CYCLES") ? 10 : 0;
	}
	is_int((int)found, 11, "the core's events and the model's own, none of other units");
	e = encode(m, "skylake::mem.loads:u", -1);
	is_hex(e ? e->reg[0].value : 0, 0x4181d0, "event, unit mask, ring");
	pmc_encoding_destroy(e);
	e = encode(m, "MEM.STALLS", 2);
	is_hex(e ? e->reg[0].value : 0, 0x4c704a3 | 0x800000,
	       "counter mask, invert, edge of the row");
	is_str(e ? e->event[0].name : "", "skylake::MEM.STALLS", "… are the row's, not modifiers");
	pmc_encoding_destroy(e);
	e = encode(m, "OFFCORE.DATA", -1);
	ok(e && e->n_registers == 3 && e->reg[0].address == 0x1a6 && e->reg[0].value == 0x10003 &&
		   e->reg[1].value == 0x4301b7,
	   "the first of two codes, with its register");
	pmc_encoding_destroy(e);
	e = encode(m, "CORE.CYCLES", -1);
	ok(e && e->counters == 1ull << 33, "a fixed counter");
	pmc_encoding_destroy(e);
	e = encode(m, "cycles", -1);
	is_str(e ? e->event[0].name : "", "skylake::UNHALTED_CORE_CYCLES",
	       "generic names as before");
	pmc_encoding_destroy(e);
	pmc_model_close(m);
}

/* Old files number fixed counters from 1. */
static void from_one(void)
{
	static const char old[] =
		"[{\"EventName\":\"A\",\"EventCode\":\"0\",\"Counter\":\"Fixed counter 1\"},"
		"{\"EventName\":\"B\",\"EventCode\":\"0\",\"Counter\":\"Fixed counter 3\"}]";
	struct pmc_encoding *e;
	struct pmc_diag diag;
	struct pmc_model *m;

	if (!ok(!pmc_model_open("nehalem", file(old, sizeof(old) - 1), &m, &diag),
		"an array alone"))
		return;
	e = encode(m, "A", -1);
	is_hex(e ? e->counters : 0, 1ull << 32, "fixed counter 1 is number 0 when there is no 0");
	pmc_encoding_destroy(e);
	e = encode(m, "B", -1);
	is_hex(e ? e->counters : 0, 1ull << 34, "fixed counter 3 is number 2");
	pmc_encoding_destroy(e);
	pmc_model_close(m);
}

/*
 * If a row names two registers, the library takes the one that has the bits, with its own unit
 * mask. It changes names that nobody could type.
 */
static void registers(void)
{
	static const char text[] =
		"[{\"EventName\":\"BOTH\",\"EventCode\":\"0xB7\",\"UMask\":\"0x01,0x02\","
		"\"Counter\":\"0,1\","
		"\"MSRIndex\":\"0x1a6,0x1a7\",\"MSRValue\":\"0x10003 \"},"
		"{\"EventName\":\"FIRST\",\"EventCode\":\"0xB7\",\"UMask\":\"0x01,0x02\","
		"\"Counter\":\"0,1\","
		"\"MSRIndex\":\"0x1a6\",\"MSRValue\":\"0x4000000001\"},"
		"{\"EventName\":\"SECOND\",\"EventCode\":\"0xB7\",\"UMask\":\"0x01,0x02\","
		"\"Counter\":\"0,1\","
		"\"MSRIndex\":\"0x1a7\",\"MSRValue\":\"0x1\"},"
		"{\"EventName\":\"OLD:request=A\",\"EventCode\":\"0x1\",\"Counter\":\"0\"}]";
	static const char wide[] =
		"[{\"EventName\":\"A\",\"EventCode\":\"0xB7\",\"UMask\":\"0x01,0x02\",\"Counter\":"
		"\"0,1\","
		"\"MSRIndex\":\"0x1a7\",\"MSRValue\":\"0x4000000001\"}]";
	static const struct {
		const char *event;
		u32 address;
		u64 select;
	} want[] = { { "BOTH", 0x1a6, 0x4301b7 },
		     { "FIRST", 0x1a6, 0x4301b7 },
		     { "SECOND", 0x1a7, 0x4302b7 } };
	struct pmc_encoding *e;
	struct pmc_diag diag;
	struct pmc_model *m;
	size_t i;

	if (!ok(!pmc_model_open("silvermont", file(text, sizeof(text) - 1), &m, &diag),
		"registers of events"))
		return;
	for (i = 0; i < 3; i++) {
		e = encode(m, want[i].event, -1);
		ok(e && e->reg[0].address == want[i].address && e->reg[1].value == want[i].select,
		   "%s: register and unit mask belong together", want[i].event);
		pmc_encoding_destroy(e);
	}
	pmc_model_close(m);
	ok(pmc_model_open("silvermont", file(wide, sizeof(wide) - 1), &m, &diag) == -EINVAL &&
		   strstr(diag.sentence, "MSRValue"),
	   "a bit that OFFCORE_RSP1 has not");
}

#define EVENT "{\"EventName\":\"A\",\"EventCode\":\"0x1\",\"Counter\":\"0\""

static void refuses(void)
{
	static const struct {
		const char *text, *sentence;
	} bad[] = {
		{ "", "the file ends where '{' is expected" },
		{ "{}", "'\"' is expected, not '}'" },
		{ "{\"a\":1}", "no \"Events\"" },
		{ "{\"Events\":3}", "'[' is expected" },
		{ "[" EVENT "}", "the file ends where ']' is expected" },
		{ "[" EVENT "}]x", "something follows" },
		{ "[" EVENT ",\n\"B", ":2: the file ends inside a string" },
		{ "[" EVENT ",\n\n\"B\n\":1}]", ":3: a string is not closed on its line" },
		{ "[" EVENT ",\"B\":\"\\x\"}]", "escape" },
		{ "[" EVENT ",\"B\":}]", "a value is expected" },
		{ "[{\"EventCode\":\"1\"}]", "no name" },
		{ "[{\"EventName\":\"A B\",\"EventCode\":\"1\",\"Counter\":\"0\"}]",
		  "cannot be typed" },
		{ "[{\"EventName\":\"A\",\"Counter\":\"0\"}]", "A: EventCode is ''" },
		{ "[{\"EventName\":\"A\",\"EventCode\":\"0x100\",\"Counter\":\"0\"}]",
		  "EventCode is '0x100'" },
		{ "[{\"EventName\":\"A\",\"EventCode\":\"-1\",\"Counter\":\"0\"}]",
		  "EventCode is '-1'" },
		{ "[{\"EventName\":\"A\",\"EventCode\":\"1\"}]", "Counter is ''" },
		{ "[{\"EventName\":\"A\",\"EventCode\":\"1\",\"Counter\":\"0,zwei\"}]",
		  "Counter is '0,zwei'" },
		{ "[\n{\"EventName\":\"A\",\"EventCode\":\"1\",\"Counter\":\"0,9\"}]",
		  ":2: A: counter list '0,9': skylake has only 4 counters" },
		{ "[{\"EventName\":\"A\",\"EventCode\":\"1\",\"Counter\":\"99\"}]",
		  "Counter is '99'" },
		{ "[{\"EventName\":\"A\",\"EventCode\":\"1\",\"Counter\":\"Fixed counter 7\"}]",
		  "no fixed counter 6" },
		{ "[" EVENT ",\"UMask\":\"0x1ff\"}]", "UMask is '0x1ff'" },
		{ "[" EVENT ",\"UMaskExt\":\"0x1\"}]", "UMaskExt is '0x1'" },
		{ "[" EVENT ",\"CounterMask\":\"256\"}]", "CounterMask is '256'" },
		{ "[" EVENT ",\"Invert\":\"2\"}]", "Invert is '2'" },
		{ "[" EVENT ",\"MSRIndex\":\"0x10\"}]", "MSRIndex is '0x10'" },
		{ "[" EVENT ",\"MSRIndex\":\"0x3f6\",\"MSRValue\":\"0x10000\"}]",
		  "MSRValue is '0x10000'" },
	};
	struct pmc_model *m;
	struct pmc_diag diag;
	char deep[400];
	size_t i;
	int err;

	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		diag.sentence[0] = 0;
		err = pmc_model_open("skylake", file(bad[i].text, strlen(bad[i].text)), &m, &diag);
		if (!ok(err == -22 && strstr(diag.sentence, bad[i].sentence), "refused: %s",
			bad[i].sentence))
			note("  got %d, %s", err, diag.sentence);
		if (!err)
			pmc_model_close(m);
	}
	memset(deep, '[', sizeof(deep));
	memcpy(deep, "{\"a\":", 5);
	ok(pmc_model_open("skylake", file(deep, sizeof(deep)), &m, &diag) &&
		   strstr(diag.sentence, "nested more than"),
	   "refused: arrays in arrays in arrays");
	ok(pmc_model_open("pentium4", file(good, sizeof(good) - 1), &m, &diag) &&
		   strstr(diag.sentence, "for Intel's cores"),
	   "refused: a model that such files are not for");
	ok(pmc_model_open("skylake", "/nonexistent", &m, &diag) == -2, "refused: no file");
	ok(pmc_model_open("skylake", "/", &m, &diag) == -22, "refused: a folder");
}

/* The library refuses each truncation of a good file, with a sentence. */
static void truncations(void)
{
	size_t len, bad = 0;
	struct pmc_diag diag;
	struct pmc_model *m;

	for (len = 0; len < sizeof(good) - 3; len++) {
		diag.sentence[0] = 0;
		if (pmc_model_open("skylake", file(good, len), &m, &diag)) {
			bad += !diag.sentence[0];
		} else {
			pmc_model_close(m);
			bad++;
		}
	}
	is_int((int)bad, 0, "a file that was cut anywhere is refused");
}

/*
 * Encodes every event of a real file on each of its counters and decodes it to the same registers.
 */
static void real_file(const char *dir, const char *name, const char *model)
{
	size_t i, events = 0, bad = 0, k;
	struct pmc_model_event ev;
	struct pmc_diag diag;
	struct pmc_model *m;
	char full[512];

	snprintf(full, sizeof(full), "%s/%s", dir, name);
	if (access(full, R_OK)) {
		skip(1, "the files of Intel's perfmon collection are not beside the tree");
		return;
	}
	if (pmc_model_open(model, full, &m, &diag)) {
		ok(false, "%s: %s", name, diag.sentence);
		return;
	}
	for (i = 0; !pmc_model_event_at(m, i, &ev); i++) {
		struct pmc_encoding *e, *d = NULL, *again = NULL;
		char text[8][64];
		const char *texts[8];
		int c = __builtin_ctzll(ev.counters);

		if (!strcmp(ev.source, "libpfm4"))
			continue;
		events++;
		e = encode(m, ev.name, c);
		if (!e) {
			bad++;
			continue;
		}
		for (k = 0; k < e->n_registers; k++) {
			snprintf(text[k], sizeof(text[k]), "%#x=%#llx", e->reg[k].address,
				 (unsigned long long)e->reg[k].value);
			texts[k] = text[k];
			bad += e->reg[k].reserved != 0;
		}
		if (pmc_decoding_create(m, texts, k, &d, &diag) || d->n_events != 1) {
			if (bad++ < 5)
				note("%s is decoded to %zu events", ev.name, d ? d->n_events : 0);
		} else {
			again = encode(m, d->event[0].name, c);
			if (!again || again->n_registers != e->n_registers) {
				bad++;
			} else {
				for (k = 0; k < e->n_registers; k++)
					bad += again->reg[k].address != e->reg[k].address ||
					       again->reg[k].value != e->reg[k].value;
			}
		}
		pmc_encoding_destroy(again);
		pmc_encoding_destroy(d);
		pmc_encoding_destroy(e);
	}
	ok(events > 100 && !bad, "%s: %zu events of %s, %zu wrong", name, events, model, bad);
	pmc_model_close(m);
}

int main(void)
{
	static const char *const dirs[] = { "../shared/data/perfmon", "../../shared/data/perfmon" };
	const char *dir = getenv("PMC_PERFMON");
	size_t i;

	reads();
	from_one();
	registers();
	refuses();
	truncations();
	for (i = 0; !dir && i < 2; i++)
		if (!access(dirs[i], R_OK))
			dir = dirs[i];
	if (!dir)
		dir = dirs[0];
	real_file(dir, "NehalemEP_core.json", "nehalem");
	real_file(dir, "skylake_core.json", "skylake");
	real_file(dir, "sapphirerapids_core.json", "sapphirerapids");
	real_file(dir, "alderlake_goldencove_core.json", "alderlake-p");
	real_file(dir, "alderlake_gracemont_core.json", "alderlake-e");
	real_file(dir, "pantherlake_cougarcove_core.json", "pantherlake");
	return done();
}
