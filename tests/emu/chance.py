#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""An assembly program made by chance: chance.py SEED [BLOCKS]

Blocks of arithmetic that end in every kind of branch, with flags, registers and memory alive across
them. At the end it writes its registers, flags and memory to standard output. It ends by itself:
what goes backwards burns fuel (R12). With BLOCKS it is that long and passes its blocks in turn, two
times.
"""
import random
import sys

R = random.Random(int(sys.argv[1]))
BIG = len(sys.argv) > 2
BLOCKS = int(sys.argv[2]) if BIG else R.randint(8, 40)
FUNCTIONS = R.randint(1, 4)
FUEL = 2 * BLOCKS if BIG else R.randrange(100, 2500)

NAMES = {"rax": ("eax", "al"), "rbx": ("ebx", "bl"), "rdx": ("edx", "dl"), "rsi": ("esi", "sil"),
         "rdi": ("edi", "dil"), "rcx": ("ecx", "cl"), "rbp": ("ebp", "bpl")}
NAMES.update({"r%d" % n: ("r%dd" % n, "r%db" % n) for n in (8, 9, 10, 11, 14, 15)})
REGS = list(NAMES)
CONDITIONS = "o no b ae e ne be a s ns p np l ge le g".split()
ARITHMETIC = "add sub xor and or cmp test adc sbb".split()
out = []


def o(line):
    out.append("\t" + line)


def label(name):
    out.append(name + ":")


def reg(but=None):
    return R.choice([r for r in REGS if r != but])


def memory():
    """A memory operand; may emit what bounds its index."""
    k = R.random()
    if k < .3:
        return "data+%d(%%rip)" % R.randrange(1000)
    if k < .6:
        return "%d(%%r13)" % R.randrange(-128, 900)
    a = reg()
    if R.random() < .5:
        o("movzbl %%%s, %%%s" % (NAMES[a][1], NAMES[a][0]))
    else:
        o("andl $127, %%%s" % NAMES[a][0])
    if R.random() < .3:
        return "%%%s:%d(%%%s)" % (R.choice(("fs", "gs")), R.randrange(200), a)
    return "%d(%%r13,%%%s,%d)" % (R.randrange(300), a, R.choice((1, 2, 4)))


def arithmetic():
    k, a, b, wide = R.randrange(22), reg(), reg(), R.random() < .5
    s, ra, rb = ("q", a, b) if wide else ("l", NAMES[a][0], NAMES[b][0])
    if k < 4:
        o("%s%s %%%s, %%%s" % (R.choice(ARITHMETIC), s, ra, rb))
    elif k < 6:
        o("%s%s $%d, %%%s" % (R.choice(ARITHMETIC), s, R.randrange(-200, 70000), ra))
    elif k < 7:
        o("%s%s %%%s" % (R.choice(("inc", "dec", "neg", "not")), s, ra))
    elif k < 8:
        o("lea%s %d(%%%s,%%%s,%d), %%%s"
          % (s, R.randrange(-300, 300), a, b, R.choice((1, 2, 4, 8)), ra))
    elif k < 9:
        o("mov%s %%%s, %%%s" % (s, ra, rb))
    elif k < 10:
        o("cmov%s %%%s, %%%s" % (R.choice(CONDITIONS), ra, rb))
    elif k < 11:
        o("set%s %%%s" % (R.choice(CONDITIONS), NAMES[a][1]))
    elif k < 12:  # by 1: all flags are defined
        o("%s%s $1, %%%s" % (R.choice(("shl", "shr", "sar", "rol", "ror", "rcl", "rcr")), s, ra))
    elif k < 13:
        o(R.choice(("clc", "stc", "cmc")))
    elif k < 14:
        o("mov%s $%d, %%%s" % (s, R.randrange(-2**31, 2**31), ra))
    elif k < 17:
        m = memory()
        o("%s%s %s, %%%s" % (R.choice(("mov", "add", "xor", "cmp", "adc", "sub")), s, m, ra))
    elif k < 19:
        m = memory()
        o("%s%s %%%s, %s" % (R.choice(("mov", "add", "xor", "adc", "sub")), s, ra, m))
    elif k < 20:
        o("pushq %%%s" % a)
        o("popq %%%s" % b)
    elif k < 21:  # then what BT leaves undefined is defined again
        o("bt%s $%d, %%%s" % (s, R.randrange(31), ra))
        o("sbb%s %%%s, %%%s" % (s, rb, ra))
    else:
        j = R.randrange(4)
        if j == 0:
            o("pushfq")
            o("popq %%%s" % a)
            o("andl $0x8c5, %%%s" % NAMES[a][0])
        elif j == 1:
            o("xchg%s %%%s, %%%s" % (s, ra, rb))
        elif j == 2:
            o("imul%s %%%s, %%%s" % (s, ra, rb))
            o("test%s %%%s, %%%s" % (s, rb, rb))
        else:
            o("bswap%s %%%s" % (s, ra))


def fuel():
    k = R.randrange(3)
    if k == 0:
        o("decq %r12")
        o("jz done")
    elif k == 1:
        o("subq $1, %r12")
        o("jbe done")
    else:  # leaves the flags alone
        o("movq %rcx, save(%rip)")
        o("leaq -1(%r12), %r12")
        o("movq %r12, %rcx")
        o("jrcxz 8f")
        o("movq save(%rip), %rcx")
        o("jmp 9f")
        label("8")
        o("jmp done")
        label("9")


def target(block):
    if BIG or R.random() < .6:
        return min(BLOCKS - 1, block + R.randint(1, 4))
    return R.randrange(BLOCKS)


def branch(block):
    k, to = R.random(), target(block)
    if k < .45:
        condition = R.choice(CONDITIONS)
        if to <= block:
            fuel()
        o("j%s b%d" % (condition, to))
    elif k < .6:
        o("call f%d" % R.randrange(FUNCTIONS))
    elif k < .7:
        if not BIG:
            fuel()
            a = reg()
            o("andl $7, %%%s" % NAMES[a][0])
            o("jmp *table(,%%%s,8)" % a)
    elif k < .76:
        a = reg("rbp")
        o("andl $3, %%%s" % NAMES[a][0])
        o("leaq ftable(%rip), %rbp")
        o("call *(%%rbp,%%%s,8)" % a)
    elif k < .82:
        fuel()
        o("jmp b%d" % to)
    elif k < .86:
        o("andl $3, %ecx")
        o("orl $1, %ecx")
        label("7")
        o("addq %rcx, %rax")
        o("%s 7b" % R.choice(("loop", "loope", "loopne")))
    elif k < .9:
        o("leaq b%d(%%rip), %%rbp" % to)
        fuel()
        o("pushq %rbp")
        o("ret")
    elif k < .93:
        o("movl $5, %ecx")
        o("leaq data+%d(%%rip), %%rsi" % R.randrange(600))
        o("leaq data+%d(%%rip), %%rdi" % R.randrange(600))
        o(R.choice(("rep movsb", "rep stosb", "repe cmpsb", "repne scasb", "rep movsq", "lodsb",
                    "movsl")))


def function(f):
    label("f%d" % f)
    for _ in range(R.randrange(5)):
        arithmetic()
    if R.random() < .5:
        o("j%s 5f" % R.choice(CONDITIONS))
        arithmetic()
        label("5")
    if f and R.random() < .5:
        o("call f%d" % R.randrange(f))
    k = R.random()
    if k < .7:
        o("ret")
    elif k < .85:
        o("j%s 6f" % R.choice(CONDITIONS))
        o("ret")
        label("6")
        arithmetic()
        o("ret")
    else:
        o("leaq 8(%rsp), %rsp")
        o("jmp *-8(%rsp)")


print("""	.text
	.globl _start
_start:	movl $158, %eax		/* arch_prctl: FS, GS */
	movl $0x1002, %edi
	leaq data(%rip), %rsi
	syscall
	movl $158, %eax
	movl $0x1001, %edi
	leaq data+512(%rip), %rsi
	syscall
	leaq data+256(%rip), %r13""")
o("movl $%d, %%r12d" % FUEL)
for r in REGS:
    o("movabsq $0x%x, %%%s" % (R.getrandbits(64), r))
o("cmpl $%d, %%eax" % R.randrange(1000))
for b in range(BLOCKS):
    label("b%d" % b)
    for _ in range(R.randrange(7)):
        arithmetic()
    if R.random() < .6:
        fuel()
    for _ in range(R.randrange(3)):
        arithmetic()
    branch(b)
fuel()
o("jmp b0")
for f in range(FUNCTIONS):
    function(f)
label("done")
o("pushfq")
o("popq state(%rip)")
for i, r in enumerate(REGS):
    o("movq %%%s, state+%d(%%rip)" % (r, 8 * i + 8))
print("\n".join(out))
print("""	movl $1, %eax		/* write, exit_group */
	movl $1, %edi
	leaq state(%rip), %rsi
	movl $112+2048, %edx
	syscall
	movl $231, %eax
	xorl %edi, %edi
	syscall
	.data
table:""")
for _ in range(8):
    print("\t.quad b%d" % R.randrange(BLOCKS))
print("ftable:")
for _ in range(4):
    print("\t.quad f%d" % R.randrange(FUNCTIONS))
print("save:\t.quad 0\nstate:\t.space 112\ndata:\t.space 2048")
