# pmc: `make help` lists the targets. Everything built goes under $(BUILD).
VERSION  := 0.1.0
SOVER    := 0
BUILD    ?= build
PREFIX   ?= /usr/local
CC       ?= gcc
SAN      ?= 0

WARN     := -Wall -Wextra -Werror -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wvla \
            -Wno-unused-parameter -Wno-missing-field-initializers
OPT      ?= -O2 -g
CFLAGS_ALL := -std=gnu11 $(OPT) $(WARN) -MMD -MP -fno-strict-aliasing
ifneq ($(SAN),0)
BUILD    := $(BUILD)/san
SANFLAGS := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
endif

CORE_SRC := $(sort $(wildcard core/*.c core/tables/*.c))
LIB_SRC  := $(sort $(wildcard lib/*.c))
CLI_SRC  := $(sort $(wildcard cli/*.c))
EMU_SRC  := $(sort $(wildcard emu/*.c))
EMU_ASM  := $(sort $(wildcard emu/*.S))

obj = $(patsubst %,$(BUILD)/obj/%.o,$(basename $(1)))
CORE_OBJ := $(call obj,$(CORE_SRC))
LIB_OBJ  := $(call obj,$(LIB_SRC))
CLI_OBJ  := $(call obj,$(CLI_SRC))
EMU_OBJ  := $(call obj,$(EMU_SRC) $(EMU_ASM))

all: $(BUILD)/libpmc.so $(BUILD)/libpmc.a $(if $(CLI_SRC),$(BUILD)/pmc) $(if $(EMU_SRC),$(BUILD)/pmc-emu)

$(BUILD)/obj/core/%.o: core/%.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_ALL) $(SANFLAGS) -ffreestanding -fPIC -I. -c $< -o $@
$(BUILD)/obj/lib/%.o: lib/%.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_ALL) $(SANFLAGS) -fPIC -fvisibility=hidden -I. -Iinclude -DPMC_VERSION='"$(VERSION)"' -DPMC_LIBEXEC='"$(PREFIX)/libexec/pmc"' -c $< -o $@
$(BUILD)/obj/cli/%.o: cli/%.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_ALL) $(SANFLAGS) -Iinclude -DPMC_VERSION='"$(VERSION)"' -c $< -o $@

# The engine: freestanding, no libc, no vector registers of its own, no TLS.
EMU_CFLAGS := -ffreestanding -fno-stack-protector -fcf-protection=none -mgeneral-regs-only \
              -fPIE -fvisibility=hidden -fno-asynchronous-unwind-tables -mno-red-zone -fno-builtin
$(BUILD)/obj/emu/%.o: emu/%.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_ALL) $(EMU_CFLAGS) -I. -c $< -o $@
$(BUILD)/obj/emu/%.o: emu/%.S
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_ALL) $(EMU_CFLAGS) -I. -c $< -o $@

$(BUILD)/libpmc.a: $(CORE_OBJ) $(LIB_OBJ)
	@rm -f $@
	$(AR) rcs $@ $^
$(BUILD)/libpmc.so: $(CORE_OBJ) $(LIB_OBJ) lib/libpmc.map
	$(CC) -shared $(SANFLAGS) -Wl,-soname,libpmc.so.$(SOVER) -Wl,--version-script=lib/libpmc.map -o $@ $(CORE_OBJ) $(LIB_OBJ)
$(BUILD)/pmc: $(CLI_OBJ) $(BUILD)/libpmc.a
	$(CC) $(SANFLAGS) -o $@ $^
$(BUILD)/pmc-emu: $(EMU_OBJ)
	$(CC) -nostdlib -static-pie -Wl,-z,noexecstack -Wl,--build-id=none -Wl,-z,norelro -o $@ $^

clean:
	rm -rf $(BUILD)

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
.PHONY: all clean
.DEFAULT_GOAL := all
