import Glibc
import QRReader

/// Copies the input to the output; the result is the exit status.
func copy(isConfined: Bool) -> Int32 {
    if isConfined { guard QRDecoder.confine() else { return 2 } }
    var room = [UInt8](repeating: 0, count: 8_192)
    var count = read(STDIN_FILENO, &room, room.count)
    while count > 0 {
        guard write(STDOUT_FILENO, room, count) == count else { return 4 }
        count = read(STDIN_FILENO, &room, room.count)
    }
    return count == 0 ? 0 : 3
}

/// Takes the input, and says as many bytes as the first number says, each the second number; the third one is the status.
///
/// A status of -1 never comes, and one below it is a crash.
func say(_ numbers: [Int32]) -> Int32 {
    guard numbers.count == 3, QRDecoder.confine() else { return 2 }
    var room = [UInt8](repeating: 0, count: 8_192)
    while read(STDIN_FILENO, &room, room.count) > 0 {}
    for _ in 0..<numbers[0] { _ = write(STDOUT_FILENO, [UInt8(truncatingIfNeeded: numbers[1])], 1) }
    while numbers[2] == -1 { sched_yield() }
    // An address that is no memory.
    if numbers[2] < -1 { UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 0 }
    return numbers[2]
}
