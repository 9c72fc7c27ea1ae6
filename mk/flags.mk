# SPDX-License-Identifier: BSD-2-Clause
# What each folder is compiled with. A folder sees only what it may include: core, abi and emu the
# tree, cli the installed headers, json and its own.

WARN := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wvla \
	-Wno-unused-parameter -Wno-missing-field-initializers
BASE := -std=gnu11 $(OPT) $(WARN) -MMD -MP -fno-strict-aliasing $(CFLAGS)
# Keep STRICT out of the flags that are compared below: it does not require compiling anything
# again.
STRICT = $(if $(filter 1,$(WERROR)),-Werror)
ifneq ($(SAN),0)
SANFLAGS := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
# Tests start the programs ten thousand times. At a fixed address and with the runtime inside (as
# clang links it unasked), nothing is relocated or loaded, which takes two thirds of the time.
SANLINK  := $(SANFLAGS) -no-pie $(if $(findstring clang,$(CC)),,$(if \
	$(wildcard $(shell $(CC) -print-file-name=libasan.a)),-static-libasan -static-libubsan))
endif

CORE_FLAGS := $(BASE) $(SANFLAGS) -ffreestanding -fPIC -fvisibility=hidden -I.
ABI_FLAGS  := $(CORE_FLAGS) -Iinclude
LIB_FLAGS  := $(BASE) $(SANFLAGS) -fPIC -fvisibility=hidden -pthread -I. -Iinclude \
	-DPMC_VERSION='"$(VERSION)"'
CLI_FLAGS  := $(BASE) $(SANFLAGS) -I. -Iinclude -DPMC_VERSION='"$(VERSION)"'
# The engine: freestanding, no libc, no vector registers of its own, no TLS.
EMU_FLAGS  := $(BASE) -ffreestanding -fno-stack-protector -fcf-protection=none \
	-mgeneral-regs-only -fPIE -fvisibility=hidden -fno-asynchronous-unwind-tables \
	-mno-red-zone -fno-builtin -I.
EMU_LINK   := -nostdlib -static-pie -Wl,-z,noexecstack -Wl,--build-id=none -Wl,-z,norelro
TEST_FLAGS := $(BASE) $(SANFLAGS) -pthread -I. -Iinclude
# Sources of the engine inside a test program: hosted, sanitized, otherwise the same.
TEST_EMU_FLAGS := $(BASE) $(SANFLAGS) -ffreestanding -fno-builtin -fPIE -I.

# $(call compile,WORD,FLAGS): the commands of a rule that compiles one source.
define compile
$(call say,$(1),$<)
@mkdir -p $(@D)
$(Q)$(CC) $(2) $(STRICT) -c $< -o $@
endef

# $(call stamp,TEXT): the commands of a rule whose target holds this text. The file is written when
# the text has changed, and then what depends on it is built again. (make -n writes nothing.)
stamp = @:$(if $(findstring n,$(SHORT_FLAGS)),,$(if $(call differs,$(1)),$(call write,$(1))))
differs = $(if $(wildcard $@),$(subst x$(strip $(1)),,x$(strip $(file <$@))),new)
write = $(shell mkdir -p $(@D))$(file >$@,$(strip $(1)))

# Every object depends on the flags: a build with other ones begins anew.
STAMP := $(BUILD)/flags
$(STAMP): FORCE
	$(call stamp,$(CC) $(CORE_FLAGS) $(LIB_FLAGS) $(CLI_FLAGS) $(EMU_FLAGS) \
		$(TEST_FLAGS) $(LDFLAGS))
# The paths and options below concern one source each, so that changing them builds little.
$(BUILD)/prefix: FORCE
	$(call stamp,$(PREFIX))
$(BUILD)/pfm/chosen: FORCE
	$(call stamp,$(PFM))
$(BUILD)/symbols: FORCE
	$(call stamp,$(LIBDW) $(ZYDIS))
$(BUILD)/curses: FORCE
	$(call stamp,$(CURSES))
