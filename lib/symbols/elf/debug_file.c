/* SPDX-License-Identifier: BSD-2-Clause */
/* Where separate debug files stand, and whether one belongs to an object. */
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "lib/symbols/elf/debug_file.h"
#include "lib/symbols/elf/elf.h"
#include "lib/symbols/base/file.h"

#define FOLDER "/usr/lib/debug"

/* The checksum of .gnu_debuglink: CRC-32 as in zlib. */
static uint32_t checksum(const struct file *file)
{
	uint32_t table[256], crc = UINT32_MAX, i;
	unsigned bit;
	size_t k;

	for (i = 0; i < 256; i++) {
		table[i] = i;
		for (bit = 0; bit < 8; bit++)
			table[i] = table[i] >> 1 ^ (table[i] & 1 ? 0xedb88320 : 0);
	}
	for (k = 0; k < file->size; k++)
		crc = crc >> 8 ^ table[(crc ^ file->bytes[k]) & 0xff];
	return ~crc;
}

/* Opens the file if it has this build-id; without one, if it has the checksum, if one is given. */
static int open_if(const char *path, const void *build_id, size_t size, const uint32_t *crc,
		   struct file *file)
{
	struct elf elf;
	bool fits;
	int error = file_open(path, false, file);

	if (error)
		return error;
	error = elf_init(&elf, file->bytes, file->size);
	if (!error) {
		if (build_id && elf.build_id)
			fits = elf.build_id_size == size && !memcmp(elf.build_id, build_id, size);
		else
			fits = crc && checksum(file) == *crc;
		elf_deinit(&elf);
		error = fits ? 0 : -ENOENT;
	}
	if (error)
		file_close(file);
	return error;
}

static int open_by_id(const char *symfs, const void *build_id, size_t size, struct file *file)
{
	const uint8_t *id = build_id;
	char path[PATH_MAX];
	size_t i, n;

	if (size < 2 || size > 64)
		return -ENOENT;
	n = snprintf(path, sizeof(path), "%s" FOLDER "/.build-id/%02x/", symfs, id[0]);
	if (n > sizeof(path) - 2 * size - sizeof(".debug"))
		return -ENOENT;
	for (i = 1; i < size; i++)
		n += snprintf(path + n, sizeof(path) - n, "%02x", id[i]);
	snprintf(path + n, sizeof(path) - n, ".debug");
	return open_if(path, build_id, size, NULL, file);
}

/* Tries the places where a file of this name may stand for the object at `path`. */
static int open_by_name(const char *symfs, const char *path, const char *name, const void *build_id,
			size_t size, const uint32_t *crc, struct file *file)
{
	static const char *const forms[] = { "%s%.*s/%s", "%s%.*s/.debug/%s",
					     "%s" FOLDER "%.*s/%s" };
	const char *slash = strrchr(path, '/');
	int folder = slash ? slash - path : 0;
	char full[PATH_MAX];
	size_t i;

	for (i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
		int n = snprintf(full, sizeof(full), forms[i], symfs, folder, path, name);

		if (n < (int)sizeof(full) && !open_if(full, build_id, size, crc, file))
			return 0;
	}
	return -ENOENT;
}

int debug_file_open(const char *symfs, const char *path, const struct elf *elf, struct file *file)
{
	const struct elf_section *link = elf_section(elf, ".gnu_debuglink");
	uint32_t crc;
	size_t n;

	if (elf->build_id && !open_by_id(symfs, elf->build_id, elf->build_id_size, file))
		return 0;
	if (!link || !link->bytes || link->size < 8)
		return -ENOENT;
	n = strnlen((const char *)link->bytes, link->size);
	if (!n || ((n + 4) & ~(size_t)3) + 4 > link->size || memchr(link->bytes, '/', n))
		return -ENOENT;
	memcpy(&crc, link->bytes + ((n + 4) & ~(size_t)3), sizeof(crc));
	return open_by_name(symfs, path, (const char *)link->bytes, elf->build_id,
			    elf->build_id_size, &crc, file);
}

int debug_file_open_alternate(const char *symfs, const char *path, const char *name,
			      const void *build_id, size_t build_id_size, struct file *file)
{
	const char *slash = strrchr(path, '/');
	char full[PATH_MAX];
	int n;

	if (!open_by_id(symfs, build_id, build_id_size, file))
		return 0;
	if (name[0] == '/')
		n = snprintf(full, sizeof(full), "%s%s", symfs, name);
	else
		n = snprintf(full, sizeof(full), "%.*s%s", slash ? (int)(slash - path) + 1 : 0,
			     path, name);
	if (n >= (int)sizeof(full))
		return -ENOENT;
	return open_if(full, build_id, build_id_size, NULL, file);
}
