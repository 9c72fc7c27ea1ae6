/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Names of users. getpwuid(3) asks whatever the system gets its users from, by modules that a
 * static program cannot load. So the reference to it is weak: a static link leaves it out, and then
 * /etc/passwd has to do.
 */
#include "cli/ui/user.h"

#include <pwd.h>
#include <stdio.h>

#pragma weak getpwuid

static const struct passwd *find(uid_t uid)
{
	FILE *file = NULL;
	struct passwd *p;

	if (getpwuid)
		return getpwuid(uid);
	file = fopen("/etc/passwd", "re");
	while (file && (p = fgetpwent(file)) && p->pw_uid != uid)
		;
	if (!file)
		return NULL;
	fclose(file);
	return p;
}

void user_name(uid_t uid, char *text, size_t size)
{
	const struct passwd *p = find(uid);

	if (p && p->pw_name[0])
		snprintf(text, size, "%s", p->pw_name);
	else
		snprintf(text, size, "%u", (unsigned)uid);
}
