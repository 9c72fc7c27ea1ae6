/* SPDX-License-Identifier: BSD-2-Clause */
/* Images: the files that processes run code of. Functions are named by libpmc's symbols. */
#define _GNU_SOURCE
#include <elf.h>
#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <pmc/profile.h>

#include "compat/freebsd/pmcstat/image.h"

#define PAGE 4096u

static const char *root = "";
static struct image **images;
static size_t n_images;
static struct pmc_symbols *symbols;

void image_root(const char *folder)
{
	root = folder;
}

static void take_segment(struct image *image, uint64_t address, uint64_t size)
{
	image->text = address & -(uint64_t)PAGE;
	image->size = (address - image->text + size + PAGE - 1) & -(uint64_t)PAGE;
}

/* Looks for the first segment of code. The log says where it lies in memory. */
static void read_segments(struct image *image, FILE *f)
{
	union {
		unsigned char ident[EI_NIDENT];
		Elf64_Ehdr wide;
		Elf32_Ehdr narrow;
	} e;
	Elf64_Phdr wide;
	Elf32_Phdr narrow;
	int i;

	if (fread(&e, sizeof(e), 1, f) != 1 || memcmp(e.ident, ELFMAG, SELFMAG))
		return;
	if (e.ident[EI_CLASS] == ELFCLASS64) {
		if (fseek(f, (long)e.wide.e_phoff, SEEK_SET))
			return;
		for (i = 0; i < e.wide.e_phnum && fread(&wide, sizeof(wide), 1, f) == 1; i++)
			if (wide.p_type == PT_LOAD && wide.p_flags & PF_X)
				return take_segment(image, wide.p_vaddr, wide.p_memsz);
		return;
	}
	if (fseek(f, (long)e.narrow.e_phoff, SEEK_SET))
		return;
	for (i = 0; i < e.narrow.e_phnum && fread(&narrow, sizeof(narrow), 1, f) == 1; i++)
		if (narrow.p_type == PT_LOAD && narrow.p_flags & PF_X)
			return take_segment(image, narrow.p_vaddr, narrow.p_memsz);
}

struct image *image_open(const char *path)
{
	struct image *image;
	char *file;
	size_t i;
	FILE *f;

	for (i = 0; i < n_images; i++)
		if (!strcmp(images[i]->path, path))
			return images[i];
	images = realloc(images, (n_images + 1) * sizeof(struct image *));
	image = calloc(1, sizeof(*image));
	if (!images || !image || !(image->path = strdup(path)) ||
	    asprintf(&file, "%s%s", root, path) < 0)
		err(1, NULL);
	image->object = -2;
	image->size = UINT64_MAX;
	f = fopen(file, "re");
	if (f) {
		read_segments(image, f);
		fclose(f);
	}
	free(file);
	return images[n_images++] = image;
}

static void find_names(struct image *image)
{
	struct pmc_diag diag;

	if (!symbols && pmc_symbols_create(PMC_SYMBOLS_NO_DEBUG, root, &symbols))
		err(1, NULL);
	image->object = pmc_symbols_object(symbols, image->path, NULL, 0, &diag);
	if (image->object >= 0)
		return;
	warnx("%s", diag.sentence);
	image->object = -1;
}

const char *image_function(struct image *image, uint64_t address, uint64_t *start)
{
	struct pmc_symbol symbol;

	if (image->object == -2)
		find_names(image);
	if (image->object == -1 || pmc_symbols_find(symbols, image->object, address, &symbol))
		return NULL;
	*start = symbol.start;
	return symbol.name;
}
