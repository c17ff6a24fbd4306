import Foundation
import Glibc
import QRReader

// Confines itself as the process that looks at images does, and tries what the first argument names; it prints what
// came of it. `serve` looks at an image, as that process does.
let attempt = CommandLine.arguments.dropFirst().first ?? ""
guard attempt != "copy" else { exit(copy(isConfined: CommandLine.arguments.last != "free")) }
guard attempt != "say" else { exit(say(CommandLine.arguments.dropFirst(2).compactMap { Int32($0) })) }
guard attempt != "serve" else { exit(QRDecoder.serve(readsAll: CommandLine.arguments.last == "--all")) }

let inherited = open("/etc/passwd", O_RDONLY)
let room = UnsafeMutableRawPointer.allocate(byteCount: 8_192, alignment: 4_096)
let parent = getppid()
// Everything is loaded once before, so that only the call itself is tested.
let attempts: [String: () -> Int] = [
    "nothing": { 0 },
    "have an environment": { ProcessInfo.processInfo.environment.isEmpty ? -1 : 0 },
    "open a file": { Int(open("/etc/passwd", O_RDONLY)) },
    "make a file": {
        let path = "/tmp/confined-\(getpid())"
        let file = open(path, O_WRONLY | O_CREAT, 0o600)
        if file >= 0 { unlink(path) }
        return Int(file)
    },
    "open a folder": { Int(open("/", O_RDONLY | O_DIRECTORY)) },
    "read what was open": { read(inherited, room, 16) },
    "read at a place": { pread(inherited, room, 16, 0) },
    "write what was open": { write(inherited, room, 1) },
    "copy a descriptor": { Int(dup(inherited)) },
    "put it in the place of the input": { Int(dup2(inherited, 0)) },
    "map what was open": { mmap(nil, 16, PROT_READ, MAP_PRIVATE, inherited, 0) == MAP_FAILED ? -1 : 0 },
    "a socket of the network": { Int(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)) },
    "a socket of IPv6": { Int(socket(AF_INET6, Int32(SOCK_DGRAM.rawValue), 0)) },
    "a socket of this machine": { Int(socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)) },
    "a pipe": {
        var ends: [Int32] = [0, 0]
        return Int(pipe(&ends))
    },
    "a pair of sockets": {
        var ends: [Int32] = [0, 0]
        return Int(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends))
    },
    "another process": {
        var child: pid_t = 0
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
        return posix_spawn(&child, "/bin/true", nil, nil, &arguments, nil) == 0 ? 0 : -1
    },
    "another program": {
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
        return Int(execve("/bin/true", &arguments, nil))
    },
    "a signal for the parent": { Int(kill(parent, 0)) },
    "memory to be executed": {
        mmap(nil, 4_096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? -1 : 0
    },
    "memory made executable": { Int(mprotect(room, 1, PROT_READ | PROT_EXEC)) },
    "a name removed": { unlink("/tmp/confined-not-there") != 0 && errno == ENOENT ? 0 : -1 },
    "a look at a file": { access("/etc/passwd", F_OK) == 0 ? 0 : -1 },
    "more of anything": {
        var limits = rlimit(rlim_cur: 64, rlim_max: 64)
        return Int(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits))
    },
]
guard attempt != "threads that just started" else { exit(startThreads() ? 0 : 2) }
guard let deed = attempts[attempt] else { exit(3) }
guard attempt != "nothing" || inherited >= 0 else { exit(4) }
if CommandLine.arguments.count < 3 { guard QRDecoder.confine() else { exit(2) } }
let line = deed() < 0 ? "refused" : "done"
_ = write(STDOUT_FILENO, line, line.utf8.count)
exit(0)

/// Confines the process while threads start in it, and waits for their end.
func startThreads() -> Bool {
    var threads = [pthread_t](repeating: 0, count: 64)
    for index in threads.indices {
        guard pthread_create(&threads[index], nil, { _ in nil }, nil) == 0 else { return false }
    }
    guard QRDecoder.confine() else { return false }
    for thread in threads { pthread_join(thread, nil) }
    return write(STDOUT_FILENO, "done", 4) == 4
}
