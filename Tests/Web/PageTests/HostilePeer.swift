import Glibc

/// A web process under the control of an attacker, at its end of sockets of the host: it sends anything.
final class HostilePeer: Sendable {
    private let origin: String

    /// - Parameter origin: The origin of the committed document, which an attacker knows.
    init(origin: String) {
        self.origin = origin
    }

    /// The first text of document `number`.
    func head(_ number: Int) -> [UInt8] {
        let digits = String(number, radix: 16)
        return text("\(String(repeating: "0", count: 32 - digits.count))\(digits) \(origin)")
    }

    /// A text with its header.
    func text(_ text: String) -> [UInt8] { Self.header(text.utf8.count) + text.utf8 }

    private static func header(_ length: Int) -> [UInt8] {
        withUnsafeBytes(of: UInt32(truncatingIfNeeded: length).littleEndian) { Array($0) }
    }

    /// Whether the other end of `end` is closed.
    static func isClosed(_ end: Int32) -> Bool {
        var byte: UInt8 = 0
        return recv(end, &byte, 1, Int32(MSG_DONTWAIT)) == 0
    }

    /// Sends as much of `bytes` as the socket takes.
    @discardableResult func send(_ bytes: [UInt8], to end: Int32) -> Int {
        Glibc.send(end, bytes, bytes.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
    }

    /// Sends requests as fast as the socket takes them, drops the answers, and closes the socket in the end.
    ///
    /// - Returns: How many texts were sent.
    @concurrent func sendWithoutPause(to end: Int32, for duration: Duration) async -> Int {
        defer { close(end) }
        var texts = 0
        var number = 0
        send(head(1), to: end)
        let limit = ContinuousClock.now + duration
        var bytes: [UInt8] = []
        while ContinuousClock.now < limit {
            while bytes.count < 100_000 {
                number += 1
                // No such dialect: each is answered at once, with nothing.
                bytes += text("Z\(number):{}")
                texts += 1
            }
            let count = send(bytes, to: end)
            if count > 0 { bytes.removeFirst(count) }
            var answers = [UInt8](repeating: 0, count: 100_000)
            while recv(end, &answers, answers.count, Int32(MSG_DONTWAIT)) > 0 {}
        }
        return texts
    }

    /// Uses one socket in some hostile way, which `number` determines, and closes it.
    @concurrent func attack(_ end: Int32, number: Int) async {
        defer { close(end) }
        var dice = SeededDice(seed: UInt64(number))
        let head = head(number)
        var bytes: [UInt8] = []
        switch Int.random(in: 0..<9, using: &dice) {
        case 0: bytes = Self.noise(&dice, Int.random(in: 0...100_000, using: &dice))
        case 1: bytes = Array(head.prefix(Int.random(in: 0...20, using: &dice)))
        case 2: bytes = head + Self.header(Int.random(in: 0...(1 << 32) - 1, using: &dice)) + Self.noise(&dice, 1_000)
        case 3: bytes = head + Self.noise(&dice, 10_000)
        case 4:
            bytes = head
            for _ in 0..<1_000 { bytes += text(Self.frame(&dice)) }
        case 5: bytes = head + [UInt8](repeating: 0, count: 60_000)
        case 6: bytes = head + text((1..<5_000).map { "E\($0):" }.joined(separator: "\u{1E}"))
        case 7:
            bytes = head
            for _ in 0..<50 { bytes += Self.attached(&dice) }
        default:
            // Large answers, which are not fetched.
            bytes = head
            for number in 1...100 {
                let filling = String(repeating: "x", count: 10_000)
                bytes += text(#"E\#(number):{"id":\#(number),"method":"echo","params":["\#(filling)"]}"#)
            }
        }
        var rest = bytes[...]
        for _ in 0..<100 where !rest.isEmpty {
            let count = send(Array(rest.prefix(Int.random(in: 1...100_000, using: &dice))), to: end)
            if count > 0 { rest = rest.dropFirst(count) } else { try? await Task.sleep(for: .microseconds(200)) }
        }
        if Bool.random(using: &dice) {
            try? await Task.sleep(for: .microseconds(Int.random(in: 0...2_000, using: &dice)))
        }
    }

    private static func noise(_ dice: inout SeededDice, _ count: Int) -> [UInt8] {
        (0..<count).map { _ in .random(in: 0...255, using: &dice) }
    }

    /// A text with attachments, nearly always a broken one.
    private static func attached(_ dice: inout SeededDice) -> [UInt8] {
        var text: [UInt8] = [0]
        for _ in 0..<Int.random(in: 0...5, using: &dice) {
            let part =
                Bool.random(using: &dice)
                ? Array(frame(&dice).utf8) : noise(&dice, Int.random(in: 0...9_000, using: &dice))
            let length =
                Int.random(in: 0..<10, using: &dice) == 0 ? Int.random(in: 0...(1 << 32) - 1, using: &dice) : part.count
            text += header(length) + part
        }
        return header(text.count) + text
    }

    private static func frame(_ dice: inout SeededDice) -> String {
        let number = Int.random(in: 1...5, using: &dice)
        return switch Int.random(in: 0..<5, using: &dice) {
        case 0: #"E\#(number):{"id":\#(number),"method":"echo","params":[]}"#
        case 1: #"L\#(number):{"messageId":"\#(number)","command":"getAddress"}"#
        case 2: "Z\(number):{}"
        case 3: "E\(number):[[[["
        default: "\u{1E}\u{1E}:::"
        }
    }
}
