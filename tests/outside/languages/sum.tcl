# A loop of the bytecode interpreter.
set sum 0
for {set i 0} {$i < 50000} {incr i} { set sum [expr {($sum + $i * $i) % 10007}] }
puts $sum
