// SPDX-License-Identifier: GPL-2.0
/* The users who have sets. */
#include <linux/cred.h>
#include <linux/slab.h>
#include <asm/tsc.h>

#include "kernel/count/user.h"

static LIST_HEAD(users);       /* plans_mutex, as for: */
static struct set_user *spare; /* one whose user has no sets now */

struct set_user *user_get(void)
{
	struct set_user *user;

	list_for_each_entry(user, &users, all) {
		if (!uid_eq(user->uid, current_uid()))
			continue;
		user->sets++;
		return user;
	}
	user = spare ?: kmalloc(sizeof(*user), GFP_KERNEL);
	if (!user)
		return NULL;
	spare = NULL;
	user->uid = current_uid();
	user->sets = 1;
	user->turn.used = 0;
	/* Whoever is new goes last, or one could go first again and again. */
	user->turn.since = rdtsc();
	list_add(&user->all, &users);
	return user;
}

void user_put(struct set_user *user)
{
	if (!user || --user->sets)
		return;
	list_del(&user->all);
	kfree(spare);
	spare = user;
}

void user_exit(void)
{
	kfree(spare);
}
