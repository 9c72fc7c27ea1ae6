# SPDX-License-Identifier: BSD-2-Clause
# Builds $TMP/lines, which reads 1 MiB line by line, twice: 16,384 lines on 256 pages,
# 2 * (2 + 4 * 16384 + 2) + 4 instructions. For tests that source tests/tap.sh.
cat >"$TMP/lines.s" <<'S'
	.bss
	.balign 4096
m:	.skip 1 << 20
	.text
	.balign 64
	.globl _start
_start:	mov $2, %ecx
1:	lea m(%rip), %rsi
	mov $16384, %edx
2:	mov (%rsi), %eax
	add $64, %rsi
	dec %edx
	jnz 2b
	dec %ecx
	jnz 1b
	mov $60, %eax
	xor %edi, %edi
	syscall
S
gcc -g -nostdlib -static -o "$TMP/lines" "$TMP/lines.s" 2>/dev/null ||
	{ skip "no compiler"; finish; }
