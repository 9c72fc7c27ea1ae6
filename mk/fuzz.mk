# SPDX-License-Identifier: BSD-2-Clause
# Fuzz targets: tests/fuzz/NAME_fuzz.c with core and lib, by clang's libFuzzer.

FUZZ_SRC := $(sort $(wildcard tests/fuzz/*_fuzz.c))
FUZZ_BIN := $(patsubst tests/fuzz/%.c,$(BUILD)/fuzz/%,$(FUZZ_SRC))
# What no target reaches is not compiled again: functions of the library that begin with the machine
# (a handle, a set, a sampler), not with bytes. What refers to them gets them from internal.a.
FUZZ_NOT := lib/api/% lib/backends/% lib/metrics/% lib/profile/live/% core/selftest/% \
	compat/freebsd/counter/% compat/freebsd/log/%
FUZZ_LIB := $(patsubst %,$(BUILD)/fuzz/obj/%.o,$(filter-out $(FUZZ_NOT),$(CORE_SRC) $(JSON_SRC) \
	$(LIB_SRC)))
FUZZ_SAN   := -fsanitize=address,undefined -fno-sanitize-recover=all
FUZZ_FLAGS := -std=gnu11 -O1 -gline-tables-only -MMD -MP -fno-strict-aliasing -Wall -I. -Iinclude \
	-Icompat/freebsd/include \
	-DPMC_VERSION='"$(VERSION)"' $(FUZZ_SAN) \
	$(if $(filter-out 0,$(LIBDW)),-DPMC_LIBDW) $(if $(filter-out 0,$(ZYDIS)),-DPMC_ZYDIS)
# FreeBSD's interface; its PMC_VERSION is another one.
FUZZ_FREEBSD := $(patsubst %,$(BUILD)/fuzz/obj/%.o,compat/freebsd/pmclog.c \
	$(filter-out compat/freebsd/pmc% $(FUZZ_NOT),$(call under,compat/freebsd,c)))
FUZZ_SECONDS ?= 60

$(BUILD)/fuzz/obj/%.c.o: %.c $(STAMP)
	$(call say,FUZZ,$<)
	@mkdir -p $(@D)
	$(Q)$(CLANG) $(FUZZ_FLAGS) $(STRICT) -fsanitize=fuzzer-no-link -c $< -o $@
$(BUILD)/fuzz/obj/compat/%.c.o: FUZZ_FLAGS := $(filter-out -DPMC_VERSION=%,$(FUZZ_FLAGS))
$(BUILD)/fuzz/libpmc.a: $(FUZZ_LIB) $(FUZZ_FREEBSD)
	@rm -f $@
	$(Q)$(AR) rcsP $@ $^
define fuzz_rule
$$(BUILD)/fuzz/$(basename $(notdir $(1))): $(1) $$(STAMP) $$(BUILD)/fuzz/libpmc.a \
		$$(BUILD)/freebsd-internal.a $$(BUILD)/internal.a \
		$$(patsubst %,$$(BUILD)/fuzz/obj/%.o,$(filter %.c,$(call linked_sources,$(1))))
	$$(call say,FUZZ,$(1))
	$$(Q)$$(CLANG) $$(FUZZ_FLAGS) $$(STRICT) -fsanitize=fuzzer -pthread -MF $$@.d -o $$@ $$< \
		$$(filter %.o,$$^) $$(filter %.a,$$^) $(filter -l%,$(call says,$(1),links))
endef
$(foreach f,$(FUZZ_SRC),$(eval $(call fuzz_rule,$(f))))

# Without clang's libFuzzer no fuzz targets are built, and the test that runs them says so. The make
# below must find the archives finished: it would write them again while tests are linked with them.
fuzzers: $(BUILD)/internal.a $(BUILD)/freebsd-internal.a
	@mkdir -p $(BUILD)/fuzz
	@if echo 'int LLVMFuzzerTestOneInput(const char *p, unsigned long n) { return 0; }' | \
		$(CLANG) -x c - -w $(FUZZ_SAN) -fsanitize=fuzzer \
			-o $(BUILD)/fuzz/probe 2>/dev/null; \
	then $(MAKE) --no-print-directory WERROR=$(WERROR) fuzz-targets; fi
fuzz-targets: $(FUZZ_BIN)
fuzz: fuzzers ## fuzz every target for FUZZ_SECONDS (60); what it finds is kept under build/fuzz
	@tests/fuzz/run $(BUILD)/fuzz $(FUZZ_SECONDS) $(FUZZ_BIN)
.PHONY: fuzzers fuzz-targets fuzz
