/* SPDX-License-Identifier: BSD-2-Clause */
/* The engine's executable, pmc-emu. */
#ifndef PMC_LIB_ENGINE_H
#define PMC_LIB_ENGINE_H

struct pmc_diag;

/*
 * Opens the engine: $PMC_EMU, or beside the running executable, or in engine_folder. The descriptor
 * is close-on-exec. -ENOENT with the places that were tried; another -errno with what is wrong with
 * the file.
 */
int engine_open(struct pmc_diag *diag);

#endif
