/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Which files are laid on the shelf: the command's own, those of the programs that ran beside it
 * last time, and then those that were used last. Each costs some microseconds to open, and again in
 * each process that looks at the shelf.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "lib/backends/emulated/kept/companions.h"
#include "lib/backends/emulated/kept/folder.h"
#include "lib/backends/emulated/kept/kept.h"
#include "lib/backends/emulated/kept/maker.h"
#include "lib/backends/emulated/kept/records.h"
#include "lib/backends/emulated/kept/shelf.h"
#include "lib/backends/emulated/profile/earlier.h"

#define MOST_LAID  COMPANIONS_MOST
#define PAGES_LAID (EMU_SHELF_PAGES / 4 * 3)
#define SPARE_FDS  (2 * MOST_LAID) /* without so many free descriptors, others need them more */
#define FRESH_NS   600000000000ull /* a file that was used since then need not be touched */

#define SEALS (F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW)

struct kept {
	int folder, shelf;
	u64 maker, command; /* maker_file() of the command's file; 0: there is none */
	/* What was laid down, the newest first. */
	size_t n;
	struct kept_file file[MOST_LAID];
	struct companions companions; /* of earlier runs */
	bool doubted;
	struct earlier earlier; /* in an exact recording: their descriptors, in the same order */
};

static u64 program_of(const char *path)
{
	struct stat st;

	return stat(path, &st) ? 0 : maker_file(&st);
}

/* Moves the program's file to the beginning. */
static void prefer(struct kept_file *files, size_t n, u64 maker, u64 program)
{
	struct kept_file file;
	size_t i = 0;

	while (i < n && (files[i].maker != maker || files[i].entry.program != program))
		i++;
	if (i == n)
		return;
	file = files[i];
	memmove(files + 1, files, i * sizeof(*files));
	files[0] = file;
}

static void prefer_all(const struct kept *k, struct kept_file *files, size_t n)
{
	for (size_t i = k->companions.n; i-- > 0;)
		prefer(files, n, k->maker, k->companions.program[i]);
	prefer(files, n, k->maker, k->command);
}

static bool has(const struct kept *k, u64 program)
{
	for (size_t i = 0; i < k->n; i++)
		if (k->file[i].entry.program == program)
			return true;
	return false;
}

static void choose(struct kept *k, const struct kept_file *files, size_t n)
{
	u64 pages = 0;

	for (size_t i = 0; i < n && k->n < MOST_LAID; i++) {
		if (files[i].maker != k->maker || has(k, files[i].entry.program) ||
		    pages + files[i].entry.size > PAGES_LAID)
			continue;
		pages += files[i].entry.size;
		k->file[k->n++] = files[i];
	}
}

/* Lays the chosen files down, the first one as the newest. Those of an exact recording stay open,
 * since other names or none may lead to them later. */
static void lay(struct kept *k, bool recording)
{
	struct shelf_list list = { 0 };

	for (size_t i = k->n; i-- > 0;) {
		int fd = folder_read(k->folder, &k->file[i]);

		k->earlier.fd[i] = recording ? fd : -1;
		if (fd < 0)
			continue;
		list.entry[list.n] = k->file[i].entry;
		list.entry[list.n].kept = companions_are_many(&k->companions,
							      k->file[i].entry.program) ?
						  EMU_KEPT_MANY :
						  EMU_KEPT_FILE;
		list.entry[list.n].log = recording ? EMU_LOG_KEPT | (u32)i : 0;
		list.fd[list.n++] = fd;
	}
	k->earlier.n = k->n;
	if (list.n)
		shelf_fill(k->shelf, &list);
	if (!recording)
		shelf_close_list(&list);
}

static void close_files(struct kept *k)
{
	for (size_t i = 0; i < k->earlier.n; i++)
		if (k->earlier.fd[i] >= 0)
			close(k->earlier.fd[i]);
}

/* Are there descriptors enough that others do not miss these? */
static bool is_low(int fd)
{
	struct rlimit limit;

	return !getrlimit(RLIMIT_NOFILE, &limit) && (rlim_t)fd + SPARE_FDS < limit.rlim_cur;
}

static bool is_one_user(void)
{
	return geteuid() == getuid() && getegid() == getgid();
}

struct kept *kept_create(struct emu_header *header, int engine_fd, const char *path)
{
	struct kept *k = is_one_user() ? calloc(1, sizeof(*k)) : NULL;
	struct kept_file *files = NULL;
	size_t n;

	if (!k)
		return NULL;
	k->shelf = -1;
	k->maker = maker_of(header, engine_fd);
	k->folder = k->maker ? folder_open() : -1;
	if (k->folder >= 0 && is_low(k->folder))
		k->shelf = shelf_open();
	if (k->shelf < 0) {
		if (k->folder >= 0)
			close(k->folder);
		free(k);
		return NULL;
	}
	header->maker = k->maker;
	n = folder_list(k->folder, &files);
	k->command = program_of(path);
	companions_read(k->folder, k->command, &k->companions);
	prefer_all(k, files, n);
	choose(k, files, n);
	free(files);
	lay(k, (header->flags & (EMU_F_PROFILE | EMU_F_SAMPLE)) == EMU_F_PROFILE);
	return k;
}

struct earlier *kept_logs(struct kept *k)
{
	return k ? &k->earlier : NULL;
}

int kept_shelf(const struct kept *k)
{
	return k ? k->shelf : -1;
}

/* ---- Keeping ---- */

/* Removes what has turned out not to be as it was written. */
static void remove_damaged(const struct kept *k)
{
	for (size_t i = 0; i < k->n; i++)
		if (k->earlier.damaged[i])
			folder_remove(k->folder, &k->file[i]);
}

/* Is it sealed, and has this user written it? */
static bool is_new(const struct emu_shelf_entry *e, int fd)
{
	struct stat st;

	return e->kept == EMU_KEPT_NOT && (fcntl(fd, F_GET_SEALS) & SEALS) == SEALS &&
	       !fstat(fd, &st) && st.st_uid == geteuid() && (u64)st.st_size == e->size * KEPT_UNIT;
}

/* Writes a heritage, and with a profile what its traces are. */
static bool write_one(struct kept *k, struct shared *sh, const struct emu_shelf_entry *e, int fd)
{
	struct kept_file file = { .maker = k->maker, .entry = *e };
	void *records = NULL;
	u64 more = 0;

	if (e->log) {
		records = sh ? records_make(sh, &k->earlier, e->log, e->log_at, &more) : NULL;
		if (!records)
			return false;
		file.entry.size += (u32)(more / KEPT_UNIT);
	}
	folder_write(k->folder, &file, fd, records, more);
	free(records);
	return true;
}

static void write_new(struct kept *k, struct shared *sh, const struct shelf_list *list)
{
	bool any = false;

	for (size_t i = 0; i < list->n; i++)
		if (is_new(&list->entry[i], list->fd[i]))
			any |= write_one(k, sh, &list->entry[i], list->fd[i]);
	if (any)
		folder_make_room(k->folder);
}

static void touch_used(const struct kept *k, const struct shelf_list *list)
{
	struct timespec t;
	u64 fresh;

	clock_gettime(CLOCK_REALTIME, &t);
	fresh = (u64)t.tv_sec * 1000000000 - FRESH_NS;
	for (size_t i = 0; i < list->n; i++)
		for (size_t j = 0; j < k->n; j++)
			if (list->entry[i].kept >= EMU_KEPT_USED && k->file[j].used < fresh &&
			    k->file[j].entry.program == list->entry[i].program)
				folder_touch(k->folder, &k->file[j]);
}

static int by_traces(const void *a, const void *b)
{
	const struct emu_shelf_entry *x = a, *y = b;

	return x->n_traces < y->n_traces ? 1 : x->n_traces > y->n_traces ? -1 : 0;
}

/* Notes whose heritages were of use. Where there are too many, those go that cost least to make. */
static void note_companions(const struct kept *k, const struct shelf_list *list)
{
	struct emu_shelf_entry used[EMU_SHELF_MOST];
	struct companions c = { 0 };
	size_t n = 0;

	for (size_t i = 0; i < list->n; i++)
		if (list->entry[i].kept == EMU_KEPT_NOT || list->entry[i].kept >= EMU_KEPT_USED)
			used[n++] = list->entry[i];
	qsort(used, n, sizeof(used[0]), by_traces);
	while (c.n < n && c.n < COMPANIONS_MOST) {
		c.program[c.n] = used[c.n].program;
		c.many |= (u64)(used[c.n].kept == EMU_KEPT_SHARED || used[c.n].many) << c.n;
		c.n++;
	}
	if (!companions_have(&k->companions, &c))
		companions_note(k->folder, k->command, &c);
}

bool kept_doubt(struct kept *k)
{
	if (!k || !k->n)
		return false;
	for (size_t i = 0; i < k->n; i++)
		folder_remove(k->folder, &k->file[i]);
	k->doubted = true;
	return true;
}

void kept_destroy(struct kept *k, struct shared *sh)
{
	struct shelf_list list;

	if (!k)
		return;
	shelf_look(k->shelf, &list);
	if (!k->doubted) {
		write_new(k, sh, &list);
		remove_damaged(k);
		touch_used(k, &list);
		note_companions(k, &list);
	}
	shelf_close_list(&list);
	close_files(k);
	close(k->shelf);
	close(k->folder);
	free(k);
}
