# SPDX-License-Identifier: BSD-2-Clause
# Work for Ruby: calls, hashes, strings, blocks; as often as the argument says.
def fib(n)
  n < 2 ? n : fib(n - 1) + fib(n - 2)
end

ARGV[0].to_i.times do
  counts = Hash.new(0)
  20000.times { |i| counts["k#{i * 7 % 10_007}"] += 1 }
  sorted = counts.sort.map { |k, v| "#{k}=#{v}" }.join(",")
  puts "#{fib(20)} #{sorted.sum} #{sorted.gsub(/[0-5]+/) { |s| s.reverse }.size}"
end
