# Linear algebra, and recursion in the interpreter.
set.seed(1)
x <- matrix(rnorm(10000), 100)
print(sum(solve(x) %*% x))
fibonacci <- function(n) if (n < 2) n else fibonacci(n - 1) + fibonacci(n - 2)
print(fibonacci(17))
print(summary(lm(x[, 1] ~ x[, 2]))$r.squared)
