# SPDX-License-Identifier: BSD-2-Clause
# The build of pmc: `make help` lists the targets. Everything that is built goes under build/.
#
# Sources are found by their folder, so a new file needs no line here:
#   core/**.c                  in libpmc, freestanding
#   lib/**.c                   in libpmc
#   cli/**.c                   the command build/pmc
#   emu/**.c emu/**.S          the engine build/pmc-emu
#   tests/DIR/NAME_test.c      a test program build/tests/DIR/NAME_test, linked with internal.a;
#                              in tests/diff with Zydis too
#   tests/DIR/NAME_test.sh     a test script, run as it stands
#   tests/fuzz/NAME_fuzz.c     a fuzz target build/fuzz/NAME_fuzz (needs clang)
#   tests/emu/prog/*.c *.S     programs that tests run, build/tests/emu/prog/NAME
#   tests/emu/asm/*.S          the same, without libc and start-up code
#   tests/guest/prog/*.c *.S   programs for the guests of qemu/run, in 64 and 32 bits
# A test or fuzz target that needs more says so in a comment of its own:
#   links: emu/decode/?*.c -lm   sources of the engine, built for a hosted program; libraries
#   cflags: -O0 -mavx2         options of the compiler (tests, and programs that tests run)

VERSION := 0.1.0
SOVER   := 0
BUILD   ?= build
PREFIX  ?= /usr/local
DESTDIR ?=
CLANG   ?= clang
OBJCOPY ?= objcopy
ifeq ($(origin CC),default)
CC      := gcc
endif
SAN     ?= 0
OPT     ?= -O2 -g
CFLAGS  ?=
LDFLAGS ?=
V       ?= 0
# With the events that libpfm4 knows? By default where its header is; they are taken while building, the
# library itself is not linked.
PFM     ?= $(if $(wildcard /usr/include/perfmon/pfmlib.h),1,0)
HOSTCC  ?= $(firstword $(CC))

# The sanitizer build has a folder of its own, so both can stand side by side.
ifneq ($(SAN),0)
override BUILD := $(BUILD)/san
SANFLAGS := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
endif
# One line per step; with V=1 the commands instead, with make -s nothing.
SHORT_FLAGS := $(firstword -$(MAKEFLAGS))
ifeq ($(V),0)
Q := @
say = @$(if $(findstring s,$(SHORT_FLAGS)),:,printf '  %-5s %s\n' '$(1)' '$(2)')
endif

WARN := -Wall -Wextra -Werror -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wvla \
        -Wno-unused-parameter -Wno-missing-field-initializers
BASE := -std=gnu11 $(OPT) $(WARN) -MMD -MP -fno-strict-aliasing $(CFLAGS)

# What each part is compiled with. A part sees only what it may include: core and emu the tree,
# cli the installed headers alone.
CORE_FLAGS := $(BASE) $(SANFLAGS) -ffreestanding -fPIC -fvisibility=hidden -I.
LIB_FLAGS  := $(BASE) $(SANFLAGS) -fPIC -fvisibility=hidden -pthread -I. -Iinclude \
              -DPMC_VERSION='"$(VERSION)"' -DPMC_LIBEXEC='"$(PREFIX)/libexec/pmc"'
ifneq ($(PFM),0)
LIB_FLAGS  += -DPMC_PFM
endif
CLI_FLAGS  := $(BASE) $(SANFLAGS) -I. -Iinclude -DPMC_VERSION='"$(VERSION)"'
# The engine: freestanding, no libc, no vector registers of its own, no TLS.
EMU_FLAGS  := $(BASE) -ffreestanding -fno-stack-protector -fcf-protection=none \
              -mgeneral-regs-only -fPIE -fvisibility=hidden -fno-asynchronous-unwind-tables \
              -mno-red-zone -fno-builtin -I.
EMU_LINK   := -nostdlib -static-pie -Wl,-z,noexecstack -Wl,--build-id=none -Wl,-z,norelro
TEST_FLAGS := $(BASE) $(SANFLAGS) -pthread -I. -Iinclude
# Sources of the engine inside a test program: hosted, sanitized, otherwise the same.
TEST_EMU_FLAGS := $(BASE) $(SANFLAGS) -ffreestanding -fno-builtin -fPIE -I.
FUZZ_SAN   := -fsanitize=address,undefined -fno-sanitize-recover=all
FUZZ_FLAGS := -std=gnu11 -O1 -g -MMD -MP -fno-strict-aliasing -Wall -Werror -I. -Iinclude \
              -DPMC_VERSION='"$(VERSION)"' -DPMC_LIBEXEC='"$(PREFIX)/libexec/pmc"' $(FUZZ_SAN)

# $(call under,FOLDER,ENDINGS): the files below the folder, however deep, with one of the endings.
under = $(sort $(foreach e,$(2),$(shell find $(1) -name '*.$(e)')))
CORE_SRC := $(call under,core,c)
LIB_SRC  := $(filter-out lib/models/pfm/%,$(call under,lib,c))
CLI_SRC  := $(call under,cli,c)
EMU_SRC  := $(call under,emu,c S)

obj = $(patsubst %,$(BUILD)/obj/%.o,$(1))
CORE_OBJ := $(call obj,$(CORE_SRC))
LIB_OBJ  := $(call obj,$(LIB_SRC))
CLI_OBJ  := $(call obj,$(CLI_SRC))
EMU_OBJ  := $(call obj,$(EMU_SRC))
ifneq ($(PFM),0)
LIB_OBJ  += $(BUILD)/obj/pfm/tables.c.o
endif

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.SECONDARY:
.SUFFIXES:

all: $(BUILD)/pmc $(BUILD)/libpmc.so $(BUILD)/libpmc.a $(BUILD)/pmc-emu ## build everything (the default)

# ---- Objects ----

# Every object depends on the flags: a build with other ones begins anew.
FLAGS_NOW := $(CC) $(CORE_FLAGS) $(LIB_FLAGS) $(CLI_FLAGS) $(EMU_FLAGS) $(TEST_FLAGS) $(LDFLAGS)
STAMP := $(BUILD)/flags
ifeq ($(findstring n,$(SHORT_FLAGS)),)
ifneq ($(file <$(STAMP)),$(FLAGS_NOW))
$(shell mkdir -p $(BUILD))
$(file >$(STAMP),$(FLAGS_NOW))
endif
endif

define compile
$(call say,$(1),$<)
@mkdir -p $(@D)
$(Q)$(CC) $(2) -c $< -o $@
endef

$(BUILD)/obj/core/%.c.o: core/%.c $(STAMP)
	$(call compile,CORE,$(CORE_FLAGS))
$(BUILD)/obj/lib/%.c.o: lib/%.c $(STAMP)
	$(call compile,LIB,$(LIB_FLAGS))
$(BUILD)/obj/cli/%.c.o: cli/%.c $(STAMP)
	$(call compile,CLI,$(CLI_FLAGS))
$(BUILD)/obj/emu/%.c.o: emu/%.c $(STAMP)
	$(call compile,EMU,$(EMU_FLAGS))
$(BUILD)/obj/emu/%.S.o: emu/%.S $(STAMP)
	$(call compile,EMU,$(EMU_FLAGS))

# ---- The events of libpfm4 ----

$(BUILD)/pfm/extract: lib/models/pfm/extract.c lib/models/pfm/models.h $(STAMP)
	$(call say,HOST,$<)
	@mkdir -p $(@D)
	$(Q)$(HOSTCC) -std=gnu11 -O1 $(WARN) -I. -o $@ $< -lpfm
$(BUILD)/pfm/tables.c: $(BUILD)/pfm/extract
	$(call say,MAKE,$@)
	$(Q)$< >$@
$(BUILD)/obj/pfm/tables.c.o: $(BUILD)/pfm/tables.c $(STAMP)
	$(call compile,LIB,$(LIB_FLAGS))

# ---- What is installed ----

# Every object of the library, with all its names, for tests of what is inside.
$(BUILD)/internal.a: $(CORE_OBJ) $(LIB_OBJ)
	$(call say,AR,$@)
	@rm -f $@
	$(Q)$(AR) rcsP $@ $^
# The archive that is installed is one object in which only the public names are global, so that a program may use
# the other names for itself.
$(BUILD)/obj/libpmc.o: $(CORE_OBJ) $(LIB_OBJ) lib/libpmc.map
	$(call say,LINK,$@)
	$(Q)sed -n '/global:/,/local:/s/^[ \t]*\(pmc_[a-z0-9_]*\);.*/\1/p' lib/libpmc.map >$(BUILD)/obj/libpmc.names
	$(Q)$(CC) -r -nostdlib $(filter -m%,$(CFLAGS) $(LDFLAGS)) -o $@ $(CORE_OBJ) $(LIB_OBJ)
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
$(BUILD)/pmc: $(CLI_OBJ) $(BUILD)/libpmc.a
	$(call say,LINK,$@)
	$(Q)$(CC) -pthread $(SANFLAGS) $(LDFLAGS) -o $@ $^
$(BUILD)/pmc-emu: $(EMU_OBJ)
	$(call say,LINK,$@)
	$(Q)$(CC) $(EMU_LINK) -o $@ $^

# What runs in a 32-bit guest (qemu/run --kernel 6.1-i386): everything but the engine, for any P6.
i386: ## build pmc for 32-bit x86 in build/i386, without the engine (needs gcc-multilib)
	@$(MAKE) --no-print-directory BUILD=$(BUILD)/i386 CFLAGS='-m32 -march=i686 $(CFLAGS)' \
		LDFLAGS='-m32 $(LDFLAGS)' $(BUILD)/i386/pmc $(BUILD)/i386/libpmc.a \
		$(GUEST_C:%.c=$(BUILD)/i386/%)

# ---- Tests ----

# $(call says,FILE,WORD): the words after "WORD:" in a comment of the file, once for all files.
SAID := $(shell grep -oE '^(/\*| \*|\#) (links|cflags): .*' tests/*/*_test.c tests/*/*_fuzz.c \
	tests/emu/prog/*.[cS] tests/emu/asm/*.S tests/guest/prog/*.[cS] /dev/null 2>/dev/null | sed -E 's,:(/\*| \*|\#) ,:,; s,\*/.*,,; s/: +/|/; s/ *$$//; s/ +/|/g')
says = $(foreach s,$(SAID),$(if $(filter $(1):$(2)|%,$(s)),$(subst |, ,$(patsubst $(1):$(2)|%,%,$(s)))))

TEST_SRC    := $(sort $(wildcard tests/*/*_test.c))
TEST_SCRIPT := $(sort $(wildcard tests/*/*_test.sh))
TEST_BIN    := $(patsubst %.c,$(BUILD)/%,$(TEST_SRC))
PROG_SRC    := $(sort $(wildcard tests/emu/prog/*.c tests/emu/prog/*.S))
ASM_SRC     := $(sort $(wildcard tests/emu/asm/*.S))
PROG_BIN    := $(patsubst %,$(BUILD)/%,$(basename $(PROG_SRC) $(ASM_SRC)))
GUEST_ASM   := $(sort $(wildcard tests/guest/prog/*.S))
GUEST_C     := $(sort $(wildcard tests/guest/prog/*.c))
GUEST_BIN   := $(foreach b,$(BUILD) $(BUILD)/i386,$(patsubst %.S,$(b)/%,$(GUEST_ASM))) $(GUEST_C:%.c=$(BUILD)/%)
# The sanitizer build covers core, lib and cli.
ifneq ($(SAN),0)
TEST_BIN    := $(filter $(BUILD)/tests/unit/%,$(TEST_BIN))
TEST_SCRIPT := $(filter tests/unit/% tests/cli/%,$(TEST_SCRIPT))
PROG_BIN    :=
GUEST_BIN   :=
endif

$(BUILD)/tests/obj/%.c.o: %.c $(STAMP)
	$(call compile,EMU,$(TEST_EMU_FLAGS))
$(BUILD)/tests/obj/%.S.o: %.S $(STAMP)
	$(call compile,EMU,$(TEST_EMU_FLAGS))

# $(call test_rule,SOURCE): the rule of one test program, with what its comment says.
define test_rule
$$(BUILD)/$(basename $(1)): $(1) $$(STAMP) $$(BUILD)/internal.a \
		$$(patsubst %,$$(BUILD)/tests/obj/%.o,$(wildcard $(filter %.c %.S,$(call says,$(1),links))))
	$$(call say,TEST,$(1))
	@mkdir -p $$(@D)
	$$(Q)$$(CC) $$(TEST_FLAGS) $(call says,$(1),cflags) -MF $$@.d -o $$@ $$< $$(filter %.o,$$^) $$(filter %.a,$$^) \
		$$(LDFLAGS) $(filter -l%,$(call says,$(1),links)) $(if $(filter tests/diff/%,$(1)),-lZydis)
endef
$(foreach t,$(TEST_SRC),$(eval $(call test_rule,$(t))))

define prog_rule
$$(BUILD)/$(basename $(1)): $(1) $$(STAMP)
	$$(call say,PROG,$(1))
	@mkdir -p $$(@D)
	$$(Q)$$(CC) -std=gnu11 -O1 -g -Wall -Werror -MMD -MP -pthread -I. -Iinclude $(call says,$(1),cflags) \
		-MF $$@.d -o $$@ $$< $(call says,$(1),links)
endef
$(foreach p,$(PROG_SRC),$(eval $(call prog_rule,$(p))))
$(BUILD)/tests/emu/asm/%: tests/emu/asm/%.S $(STAMP)
	$(call say,PROG,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) -g -nostdlib -static -no-pie $(call says,$<,cflags) -MMD -MP -MF $@.d -o $@ $<

# The bare-metal test: core/ and the checks in a 32-bit kernel of its own.
BARE_FLAGS := -std=gnu11 -Os -g $(WARN) -MMD -MP -m32 -march=i586 -mgeneral-regs-only -ffreestanding -fno-builtin \
	-fno-pic -fno-stack-protector -fcf-protection=none -fno-strict-aliasing -fno-asynchronous-unwind-tables \
	-fno-tree-loop-distribute-patterns -ffunction-sections -fdata-sections -I.
BARE_OBJ := $(patsubst %,$(BUILD)/bare/%.o,$(CORE_SRC) $(filter-out %_test.c,$(wildcard tests/bare/*.c)) \
	$(wildcard tests/bare/kernel/*.[cS]))
$(BUILD)/bare/%.o: % $(STAMP)
	$(call compile,BARE,$(BARE_FLAGS))
$(BUILD)/bare.elf: $(BARE_OBJ) tests/bare/kernel/kernel.ld
	$(call say,LINK,$@)
	$(Q)$(CC) -m32 -nostdlib -static -no-pie -Wl,--gc-sections,--build-id=none,-z,noexecstack,--no-warn-rwx-segments \
		-T tests/bare/kernel/kernel.ld -o $@ $(BARE_OBJ)

# Programs in assembly are built for both; those in C by BUILD, so that `make i386` builds them again.
define guest_rule
$(1)$(basename $(3)): $(3) $$(STAMP)
	$$(call say,GUEST,$$@)
	@mkdir -p $$(@D)
	$$(Q)$$(CC) $(2) -nostdlib -static -no-pie $(call says,$(3),cflags) -MMD -MP -MF $$@.d -o $$@ $$<
endef
$(foreach p,$(GUEST_ASM),$(eval $(call guest_rule,$(BUILD)/,,$(p))) \
	$(eval $(call guest_rule,$(BUILD)/i386/,-m32,$(p))))
$(patsubst %.c,$(BUILD)/%,$(GUEST_C)): $(BUILD)/%: %.c $(STAMP) $(BUILD)/internal.a
	$(call say,GUEST,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(TEST_FLAGS) -MF $@.d -o $@ $< $(BUILD)/internal.a $(LDFLAGS)

tests: all $(TEST_BIN) $(PROG_BIN) $(GUEST_BIN) $(if $(filter 0,$(SAN)),fuzzers $(BUILD)/bare.elf) ## build the tests without running them

# TESTS='unit cli/stat' runs only the tests whose path contains one of the words.
TESTS ?=
chosen = $(if $(TESTS),$(foreach t,$(1),$(if $(strip $(foreach w,$(TESTS),$(findstring $(w),$(t)))),$(t))),$(1))
RUN_LIST = --build $(BUILD) $(call chosen,$(TEST_BIN) $(TEST_SCRIPT))

check: tests ## build and run the tests (SAN=1: of core, lib and cli under ASan and UBSan; TESTS=words)
	@tests/run $(RUN_LIST)

# The list of tests, for a run over several builds (check-all).
test-list: tests
	@echo '$(RUN_LIST)' >$(BUILD)/tests/list

check-all: ## what CI runs: the tests of both builds, with one total
	@$(MAKE) --no-print-directory test-list SAN=0
	@$(MAKE) --no-print-directory test-list SAN=1
	@tests/run $$(cat $(BUILD)/tests/list $(BUILD)/san/tests/list)

# ---- Fuzzing ----

FUZZ_SRC := $(sort $(wildcard tests/fuzz/*_fuzz.c))
FUZZ_BIN := $(patsubst tests/fuzz/%.c,$(BUILD)/fuzz/%,$(FUZZ_SRC))
FUZZ_LIB := $(patsubst %,$(BUILD)/fuzz/obj/%.o,$(CORE_SRC) $(LIB_SRC))
FUZZ_SECONDS ?= 60
$(BUILD)/fuzz/obj/%.c.o: %.c $(STAMP)
	$(call say,FUZZ,$<)
	@mkdir -p $(@D)
	$(Q)$(CLANG) $(FUZZ_FLAGS) -fsanitize=fuzzer-no-link -c $< -o $@
$(BUILD)/fuzz/libpmc.a: $(FUZZ_LIB)
	@rm -f $@
	$(Q)$(AR) rcsP $@ $^
define fuzz_rule
$$(BUILD)/fuzz/$(basename $(notdir $(1))): $(1) $$(STAMP) $$(BUILD)/fuzz/libpmc.a \
		$$(patsubst %,$$(BUILD)/fuzz/obj/%.o,$(wildcard $(filter %.c,$(call says,$(1),links))))
	$$(call say,FUZZ,$(1))
	$$(Q)$$(CLANG) $$(FUZZ_FLAGS) -fsanitize=fuzzer -pthread -MF $$@.d -o $$@ $$< $$(filter %.o,$$^) $$(filter %.a,$$^) \
		$(filter -l%,$(call says,$(1),links))
endef
$(foreach f,$(FUZZ_SRC),$(eval $(call fuzz_rule,$(f))))

# Without clang's libFuzzer there are no fuzz targets, and the test that would run them says so.
fuzzers:
	@mkdir -p $(BUILD)/fuzz
	@if echo 'int LLVMFuzzerTestOneInput(const char *p, unsigned long n) { return 0; }' | \
		$(CLANG) -x c - -w $(FUZZ_SAN) -fsanitize=fuzzer -o $(BUILD)/fuzz/probe 2>/dev/null; \
	then $(MAKE) --no-print-directory fuzz-targets; fi
fuzz-targets: $(FUZZ_BIN)
fuzz: fuzzers ## fuzz every target for FUZZ_SECONDS (60); what it finds is kept under build/fuzz
	@tests/fuzz/run $(BUILD)/fuzz $(FUZZ_SECONDS) $(FUZZ_BIN)

# ---- The kernel module ----

# KERNEL: the release that it is built for, whose headers (linux-headers-KERNEL) must be there.
KERNEL ?= $(shell uname -r)
KDIR   ?= /lib/modules/$(KERNEL)/build
MODULE := $(abspath $(BUILD))/module/$(KERNEL)
MODULE_SRC := $(call under,core kernel,c h) kernel/Kbuild include/pmc/pmc_ioctl.h
# Kbuild writes beside its sources, so it gets a tree of links.
modules: ## build the kernel module (KERNEL=release, else the running one)
	@[ -e $(KDIR)/Makefile ] || { echo "modules: $(KDIR) is not there: install linux-headers-$(KERNEL), or name another kernel with KERNEL="; exit 1; }
	@find $(MODULE) -type l -delete 2>/dev/null || :
	@mkdir -p $(sort $(dir $(addprefix $(MODULE)/,$(MODULE_SRC))))
	@for f in $(MODULE_SRC); do ln -s $(CURDIR)/$$f $(MODULE)/$$f || exit 1; done
	@ln -s $(CURDIR)/kernel/Kbuild $(MODULE)/Kbuild
	$(call say,KMOD,$(BUILD)/module/$(KERNEL)/pmc.ko)
	$(Q)$(MAKE) -s -C $(KDIR) M=$(MODULE) PMC_VERSION=$(VERSION) $(if $(filter 1,$(V)),V=1) modules
modules_install: modules ## install it, its udev rule, and run depmod (DESTDIR: without)
	$(Q)$(MAKE) -s -C $(KDIR) M=$(MODULE) $(if $(DESTDIR),INSTALL_MOD_PATH=$(DESTDIR)) modules_install
	install -d $(DESTDIR)/lib/udev/rules.d
	install -m 644 kernel/60-pmc.rules $(DESTDIR)/lib/udev/rules.d/60-pmc.rules
	$(if $(DESTDIR),,depmod $(KERNEL))
dkms: ## put the module's sources where DKMS looks for them
	@for f in $(MODULE_SRC); do install -D -m 644 $$f $(DESTDIR)/usr/src/pmc-$(VERSION)/$$f || exit 1; done
	install -m 644 kernel/Kbuild $(DESTDIR)/usr/src/pmc-$(VERSION)/Kbuild
	sed 's/@VERSION@/$(VERSION)/' kernel/dkms.conf >$(DESTDIR)/usr/src/pmc-$(VERSION)/dkms.conf

# ---- The rig ----

rig: ## build QEMU with a PMU (kept in a cache folder; see qemu/README.md), and print where it is
	@qemu/build
rig-path: ## print where it is, when it is built
	@qemu/build --path

# The driver's tests on a kernel that looks for mistakes: KASAN, lockdep, kmemleak (qemu/debug.config). What
# measures instructions has other numbers there, and is left out. DEBUG_KERNEL=debug-rt: a real-time one.
DEBUG_KERNEL ?= debug
DEBUG_TESTS ?= $(filter-out %_cost_test.sh %_kernels_test.sh,$(wildcard tests/guest/driver*_test.sh)) \
	tests/guest/msr_test.sh tests/guest/debug_test.sh
debug-kernel: ## build the rig's kernel with KASAN, lockdep and kmemleak (kept in a cache folder), and print where
	@qemu/debug-kernel $(DEBUG_KERNEL)
guest-check-debug: tests ## run the driver's guest tests on that kernel
	@qemu/debug-kernel $(DEBUG_KERNEL)
	@GUEST_KERNEL=$(DEBUG_KERNEL) TIME_SCALE=5 tests/run --build $(BUILD) $(call chosen,$(sort $(DEBUG_TESTS)))

# ---- The rest ----

bench: all ## measure: one table, emulated beside native, cachegrind and QEMU
	@BUILD=$(abspath $(BUILD)) bench/run

# Where things go. DESTDIR is put before every path; PREFIX is also built into libpmc.
D := $(DESTDIR)$(PREFIX)
MAN1 := $(wildcard docs/man/*.1)
MAN3 := $(wildcard docs/man/*.3)
MAN4 := $(wildcard docs/man/*.4)
install: all ## install under DESTDIR/PREFIX (/usr/local)
	install -d $(D)/bin $(D)/libexec/pmc $(D)/lib/pkgconfig $(D)/include/pmc \
		$(D)/share/man/man1 $(D)/share/man/man3 $(D)/share/man/man4 $(D)/share/bash-completion/completions
	install -m 755 $(BUILD)/pmc $(D)/bin/pmc
	install -m 755 $(BUILD)/pmc-emu $(D)/libexec/pmc/pmc-emu
	install -m 755 $(BUILD)/libpmc.so.$(VERSION) $(D)/lib/libpmc.so.$(VERSION)
	ln -sf libpmc.so.$(VERSION) $(D)/lib/libpmc.so.$(SOVER)
	ln -sf libpmc.so.$(SOVER) $(D)/lib/libpmc.so
	install -m 644 $(BUILD)/libpmc.a $(D)/lib/libpmc.a
	install -m 644 $(wildcard include/pmc/*.h) $(D)/include/pmc
	$(if $(MAN1),install -m 644 $(MAN1) $(D)/share/man/man1)
	$(if $(MAN3),install -m 644 $(MAN3) $(D)/share/man/man3)
	$(if $(MAN4),install -m 644 $(MAN4) $(D)/share/man/man4)
	$(if $(wildcard cli/pmc.bash),install -m 644 cli/pmc.bash $(D)/share/bash-completion/completions/pmc)
	$(if $(filter-out 0,$(PFM)),install -d $(D)/share/doc/pmc && install -m 644 LICENSES/MIT-libpfm4.txt $(D)/share/doc/pmc)
	sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@VERSION@|$(VERSION)|' lib/pmc.pc.in >$(D)/lib/pkgconfig/pmc.pc
uninstall: ## remove what install put there
	rm -f $(D)/bin/pmc $(D)/libexec/pmc/pmc-emu $(D)/lib/libpmc.so* $(D)/lib/libpmc.a \
		$(D)/lib/pkgconfig/pmc.pc $(D)/share/bash-completion/completions/pmc \
		$(patsubst docs/man/%,$(D)/share/man/man1/%,$(MAN1)) \
		$(patsubst docs/man/%,$(D)/share/man/man3/%,$(MAN3)) \
		$(patsubst docs/man/%,$(D)/share/man/man4/%,$(MAN4)) \
		$(patsubst include/%,$(D)/include/%,$(wildcard include/pmc/*.h)) \
		$(D)/share/doc/pmc/MIT-libpfm4.txt
	-rmdir $(D)/libexec/pmc $(D)/include/pmc $(D)/share/doc/pmc 2>/dev/null

help: ## this list
	@sed -n 's/^\([a-z_-]*\):.*## /\1\t/p' $(firstword $(MAKEFILE_LIST)) | expand -t 17
	@echo "Variables: BUILD=build PREFIX=/usr/local DESTDIR= CC=gcc OPT='-O2 -g' SAN=1 V=1 PFM=0 (without libpfm4's events)"

clean: ## remove build/
	rm -rf $(BUILD)

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
# The module's targets are the kernel's, not files.
.PHONY: modules modules_install dkms
.PHONY: all i386 tests check test-list check-all fuzzers fuzz-targets fuzz rig rig-path debug-kernel guest-check-debug bench install uninstall help clean
