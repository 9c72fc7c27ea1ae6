/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The parser of event strings: what it accepts, what it makes of that, what it refuses and with
 * which sentence. Parsing a canonical spelling again must give the same events.
 */
#include "core/event/event.h"
#include "core/event/parse.h"
#include "core/event/spelling.h"
#include "tests/tap.h"
#include "tests/unit/toy_catalogue.h"

#define MOST 64

static struct event events[MOST];
static struct diag diag;
static u32 n;

static int parse(const char *text)
{
	n = MOST;
	memset(&diag, 0, sizeof(diag));
	return pmc_event_parse(text, strlen(text), &toys, events, &n, &diag);
}

/* Writes "name:mods" of every event, with groups in braces, as one string. */
static const char *canonical(const char *text)
{
	static char out[4096];
	char name[256], mods[64];
	size_t at = 0;
	u32 i;

	out[0] = 0;
	for (i = 0; i < n; i++) {
		bool opens = events[i].group >= 0 && (!i || events[i - 1].group != events[i].group);
		bool closes = events[i].group >= 0 &&
			      (i + 1 == n || events[i + 1].group != events[i].group);

		pmc_event_name(text, &events[i], name, sizeof(name));
		pmc_event_modifiers(&events[i], mods, sizeof(mods));
		at += (size_t)snprintf(out + at, sizeof(out) - at, "%s%s%s%s%s%s", i ? "," : "",
				       opens ? "{" : "", name, *mods ? ":" : "", mods,
				       closes ? "}" : "");
	}
	return out;
}

static void accepts(const char *text, const char *want)
{
	char first[4096];
	int err = parse(text);

	if (!ok(!err, "accepts %s", text)) {
		note("  column %u: %s", diag.column, diag.sentence);
		return;
	}
	snprintf(first, sizeof(first), "%s", canonical(text));
	is_str(first, want, "%s in its canonical spelling", text);
	err = parse(first);
	ok(!err, "the canonical %s is accepted", first);
	if (!err)
		is_str(canonical(first), first, "%s stays as it is", first);
}

static void refuses(const char *text, unsigned column, const char *token, const char *words)
{
	int err = parse(text);

	is_int(err, -PMC_CORE_EINVAL, "refuses '%s'", text);
	is_int(diag.column, column, "'%s': column", text);
	is_str(diag.token, token, "'%s': token", text);
	if (!ok(strstr(diag.sentence, words) != NULL, "'%s': the sentence has '%s'", text, words))
		note("  got %s", diag.sentence);
}

static void accepted(void)
{
	accepts("cycles", "cycles");
	accepts("cpu-cycles,branch-instructions", "cycles,branches");
	accepts("cs,faults,migrations", "context-switches,page-faults,cpu-migrations");
	accepts("instructions:u", "instructions:u");
	accepts("instructions:ku", "instructions:uk");
	accepts("instructions:k:u", "instructions:uk");
	accepts("instructions:upp", "instructions:upp");
	accepts("instructions:ppp", "instructions:ppp");
	accepts("cycles:DIWGHPhuk", "cycles:ukhGHPDIW");
	accepts("r1C4:e", "r1c4:e");
	accepts("r01c4:u:c=2", "r1c4:u:c=2");
	accepts("r0:ic=0x10", "r0:i:c=16");
	accepts("r1:c=255", "r1:c=255");
	accepts("r1:c=100:u", "r1:u:c=100");
	accepts("rffffffffffffffff", "rffffffffffffffff");
	accepts("cpu/event=0x3c,umask=0x1/", "cpu/event=0x3c,umask=0x1/");
	accepts("cpu/event=0x3c,name=cyc/uk", "cpu/event=0x3c,name=cyc/:uk");
	accepts("cpu/event=60/:u", "cpu/event=60/:u");
	accepts("cpu_core/cycles/,cpu_atom/cycles/k", "cpu_core/cycles/,cpu_atom/cycles/:k");
	accepts("cpu/event=1,name='a, b/c'/", "cpu/event=1,name='a, b/c'/");
	accepts("{cycles,instructions}", "{cycles,instructions}");
	accepts("{cycles,instructions}:u,cs", "{cycles:u,instructions:u},context-switches");
	accepts("{cycles:u,instructions}:k", "{cycles:uk,instructions:k}");
	accepts("{cycles:p}:pp,{cs}", "{cycles:pp},{context-switches}");
	accepts(" cycles , { instructions , branches } ", "cycles,{instructions,branches}");
	accepts("INST_RETIRED", "toy::INST_RETIRED");
	/* The dot of perf's and Intel's names; a name with a dot of its own comes first. */
	accepts("INST_RETIRED.ANY", "toy::INST_RETIRED:ANY");
	accepts("inst_retired.loads:u", "toy::INST_RETIRED:LOADS:u");
	accepts("INST_RETIRED.ANY.LOADS", "toy::INST_RETIRED:ANY:LOADS");
	accepts("INST_RETIRED.ANY:LOADS:k,cycles", "toy::INST_RETIRED:ANY:LOADS:k,cycles");
	accepts("{toy::L2_LINES_IN.SELF,cycles}", "{toy::L2_LINES_IN:SELF,cycles}");
	accepts("UOPS.ISSUED.FUSED", "toy::UOPS.ISSUED:FUSED");
	accepts("UOPS.ISSUED", "toy::UOPS.ISSUED");
	refuses("INST_RETIRED.ANI", 14, "ANI", "neither a unit mask of 'INST_RETIRED'");
	refuses("INST_RETIRED.u", 14, "u", "neither a unit mask");
	refuses("INST_RETIRED.", 13, ".", "a unit mask is missing after '.'");
	refuses("INST_RETIRED..ANY", 13, ".", "a unit mask is missing after '.'");
	refuses("cycles.u", 1, "cycles.u", "unknown event 'cycles.u'");
	refuses("UOPS.X", 1, "UOPS.X", "unknown event 'UOPS.X'");
	/* Tracepoints. */
	refuses("sched:sched_switch", 1, "sched", "'perf stat -e sched:sched_switch' does");
	refuses("cycles,kmem:kmalloc*", 8, "kmem", "if 'kmem:kmalloc*' is a tracepoint");
	refuses("syscalls:sys_enter_read", 1, "syscalls:sys_enter_read", "is a tracepoint");
	accepts("inst_retired:any:loads:u", "toy::INST_RETIRED:ANY:LOADS:u");
	accepts("toy::uops.issued:FUSED:c=3", "toy::UOPS.ISSUED:FUSED:c=3");
	/* k alone is a unit mask of this one; said twice it is the ring. */
	accepts("toy::inst_retired:kk", "toy::INST_RETIRED:kk");
	accepts("toy::inst_retired:k:any", "toy::INST_RETIRED:ANY:k");
	accepts("TOY::l2_lines_in:uk:self", "toy::L2_LINES_IN:SELF:uk");
	accepts("toy::INST_RETIRED:k", "toy::INST_RETIRED:k"); /* the unit mask, before the ring */
	accepts("rabbit", "toy::rabbit");
	/* The choice of a counter. */
	accepts("cycles:counter=2:u", "cycles:u:counter=2");
	accepts("inst_retired:any:counter=fixed1:c=2", "toy::INST_RETIRED:ANY:counter=33:c=2");
	accepts("{cycles:counter=63,instructions:general:k}:fixed:u",
		"{cycles:u:counter=63,instructions:uk:general}");
	accepts("{cycles,cs}:fixed", "{cycles:fixed,context-switches:fixed}");
	accepts("cpu/event=1/:counter=0", "cpu/event=1/:counter=0");
	accepts("L1-dcache-loads,LLC-load-misses,node-prefetch-misses",
		"L1-dcache-loads,LLC-load-misses,node-prefetch-misses");
	accepts("returns,calls,branches-taken,syscalls", "returns,calls,branches-taken,syscalls");
}

static void details(void)
{
	const char *text = "cycles,{cpu/event=0x3c,umask=0x1,edge,name=foo/u,r1c4}";

	is_int(parse(text), 0, "accepts a mixture");
	is_int(n, 3, "three events");
	is_int(events[0].kind, EVENT_HARDWARE, "cycles is hardware");
	is_int(events[0].id, HW_CYCLES, "with its number");
	is_int(events[0].group, -1, "in no group");
	is_int(events[1].group, 0, "the second is in group 0");
	is_int(events[2].group, 0, "the third too");
	is_int(events[1].kind, EVENT_RAW, "cpu/…/ is raw");
	is_int(events[1].pmu.len, 3, "the PMU's name");
	is_int(events[1].n_terms, 3, "terms without name=");
	is_u64(events[1].term[0].number, 0x3c, "event=0x3c");
	is_u64(events[1].term[2].number, 1, "edge means 1");
	is_int(events[1].term[2].value.len, 0, "and was bare");
	ok(!memcmp(text + events[1].label.at, "foo", 3) && events[1].label.len == 3, "the label");
	is_hex(events[1].mods, MOD_USER, "u after the slash");
	is_int(events[1].typed.at, 8, "typed begins at the PMU");
	is_int(events[1].typed.len, strlen("cpu/event=0x3c,umask=0x1,edge,name=foo/u"),
	       "and ends with the modifiers");
	is_hex(events[2].raw, 0x1c4, "r1c4");
	is_int(parse("{a}"), -PMC_CORE_EINVAL, "groups are numbered…");
	is_int(parse("{cycles},{cycles}"), 0, "…");
	is_int(events[1].group, 1, "one after the other");
	is_int(parse("r1:c=7:ppk"), 0, "accepts r1:c=7:ppk");
	is_int(events[0].cmask, 7, "counter mask");
	is_hex(events[0].mods, MOD_KERNEL | 2 << MOD_PRECISE_SHIFT, "precision 2 and the ring");
	is_int(parse("toy::inst_retired:loads"), 0, "accepts a unit mask");
	is_hex(events[0].umasks, 2, "bit 1");
	ok(events[0].catalogue == &toy && events[0].id == 0, "its catalogue and row");
}

static void refused(void)
{
	refuses("", 1, "", "no event is given");
	refuses("   ", 4, "", "no event is given");
	refuses(",cycles", 1, ",", "an event is missing before ','");
	refuses("cycles,", 8, "", "an event is missing after the last ','");
	refuses("cycles,,cs", 8, ",", "an event is missing before ','");
	refuses("cycls", 1, "cycls", "unknown event 'cycls'; did you mean 'cycles'");
	refuses("instructions,brances", 14, "brances", "'branches'");
	refuses("cycles,INSTRUCTION", 8, "INSTRUCTION", "'instructions'");
	refuses("zzzzzzzz", 1, "zzzzzzzz", "'pmc list' shows");
	refuses("inst_retierd", 1, "inst_retierd", "'INST_RETIRED'");
	refuses("toy::cycles", 6, "cycles", "unknown event 'cycles' of Toy");
	refuses("toy::", 1, "toy::", "no event is named after 'toy::'");
	refuses("p4::uops", 1, "p4", "only events of toy are possible here, not those of 'p4'");
	refuses("cycles:x", 8, "x", "unknown modifier 'x' of 'cycles'; the modifiers are u k h");
	refuses("cycles:ux", 9, "x", "unknown modifier 'x'");
	refuses("cycles:", 7, ":", "a modifier is missing after ':'");
	refuses("cycles:u:", 9, ":", "a modifier is missing after ':'");
	refuses("cycles:pppp", 11, "p", "more than three 'p'");
	refuses("cycles:c", 8, "c", "modifier 'c' needs a number: c=1 to c=255");
	refuses("cycles:c=", 10, "", "is not a number from 1 to 255");
	refuses("cycles:c=0", 10, "0", "is not a number from 1 to 255");
	refuses("cycles:c=256", 10, "256", "is not a number from 1 to 255");
	refuses("cycles:c=99999999999999999999999", 10, "99999999999999999999999", "from 1 to 255");
	refuses("cycles:uc=2x", 11, "2x", "from 1 to 255");
	refuses("inst_retired:lods", 14, "lods",
		"neither a unit mask of 'inst_retired' nor a modifier; did you mean 'LOADS'");
	refuses("cycles:counter=64", 16, "64", "the counter '64' is not a number from 0 to 63");
	refuses("cycles:counter=", 16, "", "the counter '' is not a number");
	refuses("cycles:counter=fixed32", 16, "fixed32", "nor fixed0 to fixed31");
	refuses("inst_retired:counter=x", 22, "x", "the counter 'x' is not a number");
	refuses("cycles:fixed:counter=1", 14, "counter=1", "is a second choice of a counter");
	refuses("cycles:fixedu", 8, "f", "unknown modifier");
	refuses("{}", 1, "{", "the group has no event");
	refuses("cycles,{ }", 8, "{", "the group has no event");
	refuses("{cycles", 1, "{", "'{' is not closed; a group ends with '}'");
	refuses("{cycles,", 1, "{", "is not closed");
	refuses("cs,{", 4, "{", "is not closed");
	refuses("{cycles,{cs}}", 9, "{", "groups cannot be nested");
	refuses("{cycles,}", 9, "}", "an event is missing before '}'");
	refuses("cycles}", 7, "}", "'}' closes no group");
	refuses("cycles cs", 8, "c", "expected ',' before 'c'");
	refuses("{cycles cs}", 9, "c", "expected ',' or '}' before 'c'");
	refuses("{cycles}:z", 10, "z", "unknown modifier 'z' of '{cycles}'");
	refuses("{cycles}x", 9, "x", "expected ',' before 'x'");
	refuses("cpu/event=1", 4, "/", "is not closed; the terms of a PMU end with '/'");
	refuses("cpu/event", 4, "/", "is not closed");
	refuses("cpu/", 4, "/", "is not closed");
	refuses("cpu//", 5, "/", "a term is missing before '/'");
	refuses("cpu/event=1,/", 13, "/", "a term is missing before '/'");
	refuses("cpu/=1/", 5, "=", "a term is missing before '='");
	refuses("cpu/event=/", 5, "event", "the term 'event' has '=' but no value");
	refuses("cpu/event=1,event=2/", 13, "event", "the term 'event' is given twice");
	refuses("cpu/name=a,name=b/", 12, "name", "given twice");
	refuses("cpu/name/", 5, "name", "the term 'name' has no value");
	refuses("cpu/name=x/", 10, "x", "does not say what it counts");
	refuses("cpu/name='x/", 10, "'", "''' is not closed");
	refuses("cpu/name='x'y/", 13, "y", "expected ',' or '/' before 'y'");
	refuses("cpu/event=0x11112222333344445/", 11, "0x11112222333344445", "more than 64 bits");
	refuses("cpu/event=18446744073709551616/", 11, "18446744073709551616", "more than 64 bits");
	refuses("cpu/event=1/x", 13, "x", "unknown modifier 'x' of 'cpu/event=1/'");
	refuses("cpu/a,b,c,d,e,f,g,h,i,j,k,l,m/", 29, "m", "too many terms");
	refuses("r11112222333344445", 1, "r11112222333344445", "more than 64 bits");
	refuses("/event=1/", 1, "/", "an event is missing before '/'");
	refuses(":u", 1, ":", "an event is missing before ':'");
	refuses("cycles\x01", 1, "cycles?", "unknown event 'cycles?'");
}

static void limits(void)
{
	static char big[EVENT_TEXT_MAX + 2];
	char text[512] = "cs";
	u32 i;

	for (i = 1; i < MOST; i++)
		strcat(text, ",cs");
	is_int(parse(text), 0, "as many events as there is room");
	strcat(text, ",cs");
	is_int(parse(text), -PMC_CORE_ENOSPC, "one more is refused");
	ok(strstr(diag.sentence, "the limit is 64") != NULL, "with the number: %s", diag.sentence);

	memset(big, 'c', sizeof(big));
	n = MOST;
	is_int(pmc_event_parse(big, sizeof(big), NULL, events, &n, &diag), -PMC_CORE_EINVAL,
	       "a text that is too long is refused");
	ok(strstr(diag.sentence, "longer than 65535 bytes") != NULL, "as such");
	n = MOST;
	is_int(pmc_event_parse(big, sizeof(big) - 2, NULL, events, &n, &diag), -PMC_CORE_EINVAL,
	       "the longest text is read");
	ok(strstr(diag.sentence, "unknown event") != NULL, "and its event is unknown");
	is_int(strlen(diag.token), DIAG_TOKEN - 1, "its token is cut");
	n = MOST;
	is_int(pmc_event_parse("cycles:q", 8, NULL, events, &n, NULL), -PMC_CORE_EINVAL,
	       "a NULL diagnostic is allowed");
	n = MOST;
	is_int(pmc_event_parse("cycles,nonsense", 6, NULL, events, &n, NULL), 0,
	       "nothing is read past the length");
	is_int(pmc_event_name("cycles", &events[0], text, 4), 6, "a name tells its whole length");
	is_str(text, "cyc", "and is cut to the room");
}

/*
 * Every row has a description and unique names, and the parser finds it by its name and every
 * alias.
 */
static void rows(void)
{
	const struct event_row *row, *other;
	char alias[64];
	const char *p;
	bool good = true;
	u32 i, k;

	for (i = 0; (row = pmc_generic_row(i)); i++) {
		size_t len = strcspn(row->about, "");

		if (pmc_generic_find(row->name, strlen(row->name)) != row ||
		    pmc_generic_of((enum event_kind)row->kind, row->id) != row) {
			ok(false, "%s is found by its name and by its number", row->name);
			good = false;
		}
		if (!len || row->about[len - 1] == '.' ||
		    (row->kind > EVENT_STREAM && row->kind != EVENT_PRESET) ||
		    (row->unit && !strchr("ntk", row->unit))) {
			ok(false, "%s is described well", row->name);
			good = false;
		}
		for (p = row->alias; *p; p += strspn(p, " ")) {
			snprintf(alias, sizeof(alias), "%.*s", (int)strcspn(p, " "), p);
			p += strcspn(p, " ");
			if (pmc_generic_find(alias, strlen(alias)) != row) {
				ok(false, "%s is found as %s", row->name, alias);
				good = false;
			}
		}
		for (k = 0; k < i; k++) {
			other = pmc_generic_row(k);
			if (!strcmp(other->name, row->name)) {
				ok(false, "%s is there once", row->name);
				good = false;
			}
		}
		accepts(row->name, row->name);
	}
	ok(good, "all %u rows obey the rules", i);
	is_int(i, HW_COUNT + SW_COUNT + STREAM_COUNT + PRESET_COUNT + 32,
	       "there are that many rows");
	ok(!pmc_generic_find("", 0), "the empty name is no event");
	ok(!pmc_generic_find("cycle", 5) && !pmc_generic_find("cycless", 7),
	   "a part of a name is none");
}

int main(void)
{
	accepted();
	details();
	refused();
	limits();
	rows();
	return done();
}
