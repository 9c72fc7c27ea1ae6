# SPDX-License-Identifier: BSD-2-Clause
# The build of pmc: `make help` lists the targets. Everything that is built goes under build/.
#
# Make finds sources by their folder, so a new file needs no line here:
#   core/**.c                  in libpmc, freestanding
#   abi/**.c                   in libpmc, freestanding
#   json/**.c                  in libpmc, and in the command
#   lib/**.c                   in libpmc
#   cli/**.c                   the command build/pmc
#   compat/freebsd/**.c        FreeBSD's pmc(3): build/libpmc-freebsd.so and .a
#   emu/**.c emu/**.S          the engine build/pmc-emu
#   tests/DIR/NAME_test.c      a test program build/tests/DIR/NAME_test, linked with internal.a;
#                              in tests/diff with Zydis too
#   tests/DIR/NAME_test.sh     a test script, run as it is
#   tests/cli/prog/NAME.c      a program that tests run, linked like a test program
#   tests/compat/*_test.c, tests/compat/prog/*.c   the same, with compat/freebsd
#   tests/fuzz/NAME_fuzz.c     a fuzz target build/fuzz/NAME_fuzz (needs clang)
#   tests/emu/prog/*.c *.S     programs that tests run, build/tests/emu/prog/NAME
#   tests/emu/asm/*.S          the same, without libc and start-up code
#   tests/emu/classes/*.S      the same, twice: NAME, and NAME-short, whose loops are short
#   tests/guest/prog/*.c *.S   programs for the guests of qemu/run, in 64 and 32 bits
# A test or fuzz target that needs more says so in a comment of its own:
#   links: emu/decode/?*.c -lm   sources of the engine, built for a hosted program; libraries
#   cflags: -O0 -mavx2           options of the compiler (tests, and programs that tests run)
#
# The rules are in mk/, one file for each of these:
#   mk/flags.mk     what each folder is compiled with, and the stamps that notice other options
#   mk/build.mk     objects, libraries, the command, the engine
#   mk/tests.mk     test programs, the programs that they run, `make check` and its like
#   mk/fuzz.mk      fuzz targets
#   mk/module.mk    the kernel module
#   mk/rig.mk       QEMU with a PMU, and kernels with checks
#   mk/install.mk   install and uninstall
#   mk/dist.mk      the static archive
#   mk/freebsd.mk   FreeBSD's pmc(3) on libpmc

VERSION := 0.1.0
SOVER   := 0
BUILD   ?= build
PREFIX  ?= /usr/local
# A multiarch system has its own: LIBDIR=/usr/lib/x86_64-linux-gnu.
LIBDIR  ?= $(PREFIX)/lib
DESTDIR ?=
CLANG   ?= clang
OBJCOPY ?= objcopy
ifeq ($(origin CC),default)
CC      := gcc
endif
# The compiler of programs that run while building.
HOSTCC  ?= $(filter-out -%,$(CC))
# SAN=1 builds with AddressSanitizer and UndefinedBehaviorSanitizer, in a folder of its own. -O1
# takes two thirds of the compiler's time there, and -g1 is what the stacks in reports need.
SAN     ?= 0
OPT     ?= $(if $(filter 0,$(SAN)),-O2 -g,-O1 -g1)
CFLAGS  ?=
LDFLAGS ?=
# WERROR=1 makes warnings errors. `make check` and `make tests` set it; plain `make` does not, so
# that a newer compiler with newer warnings still builds pmc.
WERROR  ?= 0
# PFM=1 adds the events that libpfm4 knows. They are read while building; nothing links libpfm4.
PFM     ?= $(if $(wildcard /usr/include/perfmon/pfmlib.h),1,0)
# LIBDW=1: lines of sources, by libdw of elfutils; ZYDIS=1: disassembly. Both are loaded when they
# are first needed, and nothing links them.
LIBDW   ?= $(if $(wildcard /usr/include/elfutils/libdw.h),1,0)
ZYDIS   ?= $(if $(wildcard /usr/include/Zydis/Zydis.h),1,0)
# CURSES=1: pmc report browses on terminals, by libncursesw, which is loaded when it is needed.
CURSES  ?= $(if $(wildcard /usr/include/curses.h),1,0)
# One line per step; V=1 shows the commands instead, make -s nothing.
V       ?= 0

ifneq ($(SAN),0)
override BUILD := $(BUILD)/san
endif
SHORT_FLAGS := $(firstword -$(MAKEFLAGS))
ifeq ($(V),0)
Q := @
say = @$(if $(findstring s,$(SHORT_FLAGS)),:,printf '  %-5s %s\n' '$(1)' '$(2)')
endif

# $(call under,FOLDERS,ENDINGS): the files below the folders, however deep, with one of the endings.
under = $(sort $(foreach e,$(2),$(shell find $(wildcard $(1)) -name '*.$(e)')))

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.SECONDARY:
.SUFFIXES:

PRODUCTS := $(BUILD)/pmc $(BUILD)/libpmc.so $(BUILD)/libpmc.a $(BUILD)/pmc-emu
all: $(PRODUCTS) ## build everything (the default)

include mk/flags.mk
include mk/build.mk
include mk/tests.mk
include mk/fuzz.mk
include mk/module.mk
include mk/rig.mk
include mk/install.mk
include mk/dist.mk
include mk/freebsd.mk

bench: all ## measure: one table, emulated beside native, cachegrind and QEMU
	@BUILD=$(abspath $(BUILD)) bench/run

format: ## lay out the sources as .clang-format says (needs clang-format 14)
	@scripts/check-format --write

help: ## this list
	@sed -n 's/^\([a-z_-]*\):.*## /\1\t/p' Makefile mk/*.mk | expand -t 18
	@echo "Variables: BUILD=build PREFIX=/usr/local LIBDIR=PREFIX/lib DESTDIR= CC=gcc"
	@echo "  OPT='-O2 -g' SAN=1 V=1 WERROR=1 (warnings are errors)"
	@echo "  PFM=0 (without libpfm4's events) LIBDW=0 (without lines of sources)"
	@echo "  ZYDIS=0 (without disassembly) CURSES=0 (without browsing in reports)"

clean: ## remove build/
	rm -rf $(BUILD)

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
.PHONY: all bench format help clean FORCE
