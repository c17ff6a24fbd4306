import Glibc

/// What the program says to the terminal.
enum Console {
    /// Says `line` on standard output, at once also where that is a pipe.
    static func say(_ line: String) {
        print(line)
        fflush(nil)
    }

    /// Complains on standard error, in one line.
    static func complain(_ sentence: String) {
        let line = Array("drawbridge: \(sentence)\n".utf8)
        _ = write(STDERR_FILENO, line, line.count)
    }
}
