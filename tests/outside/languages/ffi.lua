-- Loops that LuaJIT compiles, coroutines, errors, and calls of C.
local sum = 0
for i = 1, 3000000 do sum = (sum + i * i) % 10007 end
print(sum)
local texts = {}
for i = 1, 20000 do texts[i] = tostring(i) end
print(#table.concat(texts))
local next = coroutine.wrap(function() for i = 1, 100 do coroutine.yield(i) end end)
sum = 0
for i = 1, 100 do sum = sum + next() end
print(sum)
print(pcall(function() error("caught") end))
local ffi = require "ffi"
ffi.cdef "int abs(int);"
sum = 0
for i = 1, 100000 do sum = sum + ffi.C.abs(-i) end
print(sum)
