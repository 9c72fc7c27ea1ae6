/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The fixed variables have values that name nothing of this machine: a home in which nothing can be
 * read or made, by root neither, the C locale, and a time zone that needs no file. All variables
 * are sorted by name, so that the order of options does not matter.
 *
 * The record names variables and does not show values, which may be secrets. A sum over all strings
 * tells two environments apart.
 */
#include "cli/run/environment.h"

#include "cli/run/fixed.h"
#include "cli/ui/complain.h"
#include "cli/ui/options.h"
#include "cli/ui/status.h"

#include <errno.h>
#include <pmc/pmc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern char **environ;

static const char *const fixed[] = { "HOME=/dev/null", "LANG=C", "TZ=UTC0", "USER=nobody" };

#define N_FIXED (sizeof(fixed) / sizeof(fixed[0]))

static size_t name_length(const char *text)
{
	return strcspn(text, "=");
}

static bool same_name(const char *a, const char *b)
{
	return name_length(a) == name_length(b) && !strncmp(a, b, name_length(a));
}

static size_t count(char *const *envp)
{
	size_t n = 0;

	while (envp[n])
		n++;
	return n;
}

/* Puts "NAME=VALUE" into the place of the variable of this name, or behind all others. */
static void put(char **envp, size_t *n, const char *text)
{
	size_t i = 0;

	while (i < *n && !same_name(envp[i], text))
		i++;
	*n += i == *n;
	envp[i] = (char *)text;
}

/* The caller's variable of this name, as "NAME=VALUE"; NULL: it has none. */
static const char *caller(const char *name)
{
	size_t i;

	for (i = 0; environ[i]; i++)
		if (same_name(environ[i], name))
			return environ[i];
	return NULL;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* FNV-1a over all strings with their ends. */
static uint64_t sum(char *const *envp)
{
	uint64_t h = 0xcbf29ce484222325u;
	const char *p;

	for (; *envp; envp++) {
		for (p = *envp; *p; p++)
			h = (h ^ (unsigned char)*p) * 0x100000001b3u;
		h *= 0x100000001b3u;
	}
	return h;
}

static bool record(struct environment *env)
{
	size_t size = 1, i;
	char *p;

	for (i = 0; env->envp[i]; i++)
		size += name_length(env->envp[i]) + 1;
	p = env->names = calloc(size, 1);
	if (!p)
		return false;
	for (i = 0; env->envp[i]; i++)
		p += sprintf(p, "%s%.*s", i ? " " : "", (int)name_length(env->envp[i]),
			     env->envp[i]);
	snprintf(env->hash, sizeof(env->hash), "%016llx", (unsigned long long)sum(env->envp));
	return true;
}

/* Refuses an --env that names no variable. */
static int check(const struct option_list *add)
{
	unsigned i;

	for (i = 0; i < add->n; i++)
		if (!name_length(add->item[i])) {
			complain("--env: '%s' names no variable; write NAME or NAME=VALUE",
				 add->item[i]);
			return STATUS_FAILED;
		}
	return 0;
}

int environment_init(struct environment *env, const struct fixed_options *opt, long layouts)
{
	size_t n = 0, i;
	const char *var;

	memset(env, 0, sizeof(*env));
	if (layouts)
		snprintf(env->layouts, sizeof(env->layouts), "%ld", layouts);
	if (!opt->deterministic)
		return 0;
	if (check(&opt->env))
		return STATUS_FAILED;
	env->is_fixed = true;
	env->all = opt->env_all;
	env->envp = calloc(count(environ) + N_FIXED + opt->env.n + 2, sizeof(*env->envp));
	if (!env->envp)
		goto memory;
	for (i = 0; opt->env_all && environ[i]; i++)
		env->envp[n++] = environ[i];
	for (i = 0; !opt->env_all && i < N_FIXED; i++)
		put(env->envp, &n, fixed[i]);
	if (!opt->env_all && caller("PATH"))
		put(env->envp, &n, caller("PATH"));
	for (i = 0; i < opt->env.n; i++) {
		var = strchr(opt->env.item[i], '=') ? opt->env.item[i] : caller(opt->env.item[i]);
		if (var)
			put(env->envp, &n, var);
	}
	if (!opt->env_all)
		qsort(env->envp, n, sizeof(*env->envp), by_name);
	if (record(env))
		return 0;
memory:
	complain("out of memory");
	return STATUS_FAILED;
}

void environment_deinit(struct environment *env)
{
	free(env->envp);
	free(env->names);
	env->envp = NULL;
	env->names = NULL;
}

/* The value of PATH in the environment; "" without one. */
static const char *path_of(const struct environment *env)
{
	size_t i;

	for (i = 0; env->envp[i]; i++)
		if (same_name(env->envp[i], "PATH"))
			return env->envp[i] + strlen("PATH=");
	return "";
}

int environment_fixed_at(const struct environment *env, size_t index, struct pmc_fixed *pair)
{
	if (env->layouts[0] && !index--) {
		*pair = (struct pmc_fixed){ "layouts", env->layouts };
		return 0;
	}
	if (!env->is_fixed)
		return -ENOENT;
	switch (index) {
	case 0:
		*pair = (struct pmc_fixed){ "environment", env->all ? "all" : env->names };
		return 0;
	case 1:
		*pair = (struct pmc_fixed){ "environment-hash", env->hash };
		return 0;
	case 2:
		*pair = (struct pmc_fixed){ "PATH", path_of(env) };
		return 0;
	default:
		return -ENOENT;
	}
}
