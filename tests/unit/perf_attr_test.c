/* SPDX-License-Identifier: BSD-2-Clause */
/* Events as struct perf_event_attr, with invented PMUs under a temporary folder. */
#include <errno.h>
#include <linux/perf_event.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/models/model.h"
#include "lib/backends/perf/attr.h"
#include "lib/backends/perf/p4.h"
#include "pmc/pmc.h"
#include "lib/base/array.h"
#include "tests/tap.h"
#include "core/event/catalogue.h"
#include "core/event/parse.h"

static char devices[64] = "/tmp/pmc-devices-XXXXXX";
static struct perf_event_attr attr;
static struct pmc_diag diag;

static void put(const char *path, const char *text)
{
	char full[256], *slash;
	FILE *f;

	snprintf(full, sizeof(full), "%s/%s", devices, path);
	for (slash = full + strlen(devices); (slash = strchr(slash + 1, '/'));) {
		*slash = 0;
		mkdir(full, 0700);
		*slash = '/';
	}
	f = fopen(full, "w");
	if (!f || fputs(text, f) < 0 || fclose(f))
		exit(1);
}

static int encode_in(const char *folder, const char *text)
{
	struct event ev;
	struct diag d;
	u32 n = 1;

	memset(&diag, 0, sizeof(diag));
	if (pmc_event_parse(text, strlen(text), NULL, &ev, &n, &d)) {
		note("%s", d.sentence);
		return -1;
	}
	return perf_attr(folder, text, &ev, &attr, &diag);
}

static void encodes(const char *text, u32 type, u64 config)
{
	int err = encode_in(devices, text);

	if (!is_int(err, 0, "%s is encoded", text))
		note("  %s", diag.sentence);
	is_int(attr.type, type, "%s: type", text);
	is_hex(attr.config, config, "%s: config", text);
}

static void refuses(const char *text, int error, const char *words)
{
	is_int(encode_in(devices, text), error, "%s is refused", text);
	if (!ok(strstr(diag.sentence, words) != NULL, "%s: the sentence has '%s'", text, words))
		note("  got %s", diag.sentence);
}

static void rings(const char *text, int user, int kernel, int hv, int guest, int host)
{
	encode_in(devices, text);
	ok(attr.exclude_user == user && attr.exclude_kernel == kernel && attr.exclude_hv == hv &&
		   attr.exclude_guest == guest && attr.exclude_host == host,
	   "%s excludes the right rings", text);
}

/* Events of an opened model's catalogue. */
static int encode_of(const char *model, const char *text)
{
	struct pmc_model *m;
	struct event ev;
	struct diag d;
	u32 n = 1;
	int err = -1;

	memset(&diag, 0, sizeof(diag));
	if (pmc_model_open(model, NULL, &m, &diag))
		return -1;
	{
		const struct catalogues cats = { &m->pmu.model->events, 1, &m->index };

		if (!pmc_event_parse(text, strlen(text), &cats, &ev, &n, &d))
			err = perf_attr_model(devices, &m->pmu, text, &ev, &attr, &diag);
		else
			note("%s", d.sentence);
	}
	pmc_model_close(m);
	return err;
}

static void test_models(void)
{
	is_int(encode_of("skylake", "LLC_MISSES:u"), 0, "an event of a model");
	ok(attr.type == PERF_TYPE_RAW && attr.config == 0x412e && attr.exclude_kernel &&
		   !attr.exclude_user,
	   "its select register without what the kernel sets; rings by flags");
	encode_of("skylake", "LLC_MISSES:e:i:c=3");
	is_hex(attr.config, 0x384412e, "edge, invert and counter mask");
	is_int(encode_of("skylake", "LLC_MISSES:pp"), 0, "precise");
	is_int(attr.precise_ip, 2, "is the kernel's matter");
	encode_of("skylake", "UNHALTED_REFERENCE_TSC");
	is_hex(attr.config, 0x300, "a fixed counter's own event, by the kernel's number");
	encode_of("skylake", "INSTRUCTION_RETIRED");
	is_hex(attr.config, 0xc0, "one that a general counter can count as well");
	is_int(encode_of("zen3", "RETIRED_INSTRUCTIONS:uH"), 0, "AMD's");
	ok(attr.config == 0xc0 && attr.exclude_guest, "guest and host are flags there too");
	is_int(encode_of("pentium4", "BSQ_cache_reference:RD_2ndL_MISS:u"), 0, "the Pentium 4's");
	is_hex(attr.config, 0x1202000000030000,
	       "by the kernel's number: the ninth class, the event mask, any thread");
	is_int(encode_of("pentium4", "replay_event:NBOGUS:L1_LD_MISS"), 0, "with a replay metric");
	is_int((int)(attr.config & 0x3f), 1, "which is in the low bits");
	is_int(encode_of("pentium4", "front_end_event:NBOGUS:from=uop_type+TAGLOADS"), -EOPNOTSUPP,
	       "one that takes a second ESCR");
	ok(strstr(diag.sentence, "perf has no number for 'front_end_event'") != NULL,
	   "with the reason");
	is_int(encode_of("p5", "DATA_READ"), -EOPNOTSUPP, "not the Pentium's");
	ok(strstr(diag.sentence, "'DATA_READ': Linux's perf does not support the PMU of Pentium") !=
		   NULL,
	   "with the reason");
	is_int(encode_of("alderlake-e", "LLC_MISSES"), 0, "a hybrid processor's");
	is_int(attr.type, PERF_TYPE_RAW, "where the kernel shows no PMU for its cores");
	put("cpu_atom/type", "11\n");
	encode_of("alderlake-e", "LLC_MISSES");
	is_int(attr.type, 11, "and where it does");
}

int main(void)
{
	char command[96];

	if (!mkdtemp(devices))
		return 1;
	put("cpu/type", "4\n");
	put("cpu/format/event", "config:0-7\n");
	put("cpu/format/umask", "config:8-15\n");
	put("cpu/format/edge", "config:18\n");
	put("cpu/format/ldlat", "config1:0-15\n");
	put("cpu/events/cycles-ct", "event=0x3c,umask=0x1,edge\n");
	put("uncore/type", "17\n");
	put("uncore/format/event", "config:0-7,32-35\n");
	put("uncore/format/filter", "config2:4-11\n");

	encodes("cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES);
	encodes("branches", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_INSTRUCTIONS);
	encodes("ref-cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_REF_CPU_CYCLES);
	encodes("L1-dcache-load-misses", PERF_TYPE_HW_CACHE, 0x10000);
	encodes("LLC-stores", PERF_TYPE_HW_CACHE, 0x102);
	encodes("node-prefetch-misses", PERF_TYPE_HW_CACHE, 0x10206);
	encodes("task-clock", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK);
	encodes("cgroup-switches", PERF_TYPE_SOFTWARE, 11);
	refuses("tsc", -EOPNOTSUPP, "no PMU named 'msr'");
	put("msr/type", "27\n");
	encodes("tsc", 27, 0);
	encodes("r1c4", PERF_TYPE_RAW, 0x1c4);
	encodes("r1c4:e:i:c=2", PERF_TYPE_RAW, 0x28401c4);
	encodes("cpu/event=0x3c,umask=0x1/", 4, 0x13c);
	encodes("cpu/event=0x3c,edge/:c=3", 4, 0x304003c);
	encodes("cpu/cycles-ct/", 4, 0x4013c);
	encodes("cpu/cycles-ct,umask=2/", 4, 0x4033c);
	encodes("cpu/r1c4/", 4, 0x1c4);
	encodes("cpu/config=0x1234,period=100/", 4, 0x1234);
	encodes("uncore/event=0xa12/", 17, 0xa00000012ull);
	encodes("cpu/event=1,ldlat=30/", 4, 1);
	is_hex(attr.config1, 30, "ldlat goes into config1");
	encodes("uncore/event=1,filter=0xff/", 17, 1);
	is_hex(attr.config2, 0xff0, "filter goes into config2");
	is_int(attr.size, sizeof(attr), "the size is set");

	refuses("cpu/event=0x100/", -EINVAL,
		"the value of 'event' is too large for its bits in the PMU 'cpu'");
	refuses("cpu/nosuch=1/", -EINVAL,
		"the PMU 'cpu' has neither a term nor an event named 'nosuch'");
	refuses("cpu/nosuch/", -EINVAL, "nor an event named 'nosuch'");
	refuses("cpu/../", -EINVAL, "nor an event named '..'");
	refuses("cpu/event=word/", -EINVAL, "the term 'event' needs a number, not 'word'");
	refuses("nopmu/event=1/", -EOPNOTSUPP, "the kernel shows no PMU named 'nopmu'");
	refuses("../event=1/", -EOPNOTSUPP, "no PMU of that name");
	refuses("cycles:e", -EINVAL, "not the generic 'cycles'");
	refuses("cs:c=1", -EINVAL, "not the generic 'context-switches'");
	refuses("calls", -EOPNOTSUPP, "backend perf cannot count 'calls'");

	is_int(encode_in("/nonexistent", "cpu/event=0x3c,umask=1,inv,cmask=2/"), 0,
	       "the CPU's PMU is known without /sys");
	is_hex(attr.config, 0x280013c, "by its architectural fields");
	is_int(attr.type, PERF_TYPE_RAW, "and the raw type");

	rings("cycles", 0, 0, 0, 1, 0);
	rings("cycles:u", 0, 1, 1, 1, 0);
	rings("cycles:k", 1, 0, 1, 1, 0);
	rings("cycles:uk", 0, 0, 1, 1, 0);
	rings("cycles:G", 0, 0, 0, 0, 1);
	rings("cycles:H", 0, 0, 0, 1, 0);
	rings("cycles:GH", 0, 0, 0, 0, 0);
	rings("cs", 0, 0, 0, 0, 0);
	encode_in(devices, "cycles:ppDI");
	ok(attr.precise_ip == 2 && attr.pinned && attr.exclude_idle, "pp, D and I are set");

	test_models();
	snprintf(command, sizeof(command), "rm -r %s", devices);
	if (system(command))
		return 1;
	return done();
}
