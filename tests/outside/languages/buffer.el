; Arithmetic in the interpreter, and a buffer that is sorted.
(let ((sum 0))
  (dotimes (i 100000) (setq sum (% (+ sum (* i i)) 10007)))
  (princ sum)
  (terpri))
(with-temp-buffer
  (dotimes (i 2000) (insert (format "line %d\n" i)))
  (sort-lines t (point-min) (point-max))
  (princ (buffer-substring 1 30)))
