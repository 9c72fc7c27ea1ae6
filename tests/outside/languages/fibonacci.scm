; Recursion, and a loop.
(define (fibonacci n) (if (< n 2) n (+ (fibonacci (- n 1)) (fibonacci (- n 2)))))
(display (fibonacci 22))
(newline)
(display (let loop ((i 0) (sum 0))
           (if (= i 50000) sum (loop (+ i 1) (+ sum (modulo (* i i) 17))))))
(newline)
