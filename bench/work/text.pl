# SPDX-License-Identifier: BSD-2-Clause
# The same text every time, with the repetitions of ordinary text, for the compressors.
# usage: text.pl KIBIBYTES
use strict;
use warnings;
use integer;

my $seed = 42;
sub number { $seed = ($seed * 1103515245 + 12345) & 0x7fffffff; return ($seed >> 8) % $_[0]; }

my @syllable = qw(ba ce di fo gu ha je ki lo mu na pe qui ro su ta ve wi xo zu th st er ing);
my @word = map { join "", map { $syllable[number(scalar @syllable)] } 0 .. number(4) } 1 .. 3000;
my ($size, $out) = ($ARGV[0] * 1024, 0);
while ($out < $size) {
	my @line;
	# Small numbers are more frequent than large ones, as in language.
	push @line, $word[number(1 + number(3000))] for 0 .. 3 + number(12);
	my $line = join(" ", @line) . (number(5) ? "" : " " . number(100000)) . ".\n";
	$out += length $line;
	print $line;
}
