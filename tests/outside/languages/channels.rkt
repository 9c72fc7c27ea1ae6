#lang racket/base
; Code that is compiled at run time, and green threads.
(define (fibonacci n) (if (< n 2) n (+ (fibonacci (- n 1)) (fibonacci (- n 2)))))
(displayln (fibonacci 24))
(displayln (for/sum ([i 20000]) (modulo (* i i) 17)))
(define channel (make-channel))
(for ([i 5]) (thread (lambda () (channel-put channel (* i i)))))
(displayln (for/sum ([i 5]) (channel-get channel)))
