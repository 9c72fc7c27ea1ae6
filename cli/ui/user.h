/* SPDX-License-Identifier: BSD-2-Clause */
/* Names of users. */
#ifndef PMC_CLI_UI_USER_H
#define PMC_CLI_UI_USER_H

#include <stddef.h>
#include <sys/types.h>

/* Writes the user's name, or his number if he has none; cut if it is longer. */
void user_name(uid_t uid, char *text, size_t size);

#endif
