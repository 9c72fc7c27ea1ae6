/* SPDX-License-Identifier: BSD-2-Clause */
/* The parts of the page that are the same in every report. */
#ifndef PMC_CLI_PAGE_ASSETS_H
#define PMC_CLI_PAGE_ASSETS_H

/* Each is one text, closed by 0. */
extern const char asset_body[], asset_style[], asset_script[];

#endif
