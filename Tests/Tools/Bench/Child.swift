import Glibc

/// A program that was started, and is ended with its owner.
///
/// Not Foundation's `Process`: it hands down the signals that libdispatch's threads block, and with them a browser's
/// processes could neither be ended nor collect their garbage.
struct Child: ~Copyable {
    let id: pid_t

    init(_ program: String, _ arguments: [String]) throws {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var id: pid_t = 0
        guard posix_spawn(&id, program, nil, &attributes, &words, environ) == 0 else {
            throw BenchError("\(program) could not be started")
        }
        self.id = id
    }

    deinit {
        kill(id, SIGKILL)
        waitpid(id, nil, 0)
    }
}
