import Glibc

/// A terminal that does not show what is typed during the lifetime of this value; afterwards, its state is restored.
///
/// It is also restored if the program is interrupted or stopped meanwhile (Ctrl-C, Ctrl-\, Ctrl-Z); otherwise the shell
/// would not show what the user types.
struct QuietTerminal: ~Copyable {
    private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP]

    /// Turns off the echo of standard input; `nil` if it is not a terminal.
    init?() {
        guard tcgetattr(STDIN_FILENO, Self.before) == 0 else { return nil }
        Self.quiet.pointee = Self.before.pointee
        Self.quiet.pointee.c_lflag &= ~tcflag_t(ECHO)
        for signal in Self.signals { Self.listen(to: signal) }
        tcsetattr(STDIN_FILENO, TCSAFLUSH, Self.quiet)
    }

    deinit {
        // Text that was typed ahead must not be shown either.
        tcsetattr(STDIN_FILENO, TCSAFLUSH, Self.before)
        for signal in Self.signals { Glibc.signal(signal, SIG_DFL) }
    }

    // This is safe because a signal handler can only access globals; both are written before the handler is installed,
    // by the only thread that asks, and there is only one terminal.
    nonisolated(unsafe) private static let before = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    nonisolated(unsafe) private static let quiet = UnsafeMutablePointer<termios>.allocate(capacity: 1)

    private static func listen(to signal: Int32) {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { signal in
            // Only functions that POSIX allows in a signal handler (2.4.3, Signal Actions) are called.
            tcsetattr(STDIN_FILENO, TCSANOW, QuietTerminal.before)
            Glibc.signal(signal, SIG_DFL)
            raise(signal)
            // The process was stopped, and now continues.
            QuietTerminal.listen(to: signal)
            tcsetattr(STDIN_FILENO, TCSANOW, QuietTerminal.quiet)
        }
        action.sa_flags = SA_NODEFER | SA_RESTART
        sigaction(signal, &action, nil)
    }
}
