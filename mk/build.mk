# SPDX-License-Identifier: BSD-2-Clause
# Objects, and what is linked from them: libpmc, the command, the engine.

CORE_SRC := $(call under,core abi,c)
JSON_SRC := $(call under,json,c)
LIB_SRC  := $(filter-out lib/models/pfm/%,$(call under,lib,c))
CLI_SRC  := $(call under,cli,c)
EMU_SRC  := $(call under,emu,c S)

# What the engine has of core/.
EMU_CORE_SRC := core/base/sum.c \
	$(filter-out core/machine/describe/%,$(filter core/machine/%,$(CORE_SRC)))

obj = $(patsubst %,$(BUILD)/obj/%.o,$(1))
CORE_OBJ := $(call obj,$(CORE_SRC))
EMU_CORE_OBJ := $(patsubst %,$(BUILD)/emu-core/%.o,$(patsubst core/%,%,$(EMU_CORE_SRC)))
JSON_OBJ := $(call obj,$(JSON_SRC))
LIB_OBJ  := $(call obj,$(LIB_SRC)) $(JSON_OBJ)
CLI_OBJ  := $(call obj,$(CLI_SRC))
EMU_OBJ  := $(call obj,$(EMU_SRC))
ENGINE_FOLDER := $(BUILD)/obj/engine_folder.o
LIB_OBJ  += $(ENGINE_FOLDER)
ifneq ($(PFM),0)
LIB_OBJ  += $(BUILD)/obj/pfm/tables.c.o
endif

# ---- Objects ----

$(BUILD)/obj/core/%.c.o: core/%.c $(STAMP)
	$(call compile,CORE,$(CORE_FLAGS))
$(BUILD)/obj/abi/%.c.o: abi/%.c $(STAMP)
	$(call compile,ABI,$(ABI_FLAGS))
$(BUILD)/obj/json/%.c.o: json/%.c $(STAMP)
	$(call compile,JSON,$(LIB_FLAGS))
$(BUILD)/obj/lib/%.c.o: lib/%.c $(STAMP)
	$(call compile,LIB,$(LIB_FLAGS))
$(BUILD)/obj/cli/%.c.o: cli/%.c $(STAMP)
	$(call compile,CLI,$(CLI_FLAGS))
$(BUILD)/obj/emu/%.c.o: emu/%.c $(STAMP)
	$(call compile,EMU,$(EMU_FLAGS))
$(BUILD)/obj/emu/%.S.o: emu/%.S $(STAMP)
	$(call compile,EMU,$(EMU_FLAGS))
# The models of core/ inside the engine, which has no vector registers.
$(BUILD)/emu-core/%.c.o: core/%.c $(STAMP)
	$(call compile,EMU,$(EMU_FLAGS))

# The folder where `make install` puts the engine. It is one string in assembly, to which engine.c
# refers, so that another PREFIX compiles nothing again.
$(ENGINE_FOLDER): $(BUILD)/prefix
	$(call say,AS,$@)
	@mkdir -p $(@D)
	$(Q)printf '%s\n' '.globl engine_folder' '.hidden engine_folder' '.section .rodata' \
		'engine_folder: .asciz "$(PREFIX)/libexec/pmc"' \
		'.section .note.GNU-stack,"",%progbits' | \
		$(CC) $(filter -m%,$(CFLAGS)) -x assembler -c -o $@ -

# ---- The events of libpfm4 ----

$(BUILD)/obj/lib/models/pfm.c.o: LIB_FLAGS += $(if $(filter-out 0,$(PFM)),-DPMC_PFM)
$(BUILD)/obj/lib/models/pfm.c.o: $(BUILD)/pfm/chosen
$(BUILD)/pfm/extract: lib/models/pfm/extract.c lib/models/pfm/models.h $(STAMP)
	$(call say,HOST,$<)
	@mkdir -p $(@D)
	$(Q)$(HOSTCC) -std=gnu11 -O1 $(WARN) $(STRICT) -I. -o $@ $< -lpfm
$(BUILD)/pfm/tables.c: $(BUILD)/pfm/extract
	$(call say,MAKE,$@)
	$(Q)$< >$@
$(BUILD)/obj/pfm/tables.c.o: $(BUILD)/pfm/tables.c $(STAMP)
	$(call compile,LIB,$(LIB_FLAGS))

# ---- Libraries that symbols and annotations need when they run ----

SYMBOLS_OBJ := $(filter $(foreach f,symbols unwind elfutils,$(BUILD)/obj/lib/$(f)/%),$(LIB_OBJ))
$(SYMBOLS_OBJ): LIB_FLAGS += $(if $(filter-out 0,$(LIBDW)),-DPMC_LIBDW) \
	$(if $(filter-out 0,$(ZYDIS)),-DPMC_ZYDIS)
$(SYMBOLS_OBJ): $(BUILD)/symbols

# ---- The terminal of pmc report ----

$(BUILD)/obj/cli/report/screen.c.o: CLI_FLAGS += $(if $(filter-out 0,$(CURSES)),-DPMC_CURSES)
$(BUILD)/obj/cli/report/screen.c.o: $(BUILD)/curses

# ---- The page of pmc report --html ----

$(BUILD)/obj/cli/page/assets.c.o: cli/page/page.html cli/page/page.css \
	$(wildcard cli/page/script/*.js)

# ---- Libraries and programs ----

# Every object of the library, with all its names, for tests of what is inside.
$(BUILD)/internal.a: $(CORE_OBJ) $(LIB_OBJ)
	$(call say,AR,$@)
	@rm -f $@
	$(Q)$(AR) rcsP $@ $^
# The archive that is installed is one object in which only the public names are global, so that a
# program may use the other names for itself. Groups (i386: the thunks that get the PC) become plain
# sections: the linker would discard one that the program has, too, while local names refer to it.
$(BUILD)/obj/libpmc.o: $(CORE_OBJ) $(LIB_OBJ) lib/libpmc.map
	$(call say,LINK,$@)
	$(Q)sed -n '/global:/,/local:/s/^[ \t]*\(pmc_[a-z0-9_]*\);.*/\1/p' lib/libpmc.map \
		>$(BUILD)/obj/libpmc.names
	$(Q)$(CC) -r -nostdlib -Wl,--force-group-allocation $(filter -m%,$(CFLAGS) $(LDFLAGS)) \
		-o $@ $(CORE_OBJ) $(LIB_OBJ)
	$(Q)$(OBJCOPY) --keep-global-symbols=$(BUILD)/obj/libpmc.names $@
$(BUILD)/libpmc.a: $(BUILD)/obj/libpmc.o
	$(call say,AR,$@)
	@rm -f $@
	$(Q)$(AR) rcs $@ $<
$(BUILD)/libpmc.so.$(VERSION): $(CORE_OBJ) $(LIB_OBJ) lib/libpmc.map
	$(call say,LINK,$@)
	$(Q)$(CC) -shared -pthread $(SANFLAGS) $(LDFLAGS) -Wl,-soname,libpmc.so.$(SOVER) \
		-Wl,--version-script=lib/libpmc.map -o $@ $(CORE_OBJ) $(LIB_OBJ)
$(BUILD)/libpmc.so: $(BUILD)/libpmc.so.$(VERSION)
	@ln -sf libpmc.so.$(VERSION) $(BUILD)/libpmc.so.$(SOVER)
	@ln -sf libpmc.so.$(SOVER) $@
# The archive hides its copy of json/, so the command has one of its own.
# What the command is linked from; mk/dist.mk links it statically.
PMC_PARTS := $(CLI_OBJ) $(JSON_OBJ) $(BUILD)/libpmc.a
$(BUILD)/pmc: $(PMC_PARTS)
	$(call say,LINK,$@)
	$(Q)$(CC) -pthread $(SANLINK) $(LDFLAGS) -o $@ $^
ifeq ($(SAN),0)
$(BUILD)/pmc-emu: $(EMU_OBJ) $(EMU_CORE_OBJ)
	$(call say,LINK,$@)
	$(Q)$(CC) $(EMU_LINK) -o $@ $^
else
# The engine cannot be sanitized: the sanitizer build counts with that of the plain build.
$(BUILD)/pmc-emu: FORCE
	@$(MAKE) --no-print-directory SAN=0 WERROR=$(WERROR) BUILD=$(@D:/san=) $(@D:/san=)/pmc-emu
	@cmp -s $(@D:/san=)/pmc-emu $@ || cp $(@D:/san=)/pmc-emu $@
endif

# What runs in a 32-bit guest (qemu/run --kernel 6.1-i386): everything but the engine, for any P6.
i386: ## build pmc for 32-bit x86 in build/i386, without the engine (needs gcc-multilib)
	@$(MAKE) --no-print-directory BUILD=$(BUILD)/i386 CFLAGS='-m32 -march=i686 $(CFLAGS)' \
		LDFLAGS='-m32 $(LDFLAGS)' $(BUILD)/i386/pmc $(BUILD)/i386/libpmc.a \
		$(GUEST_C:%.c=$(BUILD)/i386/%) $(GUEST_DIR:%=$(BUILD)/i386/%)
.PHONY: i386
