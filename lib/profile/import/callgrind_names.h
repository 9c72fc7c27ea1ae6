/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Names in callgrind's files, which may be shortened to numbers, and the addresses of functions and
 * lines in files that have no addresses.
 */
#ifndef PMC_LIB_PROFILE_CALLGRIND_NAMES_H
#define PMC_LIB_PROFILE_CALLGRIND_NAMES_H

#include "lib/profile/build/builder.h"
#include "lib/profile/build/table.h"

struct line;

enum callgrind_space { CALLGRIND_OBJECT, CALLGRIND_FILE, CALLGRIND_FUNCTION, CALLGRIND_SPACES };

struct callgrind_name {
	u64 id;
	const char *text;
};
/* A function of an object. */
struct callgrind_function {
	unsigned object;
	const char *name, *file;
	u32 lines; /* without addresses: how many of its lines have one */
};
/* An address that was seen in a function; line 0: its line is unknown. */
struct callgrind_mark {
	u64 address, line;
	const char *file;
	u32 object, function;
};
struct callgrind_line {
	u32 function;
	const char *file;
	u64 line;
};

struct callgrind_names {
	struct builder *b;
	u64 seed;
	struct callgrind_name *name[CALLGRIND_SPACES];
	size_t n_name[CALLGRIND_SPACES], name_room[CALLGRIND_SPACES];
	struct callgrind_function *function;
	size_t n_function, function_room;
	struct callgrind_line *line;
	u64 *line_address;
	size_t n_line, line_room, address_room;
	struct callgrind_mark *mark;
	size_t n_mark, mark_room;
	struct table names[CALLGRIND_SPACES], functions, lines;
	bool failed; /* there is no memory */
};

/*
 * The text of "(12) name", "(12)" or "name". NULL: a number without a name.
 */
const char *callgrind_name(struct callgrind_names *names, enum callgrind_space space,
			   struct line line);
/* The index of a function. */
u32 callgrind_function(struct callgrind_names *names, unsigned object, const char *name,
		       const char *file);
/* The address that stands for the function's beginning, and for one of its lines. */
u64 callgrind_function_address(u32 function);
u64 callgrind_line_address(struct callgrind_names *names, u32 function, const char *file, u64 line);
/* The function has this address, which is of the file's line; 0: of an unknown one. */
void callgrind_function_has(struct callgrind_names *names, u32 function, u64 address,
			    const char *file, u64 line);
/* Gives the functions to the profile as symbols, one for each line. */
void callgrind_names_finish(struct callgrind_names *names);
void callgrind_names_deinit(struct callgrind_names *names);

#endif
