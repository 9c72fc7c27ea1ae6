/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The page's files, as they stand beside this one, in the command itself: a report must not depend
 * on what is installed. The assembler reads them; mk/build.mk says that this object is made of
 * them.
 */
#include "cli/page/assets.h"

/* clang-format off */
#define ASSET(name, ...) \
	__asm__(".pushsection .rodata\n.globl " #name "\n.hidden " #name "\n" #name ":\n" \
		__VA_ARGS__ "\n.byte 0\n.popsection")
#define PART(file) ".incbin \"cli/page/" file "\"\n"

ASSET(asset_body, PART("page.html"));
ASSET(asset_style, PART("page.css"));
ASSET(asset_script,
      PART("script/decode.js")
      PART("script/text.js")
      PART("script/flame.js")
      PART("script/table.js")
      PART("script/code.js")
      PART("script/main.js"));
/* clang-format on */
