import Glibc

/// A terminal that does not show what is typed, for as long as this is held; afterwards it is as it was before.
///
/// That also holds where the program is interrupted or stopped meanwhile (Ctrl-C, Ctrl-\, Ctrl-Z): a shell whose user
/// does not see what they type would be left behind.
struct QuietTerminal: ~Copyable {
    private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP]

    /// Makes standard input quiet; `nil` where it is no terminal.
    init?() {
        guard tcgetattr(STDIN_FILENO, Self.before) == 0 else { return nil }
        Self.quiet.pointee = Self.before.pointee
        Self.quiet.pointee.c_lflag &= ~tcflag_t(ECHO)
        for signal in Self.signals { Self.listen(to: signal) }
        tcsetattr(STDIN_FILENO, TCSAFLUSH, Self.quiet)
    }

    deinit {
        // What was typed ahead was not meant to be seen either.
        tcsetattr(STDIN_FILENO, TCSAFLUSH, Self.before)
        for signal in Self.signals { Glibc.signal(signal, SIG_DFL) }
    }

    // Because a handler of signals finds nothing but what is global; both are written before there is a handler, by
    // the only thread that asks, and there is only one terminal.
    nonisolated(unsafe) private static let before = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    nonisolated(unsafe) private static let quiet = UnsafeMutablePointer<termios>.allocate(capacity: 1)

    private static func listen(to signal: Int32) {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { signal in
            // Only calls that POSIX allows in a handler (2.4.3, Signal Actions).
            tcsetattr(STDIN_FILENO, TCSANOW, QuietTerminal.before)
            Glibc.signal(signal, SIG_DFL)
            raise(signal)
            // It was a stop, and goes on.
            QuietTerminal.listen(to: signal)
            tcsetattr(STDIN_FILENO, TCSANOW, QuietTerminal.quiet)
        }
        action.sa_flags = SA_NODEFER | SA_RESTART
        sigaction(signal, &action, nil)
    }
}
