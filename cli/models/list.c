/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * `pmc list`: the generic events by kind, and which backends can count each one on this machine.
 * Every backend is asked about every event; nothing is assumed.
 */
#include "cli/models/list.h"

#include "cli/models/list_check.h"
#include "cli/models/list_model.h"
#include "cli/models/pattern.h"
#include "cli/ui/complain.h"
#include "cli/ui/json.h"
#include "cli/ui/options.h"
#include "cli/ui/status.h"
#include "cli/ui/subcommand.h"

#include <pmc/pmc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAME_WIDTH    27
#define BACKEND_WIDTH 15

/* The names of the kinds in JSON and as patterns, perf's short words for them, and the headings. */
static const struct {
	const char *name, *brief, *heading;
} kinds[] = {
	[PMC_KIND_HARDWARE] = { "hardware", "hw", "Hardware events (perf's generic names)" },
	[PMC_KIND_CACHE] = { "cache", "hwcache", "Cache events (perf's generic names)" },
	[PMC_KIND_SOFTWARE] = { "software", "sw", "Software events (counted by the kernel)" },
	[PMC_KIND_STREAM] = { "stream", "stream", "Events of the instruction stream" },
	[PMC_KIND_MODEL] = { "model", "model", "Events of this machine's PMU" },
	[PMC_KIND_RAW] = { "raw", "raw", "Raw events" },
	[PMC_KIND_PRESET] = { "preset", "preset", "Presets (PAPI's names)" },
};

struct listing {
	bool json, names, reasons, help;
	char **pattern;
	/* For each backend: its handle, or NULL and why it could not be opened. */
	struct pmc *pmc[PMC_BACKENDS];
	struct pmc_diag closed[PMC_BACKENDS];
	int kind; /* of the last heading; -1: none yet */
	size_t found;
	char asked
		[160]; /* how backends are asked for a model's event, which may need a unit mask */
};

/* ---- Which events ---- */

/*
 * The next alias of a list that blanks separate; NULL at its end. *list moves on behind it, and the
 * alias is in text.
 */
static const char *next_alias(const char **list, char *text, size_t size)
{
	size_t len = strcspn(*list, " ");

	if (!len)
		return NULL;
	snprintf(text, size, "%.*s", (int)len, *list);
	*list += len + ((*list)[len] == ' ');
	return text;
}

static bool is_kind(const char *pattern)
{
	size_t k;

	for (k = 0; k < sizeof(kinds) / sizeof(kinds[0]); k++)
		if (!strcmp(pattern, kinds[k].name) || !strcmp(pattern, kinds[k].brief))
			return true;
	return false;
}

static bool pattern_selects(const char *pattern, const struct pmc_event_info *info)
{
	const char *alias = info->alias;
	char text[128];

	if (!strcmp(pattern, kinds[info->kind].name) || !strcmp(pattern, kinds[info->kind].brief))
		return true;
	/* The name of a kind is no pattern for a model's events: "sw" is a part of many names. */
	if (info->kind == PMC_KIND_MODEL && is_kind(pattern))
		return false;
	if (pattern_matches(pattern, info->name))
		return true;
	while (next_alias(&alias, text, sizeof(text)))
		if (pattern_matches(pattern, text))
			return true;
	return false;
}

/* Without patterns, every event is listed. */
static bool event_matches(const struct pmc_event_info *info, char **pattern)
{
	if (!*pattern)
		return true;
	for (; *pattern; pattern++)
		if (pattern_selects(*pattern, info))
			return true;
	return false;
}

/* ---- The backends ---- */

static void open_backends(struct listing *list)
{
	int b;

	for (b = 0; b < PMC_BACKENDS; b++)
		if (pmc_open(pmc_backend_name(b), PMC_USE_ANY, &list->pmc[b], &list->closed[b]))
			list->pmc[b] = NULL;
}

static void close_backends(struct listing *list)
{
	int b;

	for (b = 0; b < PMC_BACKENDS; b++)
		pmc_close(list->pmc[b]);
}

/* Can backend b count the event? If not, *reason says why; the text belongs to diag or list. */
static bool can_count(struct listing *list, int b, const struct pmc_event_info *info,
		      struct pmc_diag *diag, const char **reason)
{
	*reason = "";
	if (!list->pmc[b])
		*reason = list->closed[b].sentence;
	else if (pmc_event_check(list->pmc[b], list->asked[0] ? list->asked : info->name, diag))
		*reason = diag->sentence;
	else
		return true;
	return false;
}

/* ---- Formats ---- */

static void print_names(const struct pmc_event_info *info)
{
	const char *alias = info->alias;
	char text[128];

	puts(info->name);
	while (next_alias(&alias, text, sizeof(text)))
		puts(text);
}

static void print_json(struct listing *list, const struct pmc_event_info *info, bool first)
{
	struct pmc_diag diag;
	const char *alias = info->alias, *before = "", *reason;
	char text[128];
	int b;

	fputs(first ? "[\n" : ",\n", stdout);
	fputs("{\"name\" : ", stdout);
	json_string(stdout, info->name);
	fputs(", \"aliases\" : [", stdout);
	while (next_alias(&alias, text, sizeof(text))) {
		fputs(before, stdout);
		json_string(stdout, text);
		before = ", ";
	}
	printf("], \"kind\" : \"%s\", \"unit\" : \"%s\", \"description\" : ",
	       kinds[info->kind].name, info->unit);
	json_string(stdout, info->description);
	fputs(", \"backends\" : {", stdout);
	for (b = 0; b < PMC_BACKENDS; b++) {
		bool can = can_count(list, b, info, &diag, &reason);

		printf("%s\"%s\" : {\"counts\" : %s", b ? ", " : "", pmc_backend_name(b),
		       can ? "true" : "false");
		if (!can) {
			fputs(", \"reason\" : ", stdout);
			json_string(stdout, reason);
		}
		fputc('}', stdout);
	}
	fputs("}}", stdout);
}

static void print_row(struct listing *list, const struct pmc_event_info *info)
{
	struct pmc_diag diag;
	const char *reason;
	char who[64] = "";
	size_t len = 0;
	int b;

	for (b = 0; b < PMC_BACKENDS; b++)
		if (can_count(list, b, info, &diag, &reason))
			len += (size_t)snprintf(who + len, sizeof(who) - len, "%s%s",
						len ? "," : "", pmc_backend_name(b));
	printf("  %-*s %-*s %s\n", NAME_WIDTH, info->name, BACKEND_WIDTH, len ? who : "-",
	       info->description);
	if (info->alias[0])
		printf("    aliases: %s\n", info->alias);
	for (b = 0; list->reasons && b < PMC_BACKENDS; b++)
		if (list->pmc[b] && !can_count(list, b, info, &diag, &reason))
			printf("    %s cannot: %s\n", pmc_backend_name(b), reason);
}

/* -v: the backends that could not be opened. */
static void print_closed(const struct listing *list)
{
	int b;

	putchar('\n');
	for (b = 0; b < PMC_BACKENDS; b++)
		if (!list->pmc[b])
			printf("Backend %s cannot be opened: %s\n", pmc_backend_name(b),
			       list->closed[b].sentence);
}

static void print_event(struct listing *list, const struct pmc_event_info *info)
{
	if (list->names) {
		print_names(info);
	} else if (list->json) {
		print_json(list, info, !list->found);
	} else {
		if ((int)info->kind != list->kind)
			printf("%s%s:\n", list->found ? "\n" : "", kinds[info->kind].heading);
		list->kind = (int)info->kind;
		print_row(list, info);
	}
	list->found++;
}

/* Prints events of this machine's PMU. There are hundreds, so only those that match a pattern. */
static void print_model(struct listing *list)
{
	struct pmc_event_info info = { .alias = "", .unit = "", .kind = PMC_KIND_MODEL };
	struct pmc_model_event ev, umask;
	struct pmc_encoding *e;
	struct pmc_model *model;
	const char *file = getenv("PMC_EVENTS");
	size_t i;

	if (pmc_model_open(NULL, file && file[0] ? file : NULL, &model, NULL))
		return;
	for (i = 0; !pmc_model_event_at(model, i, &ev); i++) {
		info.name = ev.name;
		info.description = ev.description;
		if (!event_matches(&info, list->pattern))
			continue;
		snprintf(list->asked, sizeof(list->asked), "%s", ev.name);
		if (!pmc_encoding_create(model, ev.name, -1, 0, &e, NULL))
			pmc_encoding_destroy(e);
		else if (!pmc_model_umask_at(model, i, 0, &umask))
			snprintf(list->asked, sizeof(list->asked), "%s:%s", ev.name, umask.name);
		print_event(list, &info);
	}
	list->asked[0] = 0;
	pmc_model_close(model);
}

static int nothing_matches(const struct listing *list)
{
	const char *near[3];
	char text[128] = "";
	size_t len = 0;
	int n, i;

	n = pmc_event_suggest(list->pattern[0], near, 3);
	for (i = 0; i < n; i++)
		len += (size_t)snprintf(text + len, sizeof(text) - len, "%s%s", i ? ", " : "",
					near[i]);
	complain("no event matches '%s'%s%s", list->pattern[0],
		 n > 1 ? "; the nearest names are " :
		 n     ? "; the nearest name is " :
			 "; 'pmc list' lists all",
		 text);
	return STATUS_NONE;
}

/* Lists the generic events, and with a pattern those of this machine's model. */
static int list_events(struct listing *list)
{
	struct pmc_event_info info;
	bool table = !list->json && !list->names;
	size_t i;

	if (!list->names)
		open_backends(list);
	for (i = 0; !pmc_event_at(i, &info); i++)
		if (event_matches(&info, list->pattern))
			print_event(list, &info);
	if (list->pattern[0])
		print_model(list);
	if (list->reasons && table)
		print_closed(list);
	close_backends(list);
	if (list->json)
		puts(list->found ? "\n]" : "[]");
	if (!list->found)
		return nothing_matches(list);
	if (table && !list->pattern[0])
		puts("\nThe second column lists the backends that can count the event on this "
		     "machine; 'pmc info' says why a backend is unavailable.\n"
		     "'pmc list model' lists the events of this processor's PMU. Raw events are "
		     "written rXXXX or cpu/event=0xNN,umask=0xNN/. Modifiers follow a colon "
		     "(:u user mode, :k kernel mode), and {braces} make a group.");
	return STATUS_OK;
}

int list_main(const struct subcommand *self, char **argv)
{
	struct listing list = { .kind = -1 };
	const char *model = NULL, *file = NULL, *check = NULL;
	bool models = false;
	/* clang-format off */
	struct option table[] = {
		{ 'j', "json", OPTION_FLAG, &list.json, NULL, "print one JSON array" },
		{ 'n', "names", OPTION_FLAG, &list.names, NULL,
		  "print only names and aliases, one per line" },
		{ 'v', "verbose", OPTION_FLAG, &list.reasons, NULL,
		  "say why a backend cannot count it; --model: event select, masks, registers" },
		{ 0, "models", OPTION_FLAG, &models, NULL, "list the PMUs that MODEL can name" },
		{ 0, "model", OPTION_TEXT, &model, "MODEL",
		  "list the events of this PMU, even if this machine has another" },
		{ 0, "check", OPTION_TEXT, &check, "EVENTS",
		  "show which counters these events get; exit status 1: they do not all fit" },
		OPTION_EVENTS_FILE(&file),
		{ 'h', "help", OPTION_FLAG, &list.help, NULL, "print this text" },
		{ 0 },
	};
	/* clang-format on */

	if (options_parse_mixed(table, argv, &list.pattern))
		return STATUS_FAILED;
	if (list.help) {
		subcommand_help(self, table);
		if (self->list_options)
			return STATUS_OK;
		puts("\nA PATTERN is part of a name, a glob ('L1-*'), or a kind: hardware, cache, "
		     "software, stream, model (this machine's PMU).");
		return STATUS_OK;
	}
	if (list.json && list.names) {
		complain("-j and -n: two formats for one list; choose one");
		return STATUS_FAILED;
	}
	if (models)
		return list_models(list.json);
	if ((model || check) && !file)
		file = getenv("PMC_EVENTS");
	if (check)
		return list_check(model, file, check, list.json);
	if (model || file)
		return list_model(model, file, list.pattern,
				  list.json    ? LIST_JSON :
				  list.names   ? LIST_NAMES :
				  list.reasons ? LIST_ROWS :
						 LIST_ABOUT);
	return list_events(&list);
}
