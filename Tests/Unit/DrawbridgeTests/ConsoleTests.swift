import Bridge
import Testing

@testable import WalletTerminal

@Suite struct ConsoleTests {
    @Test func `no text controls the terminal, and JSON still means the same`() throws {
        let hostile = "a\u{1B}[2J\u{9B}31m\u{07}\u{0D}\u{7F}\u{202E}\u{2066}\u{200F}b\tc\nd é 漢 👍"
        let plain = Console.plain(hostile)
        #expect(plain == "a\\u001b[2J\\u009b31m\\u0007\\u000d\\u007f\\u202e\\u2066\\u200fb\tc\nd é 漢 👍")
        #expect(Console.plain(plain) == plain)
        #expect(Console.plain("") == "")
        let json = JSON.object(["symbol": .string(hostile)])
        #expect(try JSON(parsing: Console.plain(json.text)) == json)
        for value in UInt32(0)...0x3000 {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let json = JSON.string(String(Character(scalar)))
            #expect(try JSON(parsing: Console.plain(json.text)) == json, "U+\(String(value, radix: 16))")
        }
    }
}
