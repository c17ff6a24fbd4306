import NIOCore
import NIOEmbedded
import Testing

@testable import Relay

@Suite struct RESPTests {
    /// What is read from `text`, in pieces of `size` bytes; `nil` where it is refused.
    private func read(_ text: String, size: Int = .max) -> [RESPValue]? {
        let channel = EmbeddedChannel(handler: ByteToMessageHandler(RESPDecoder()))
        var rest = ByteBuffer(string: text)
        var values: [RESPValue] = []
        do {
            while rest.readableBytes > 0 {
                let piece = rest.readSlice(length: min(size, rest.readableBytes)) ?? ByteBuffer()
                try channel.writeInbound(piece)
                while let value = try channel.readInbound(as: RESPValue.self) { values.append(value) }
            }
        } catch {
            return nil
        }
        return values
    }

    private static let text =
        "+OK\r\n-ERR no\r\n:42\r\n:-1\r\n$5\r\nhe\r\no\r\n$0\r\n\r\n$-1\r\n*2\r\n$1\r\na\r\n*1\r\n:7\r\n*0\r\n*-1\r\n"
    private static let values: [RESPValue] = [
        .text("OK"), .error("ERR no"), .number(42), .number(-1), .bytes(Array("he\r\no".utf8)), .bytes([]), .null,
        .array([.bytes([0x61]), .array([.number(7)])]), .array([]), .null,
    ]

    @Test(arguments: [1, 2, 3, 7, 1000]) func `values are read from pieces of any size`(size: Int) {
        #expect(read(Self.text, size: size) == Self.values)
    }

    @Test(arguments: [
        "OK\r\n", "\r\n", "?\r\n", "$x\r\n", "$-2\r\n", "$99999999999\r\n", "$9223372036854775808\r\n", "*-2\r\n",
        "*65537\r\n", "+OK\n", ":1.5\r\n", ":\r\n", "*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n:1\r\n", "*1\r\n:x\r\n",
        String(repeating: "a", count: 70_000), "+" + String(repeating: "a", count: 70_000),
    ])
    func `what is not a value ends the connection`(text: String) {
        #expect(read(text) == nil)
    }

    @Test func `an incomplete value waits`() {
        for text in ["*2\r\n:1\r\n", "$5\r\nhell", "$5\r\nhello", "$5\r\nhello\r", "+OK", "*"] {
            #expect(read(text) == [])
        }
    }

    @Test func `a command is written with lengths`() {
        var buffer = ByteBuffer()
        RESPValue.command([Array("SET".utf8), Array("a\r\nb".utf8), []], to: &buffer)
        #expect(String(buffer: buffer) == "*3\r\n$3\r\nSET\r\n$4\r\na\r\nb\r\n$0\r\n\r\n")
    }

    @Test func `a URL is read`() throws {
        let full = try RedisURL("redis://user:p%40ss:word@redis.example:6380/2")
        #expect(full.host == "redis.example" && full.port == 6380 && full.database == 2)
        #expect(full.user == "user" && full.password == "p@ss:word")
        let short = try RedisURL("redis://127.0.0.1")
        #expect(short.host == "127.0.0.1" && short.port == 6379 && short.database == 0 && short.password == nil)
        let six = try RedisURL("redis://:secret@[::1]:7000/")
        #expect(six.host == "::1" && six.port == 7000 && six.user == nil && six.password == "secret")
        // None of these has a meaning in a password.
        #expect(try RedisURL("redis://:a&b=c%25%26?+@h").password == "a&b=c%&?+")
        for text in [
            "redis://:%zz@a", "redis://:%ff@a", "", "redis:", "redis://", "http://a", "rediss://a", "redis://a:b",
            "redis://a:0", "redis://a:70000",
            "redis://a/x", "redis://a/-1", "redis://user@a", "redis://[::1", "redis://[::1]x", "redis://:a@",
        ] {
            #expect(throws: RelayError.self, "\(text)") { try RedisURL(text) }
        }
    }
}
