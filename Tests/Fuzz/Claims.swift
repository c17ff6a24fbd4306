import Glibc

/// Ends the run with `sentence` where `claim` does not hold, so that the fuzzer keeps the input.
func hold(_ claim: Bool, _ sentence: @autoclosure () -> String) {
    guard !claim else { return }
    let line = Array("broken: \(sentence())\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
    abort()
}

/// The bytes of one run.
func input(_ start: UnsafePointer<UInt8>?, _ count: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: start, count: count)
}
