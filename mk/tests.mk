# SPDX-License-Identifier: BSD-2-Clause
# Test programs, the programs that tests run, and the targets that run tests.

# $(call says,FILE,WORD): the words after "WORD:" in a comment of the file. One grep reads them all.
SAID := $(shell grep -oE '^(/\*| \*|\#) (links|cflags): .*' tests/*/*_test.c tests/*/*_fuzz.c \
	tests/emu/prog/*.[cS] tests/emu/asm/*.S tests/guest/prog/*.[cS] /dev/null 2>/dev/null | \
	sed -E 's,:(/\*| \*|\#) ,:,; s,\*/.*,,; s/: +/|/; s/ *$$//; s/ +/|/g')
says = $(foreach s,$(SAID),$(if $(filter $(1):$(2)|%,$(s)),$(call said_words,$(1):$(2),$(s))))
said_words = $(subst |, ,$(patsubst $(1)|%,%,$(2)))
linked_sources = $(wildcard $(filter %.c %.S,$(call says,$(1),links)))

TEST_SRC    := $(sort $(wildcard tests/*/*_test.c))
TEST_SCRIPT := $(sort $(filter-out tests/outside/%,$(wildcard tests/*/*_test.sh)))
TEST_BIN    := $(patsubst %.c,$(BUILD)/%,$(TEST_SRC))
# Programs of tests/cli that use what is inside of the library, as test programs do.
TOOL_SRC    := $(sort $(wildcard tests/cli/prog/*.c tests/compat/prog/*.c))
TOOL_BIN    := $(patsubst %.c,$(BUILD)/%,$(TOOL_SRC))
PROG_SRC    := $(sort $(wildcard tests/emu/prog/*.c tests/emu/prog/*.S))
ASM_SRC     := $(sort $(wildcard tests/emu/asm/*.S))
CLASS_SRC   := $(sort $(wildcard tests/emu/classes/*.S))
PROG_BIN    := $(patsubst %,$(BUILD)/%,$(basename $(PROG_SRC) $(ASM_SRC) $(CLASS_SRC)) \
	$(patsubst %.S,%-short,$(filter-out %/all.S,$(CLASS_SRC))))
GUEST_ASM   := $(sort $(wildcard tests/guest/prog/*.S))
GUEST_C     := $(sort $(wildcard tests/guest/prog/*.c))
# A folder with a main.c is one program; dev/ is linked to all of them.
GUEST_DIR   := $(patsubst %/main.c,%,$(sort $(wildcard tests/guest/prog/*/main.c)))
GUEST_DEV   := $(sort $(wildcard tests/guest/prog/dev/*.c))
# Dependency files of an older build may name the single file that became a folder.
$(GUEST_DIR:%=%.c):
GUEST_BIN   := $(foreach b,$(BUILD) $(BUILD)/i386,$(patsubst %.S,$(b)/%,$(GUEST_ASM))) \
	$(GUEST_C:%.c=$(BUILD)/%) $(GUEST_DIR:%=$(BUILD)/%)
# The sanitizer build covers core, json, lib and cli.
ifneq ($(SAN),0)
TEST_BIN    := $(filter $(BUILD)/tests/unit/% $(BUILD)/tests/compat/%,$(TEST_BIN))
TEST_SCRIPT := $(filter tests/unit/% tests/cli/% tests/compat/%,$(TEST_SCRIPT))
PROG_BIN    :=
GUEST_BIN   :=
endif

# ---- Test programs ----

$(BUILD)/tests/obj/%.c.o: %.c $(STAMP)
	$(call compile,EMU,$(TEST_EMU_FLAGS))
$(BUILD)/tests/obj/%.S.o: %.S $(STAMP)
	$(call compile,EMU,$(TEST_EMU_FLAGS))

# $(call test_rule,SOURCE): the rule of one test program, with what its comment says. Those of
# tests/compat use FreeBSD's interface.
define test_rule
$$(BUILD)/$(basename $(1)): $(1) $$(STAMP) \
		$(if $(filter tests/compat/%,$(1)),$$(BUILD)/freebsd-internal.a) \
		$$(BUILD)/internal.a \
		$$(patsubst %,$$(BUILD)/tests/obj/%.o,$(call linked_sources,$(1)))
	$$(call say,TEST,$(1))
	@mkdir -p $$(@D)
	$$(Q)$$(CC) $$(TEST_FLAGS) $(if $(filter tests/compat/%,$(1)),-Icompat/freebsd/include) \
		$$(STRICT) $(call says,$(1),cflags) -MF $$@.d -o $$@ $$< \
		$$(filter %.o,$$^) $$(filter %.a,$$^) $$(LDFLAGS) \
		$(filter -l%,$(call says,$(1),links)) $(if $(filter tests/diff/%,$(1)),-lZydis)
endef
$(foreach t,$(TEST_SRC) $(TOOL_SRC),$(eval $(call test_rule,$(t))))

# ---- Programs that tests run ----

define prog_rule
$$(BUILD)/$(basename $(1)): $(1) $$(STAMP) $(filter %.c %.a,$(call says,$(1),links))
	$$(call say,PROG,$(1))
	@mkdir -p $$(@D)
	$$(Q)$$(CC) -std=gnu11 -O1 -g -Wall $$(STRICT) -MMD -MP -pthread -I. -Iinclude \
		$(call says,$(1),cflags) -MF $$@.d -o $$@ $$< $(call says,$(1),links)
endef
$(foreach p,$(PROG_SRC),$(eval $(call prog_rule,$(p))))
$(BUILD)/tests/emu/asm/%: tests/emu/asm/%.S $(STAMP)
	$(call say,PROG,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) -g -nostdlib -static -no-pie $(call says,$<,cflags) -MMD -MP -MF $@.d -o $@ $<

# Each class of instructions, with loops of the published length and with loops that the oracle can
# step through.
define class_rule
$(BUILD)/tests/emu/classes/%$(1): tests/emu/classes/%.S $(STAMP)
	$$(call say,PROG,$$@)
	@mkdir -p $$(@D)
	$$(Q)$$(CC) -g -nostdlib -static -no-pie -DTIMES=$(2) -MMD -MP -MF $$@.d -o $$@ $$<
endef
$(eval $(call class_rule,,100000))
$(eval $(call class_rule,-short,20))

# Guest programs in assembly are built for 64 and 32 bits; those in C for what BUILD is for, so
# `make i386` builds them again.
define guest_rule
$(1)$(basename $(3)): $(3) $$(STAMP)
	$$(call say,GUEST,$$@)
	@mkdir -p $$(@D)
	$$(Q)$$(CC) $(2) -nostdlib -static -no-pie $(call says,$(3),cflags) -MMD -MP -MF $$@.d \
		-o $$@ $$<
endef
$(foreach p,$(GUEST_ASM),$(eval $(call guest_rule,$(BUILD)/,,$(p))) \
	$(eval $(call guest_rule,$(BUILD)/i386/,-m32,$(p))))
# $(call guest_c_rule,PROGRAM,SOURCES)
define guest_c_rule
$$(BUILD)/$(1): $(2) $(GUEST_DEV) $(wildcard tests/guest/prog/dev/*.h $(1)/*.h) $$(STAMP) \
		$$(BUILD)/internal.a
	$$(call say,GUEST,$$@)
	@mkdir -p $$(@D)
	$$(Q)$$(CC) $$(TEST_FLAGS) $$(STRICT) -MF $$@.d -o $$@ $(2) $(GUEST_DEV) \
		$$(BUILD)/internal.a $$(LDFLAGS)
endef
$(foreach p,$(GUEST_C),$(eval $(call guest_c_rule,$(basename $(p)),$(p))))
$(foreach p,$(GUEST_DIR),$(eval $(call guest_c_rule,$(p),$(sort $(wildcard $(p)/*.c)))))

# ---- The bare-metal test: core/ and the checks in a 32-bit kernel of its own ----

BARE_FLAGS := -std=gnu11 -Os -g $(WARN) -MMD -MP -m32 -march=i586 -mgeneral-regs-only \
	-ffreestanding -fno-builtin -fno-pic -fno-stack-protector -fcf-protection=none \
	-fno-strict-aliasing -fno-asynchronous-unwind-tables \
	-fno-tree-loop-distribute-patterns -ffunction-sections -fdata-sections -I.
BARE_LINK := -m32 -nostdlib -static -no-pie \
	-Wl,--gc-sections,--build-id=none,-z,noexecstack,--no-warn-rwx-segments
BARE_OBJ := $(patsubst %,$(BUILD)/bare/%.o,$(filter core/%,$(CORE_SRC)) \
	$(filter-out %_test.c,$(wildcard tests/bare/*.c)) $(wildcard tests/bare/kernel/*.[cS]))
$(BUILD)/bare/%.o: % $(STAMP)
	$(call compile,BARE,$(BARE_FLAGS))
$(BUILD)/bare.elf: $(BARE_OBJ) tests/bare/kernel/kernel.ld
	$(call say,LINK,$@)
	$(Q)$(CC) $(BARE_LINK) -T tests/bare/kernel/kernel.ld -o $@ $(BARE_OBJ)

# ---- Running ----

# TESTS='unit cli/stat' runs only the tests whose path contains one of the words. Without words,
# long ones are left to check-long: those that say so in a comment (tests/run). Some do more there.
TESTS ?=
chosen = $(if $(TESTS),$(foreach t,$(1),$(call if_chosen,$(t))),$(1))
if_chosen = $(if $(strip $(foreach w,$(TESTS),$(findstring $(w),$(1)))),$(1))
SHORT = $(if $(TESTS)$(LONG),,--short)
RUN_LIST = --build $(BUILD) $(call chosen,$(TEST_BIN) $(TEST_SCRIPT))

# Whoever builds tests changes the code, and sees warnings as errors.
tests: WERROR = 1
tests: all freebsd ## build the tests without running them
tests: $(TEST_BIN) $(TOOL_BIN) $(PROG_BIN) $(GUEST_BIN)
ifeq ($(SAN),0)
tests: fuzzers $(BUILD)/bare.elf
endif

check: tests ## build and run the tests (SAN=1: core, json, lib, cli under sanitizers; TESTS=words)
	@tests/run $(SHORT) $(RUN_LIST)

# The list of tests, for a run over several builds (check-all).
test-list: tests
	@echo '$(RUN_LIST)' >$(BUILD)/tests/list

check-all: ## what CI runs: the tests of both builds, with one total
	@$(MAKE) --no-print-directory test-list SAN=0
	@$(MAKE) --no-print-directory test-list SAN=1
	@tests/run --again $(SHORT) $$(cat $(BUILD)/tests/list $(BUILD)/san/tests/list)

LONGER := tests/run: .*\blong\b|\bLONG\b|asm_in_turn|machines_of
check-long: ## what check-all leaves out since it takes long: whole tests, and more of others
	@$(MAKE) --no-print-directory check-all LONG=1 \
		TESTS="$$(grep -lE '$(LONGER)' tests/*/*_test.sh | sed 's,^tests/,,')"

# Tests that take too long for every change, or need packages that are large or not in Debian 12.
OUTSIDE_TESTS := $(sort $(wildcard tests/outside/*_test.sh))
check-outside: tests ## run the tests of tests/outside, which take hours (TESTS=words)
	@tests/run --build $(BUILD) $(call chosen,$(OUTSIDE_TESTS))
.PHONY: tests check test-list check-all check-long check-outside
