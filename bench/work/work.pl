# SPDX-License-Identifier: BSD-2-Clause
# Work for an interpreter: hashes, regular expressions, sorting, sub calls, string building.
# usage: work.pl SCALE. Prints a checksum.
use strict;
use warnings;
use integer;

my $seed = 1;
sub number { $seed = ($seed * 1103515245 + 12345) & 0x7fffffff; return $seed >> 8; }

sub fib { my $n = shift; return $n < 2 ? $n : fib($n - 1) + fib($n - 2); }

sub mix { my ($sum, $x) = @_; return ($sum * 31 + $x) % 17592186044399; }

my $check = 0;
for my $turn (1 .. $ARGV[0]) {
	$seed = $turn;
	my (%count, @lines);
	for my $i (1 .. 6000) {
		my $n = number();
		my $line = sprintf("%s=%d;%s", chr(97 + $n % 26) x ($n % 5 + 1), $n % 9973, $i);
		push @lines, $line;
		if ($line =~ /^([a-m]+)=(\d+);(\d+)$/) {
			$count{$1} += $2 - $3;
		} elsif ($line =~ /(\w)\1\1=(\d*7)/) {
			$count{"other$1"}++;
		}
	}
	for my $key (sort keys %count) {
		$check = mix($check, $count{$key} + length $key);
	}
	my @sorted = sort { length $a <=> length $b or $a cmp $b } @lines;
	$check = mix($check, length join ",", @sorted[0 .. 99]);
	my $text = join "\n", @lines;
	my $replaced = ($text =~ s/(\d)(\d)/$2$1/g);
	my $vowels = ($text =~ tr/aeiou//);
	$check = mix($check, $replaced + $vowels + fib(15));
}
print "$check\n";
