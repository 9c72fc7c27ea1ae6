; Recursion, much garbage, and errors that are caught.
(defun fibonacci (n) (if (< n 2) n (+ (fibonacci (- n 1)) (fibonacci (- n 2)))))
(print (fibonacci 22))
(print (length (loop for i below 30000 collect (list i (* i i)))))
(print (handler-case (/ 1 0) (error () 'division)))
(print (handler-case (no-such-function 3) (error () 'undefined)))
