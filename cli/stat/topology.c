/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads /sys/devices/system/cpu. Core IDs are unique within a die only, and die IDs within a
 * socket, so the name of a core has all three.
 */
#include "cli/stat/topology.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A number of a CPU's folder "topology"; `missing` if the kernel does not tell it. */
static int read_id(int cpu, const char *name, int missing)
{
	char path[96];
	int id = missing;
	FILE *file;

	snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%d/topology/%s", cpu, name);
	file = fopen(path, "re");
	if (!file)
		return missing;
	if (fscanf(file, "%d", &id) != 1)
		id = missing;
	fclose(file);
	return id;
}

/* The folder of a CPU has an entry "nodeN". Kernels without NUMA have a single node. */
static int read_node(int cpu)
{
	struct dirent *entry;
	char path[64];
	int node = 0;
	DIR *dir;

	snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%d", cpu);
	dir = opendir(path);
	while (dir && (entry = readdir(dir)))
		if (!strncmp(entry->d_name, "node", 4) && entry->d_name[4] >= '0' &&
		    entry->d_name[4] <= '9')
			node = atoi(entry->d_name + 4);
	if (dir)
		closedir(dir);
	return node;
}

struct place place_of(enum rows_by by, int cpu)
{
	struct place place = { 0 };

	if (by == ROWS_NODE) {
		place.node = read_node(cpu);
		return place;
	}
	place.socket = read_id(cpu, "physical_package_id", -1);
	/* Old kernels and processors with one die for each socket do not tell the die. */
	if (by != ROWS_SOCKET)
		place.die = read_id(cpu, "die_id", 0);
	if (place.die < 0)
		place.die = 0;
	if (by == ROWS_CORE)
		place.core = read_id(cpu, "core_id", -1);
	return place;
}

int place_compare(const struct place *a, const struct place *b)
{
	if (a->node != b->node)
		return a->node < b->node ? -1 : 1;
	if (a->socket != b->socket)
		return a->socket < b->socket ? -1 : 1;
	if (a->die != b->die)
		return a->die < b->die ? -1 : 1;
	return a->core < b->core ? -1 : a->core > b->core;
}

void place_name(enum rows_by by, const struct place *place, char *text, size_t size)
{
	if (by == ROWS_NODE)
		snprintf(text, size, "N%d", place->node);
	else if (by == ROWS_SOCKET)
		snprintf(text, size, "S%d", place->socket);
	else if (by == ROWS_DIE)
		snprintf(text, size, "S%d-D%d", place->socket, place->die);
	else
		snprintf(text, size, "S%d-D%d-C%d", place->socket, place->die, place->core);
}
