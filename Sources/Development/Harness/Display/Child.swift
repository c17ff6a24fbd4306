import Foundation

/// A child process that is waited for, and that receives the terminating signals of this process.
///
/// It has its own process group, so that one signal reaches all of its descendants.
struct Child {
    private let id: pid_t

    /// Starts `command`, looked up in `PATH`.
    ///
    /// - Parameters:
    ///   - command: The program and its arguments.
    ///   - environment: Its complete environment.
    ///   - chatter: The file for its output; this process's output is passed on as descriptors 8 and 9:
    ///     newer versions of `xvfb-run` use the first ones themselves.
    /// - Throws: If there is no such program.
    init(_ command: [String], environment: [String: String], chatter: String) throws(HarnessError) {
        var files = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&files)
        defer { posix_spawn_file_actions_destroy(&files) }
        posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, 8)
        posix_spawn_file_actions_adddup2(&files, STDERR_FILENO, 9)
        posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, chatter, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK))
        posix_spawnattr_setpgroup(&attributes, 0)
        // Blocked before the child exists, so that none is missed; the child starts with none blocked.
        var signals = Self.signals
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var arguments = command.map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in arguments + variables { free(text) } }
        var id: pid_t = 0
        let status = posix_spawnp(&id, command[0], &files, &attributes, &arguments, &variables)
        guard status == 0 else {
            throw HarnessError(.unusable, "\(command[0]) could not be started: \(String(cString: strerror(status))).")
        }
        self.id = id
    }

    /// Waits until it exits.
    ///
    /// - Returns: Its exit status, or 128 plus the signal that ended it.
    func wait() -> Int32 {
        while true {
            var status: Int32 = 0
            if waitpid(id, &status, WNOHANG) == id {
                // Reaps processes that it leaves behind, which have no other parent.
                kill(-id, SIGTERM)
                let signal = status & 0x7F
                return signal == 0 ? status >> 8 & 0xFF : 128 + signal
            }
            var signals = Self.signals
            // Another thread may receive SIGCHLD, so the end is also polled.
            var pause = timespec(tv_sec: 0, tv_nsec: 100_000_000)
            let signal = sigtimedwait(&signals, nil, &pause)
            if signal > 0, signal != SIGCHLD { kill(-id, signal) }
        }
    }

    private static var signals: sigset_t {
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGCHLD] { sigaddset(&signals, signal) }
        return signals
    }
}
