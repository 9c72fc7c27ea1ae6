# SPDX-License-Identifier: BSD-2-Clause
# Stresses the engine from python3: processes, threads, signals, callbacks made at run time, mmap.
import asyncio, concurrent.futures, ctypes, multiprocessing, mmap, os, queue, signal, subprocess
import sys, tempfile, threading, time, zlib


def square(x):
    return x * x


def check_subprocess():
    out = subprocess.run(["sh", "-c", "cat; echo err >&2; exit 3"], input=b"hello",
                         capture_output=True)
    print("subprocess", out.returncode, out.stdout, out.stderr)
    p = subprocess.Popen(["sleep", "100"])
    p.terminate()
    print("terminated", p.wait())
    print("shell", subprocess.check_output("echo $((6 * 7)) | tr 4 5", shell=True))
    p = subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                         preexec_fn=os.setsid)
    print("preexec", p.communicate(b"x" * 100000)[0] == b"x" * 100000)


def check_threads():
    total, lock, q = [0], threading.Lock(), queue.Queue(5)

    def work(n):
        for i in range(200):
            with lock:
                total[0] += i
            if i % 20 == 0:
                q.put((n, i))
                time.sleep(0)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
    for t in threads:
        t.start()
    got = sorted(q.get() for _ in range(80))
    for t in threads:
        t.join()
    print("threads", total[0], got[0], got[-1], len(got))
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        print("pool", sum(pool.map(zlib.crc32, [bytes([i]) * 10000 for i in range(50)])))


def check_processes():
    for method in "fork", "spawn", "forkserver":
        with multiprocessing.get_context(method).Pool(3) as pool:
            print(method, sum(pool.map(square, range(100))))
    a, b = multiprocessing.Pipe()
    pid = os.fork()
    if pid == 0:
        b.send([os.getppid() > 0, "from the child"])
        os._exit(17)
    print("fork", a.recv(), os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
    pid = os.posix_spawn("/bin/sh", ["sh", "-c", "kill -9 $$"], os.environ)
    print("spawn", os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))


def check_signals():
    seen = []
    signal.signal(signal.SIGUSR1, lambda s, f: seen.append(s))
    signal.signal(signal.SIGALRM, lambda s, f: seen.append(s))
    for _ in range(10):
        os.kill(os.getpid(), signal.SIGUSR1)
    signal.setitimer(signal.ITIMER_REAL, 0.01, 0.01)
    while seen.count(signal.SIGALRM) < 20:
        sum(range(1000))
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR1])
    os.kill(os.getpid(), signal.SIGUSR1)
    print("pending", signal.sigpending() == {signal.SIGUSR1}, signal.sigwait([signal.SIGUSR1]))
    print("signals", seen.count(signal.SIGUSR1), seen.count(signal.SIGALRM) >= 20)


def check_ctypes():
    libc = ctypes.CDLL(None)
    compare = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_int),
                               ctypes.POINTER(ctypes.c_int))
    numbers = (ctypes.c_int * 50)(*[i * 37 % 50 for i in range(50)])
    libc.qsort(numbers, 50, ctypes.sizeof(ctypes.c_int), compare(lambda a, b: a[0] - b[0]))
    print("callback", list(numbers) == list(range(50)))
    # A function of our own making: mov eax, imm; ret
    code = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    call = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(code)))
    results = []
    for i in range(300):
        code[0:6] = b"\xb8" + i.to_bytes(4, "little") + b"\xc3"
        results.append(call())
    print("code", results == list(range(300)))


async def ticker(n):
    for _ in range(n):
        await asyncio.sleep(0.001)
    return n


async def check_asyncio():
    p = await asyncio.create_subprocess_exec("echo", "async", stdout=subprocess.PIPE)
    out, _ = await p.communicate()
    print("asyncio", out, await asyncio.gather(*(ticker(n) for n in range(10))))


if __name__ == "__main__":
    check_subprocess()
    check_threads()
    check_processes()
    check_signals()
    check_ctypes()
    asyncio.run(check_asyncio())
    with tempfile.TemporaryFile() as f:
        f.write(b"abc" * 1000)
        f.flush()
        with mmap.mmap(f.fileno(), 0) as m:
            print("mmap", m.find(b"cab", 1500), m[:3])
    print(os.readlink("/proc/self/exe") == os.path.realpath(sys.executable), sys.argv[1:])
    sys.exit(9)
