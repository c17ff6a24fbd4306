import Testing

@testable import Network

@Suite struct WebSocketFrameTests {
    /// What `bytes` mean when they arrive in parts of `part` bytes.
    private func read(_ bytes: [UInt8], limit: Int = 1000, part: Int = .max) throws -> [WebSocketEvent] {
        var reader = WebSocketFrameReader(limit: limit)
        var events: [WebSocketEvent] = []
        var rest = bytes[...]
        repeat {
            reader.take(Array(rest.prefix(part)))
            rest = rest.dropFirst(part)
            while let event = try reader.next() { events.append(event) }
        } while !rest.isEmpty
        return events
    }

    /// Why `bytes` are refused when they arrive in parts of `part` bytes; `nil` if they are not.
    private func refusal(
        _ bytes: [UInt8], limit: Int = 1000, part: Int = .max
    ) -> WebSocketFrameReader.Refusal? {
        var reader = WebSocketFrameReader(limit: limit)
        var rest = bytes[...]
        do throws(NetworkError) {
            repeat {
                reader.take(Array(rest.prefix(part)))
                rest = rest.dropFirst(part)
                while try reader.next() != nil {}
            } while !rest.isEmpty
        } catch {
            #expect(error == (reader.refusal == .tooLarge ? .tooLarge : .malformed))
        }
        return reader.refusal
    }

    @Test func `messages, fragments and control frames are read alike however their bytes are split`() throws {
        let long = [UInt8](repeating: 0x62, count: 300)
        let bytes: [UInt8] =
            [0x81, 1, 0x61, 0x81, 126, 1, 44] + long + [0x01, 2, 0xC3, 0xA4, 0x89, 1, 7, 0x00, 1, 0xC3, 0x8A, 0]
            + [0x80, 1, 0xB6, 0x81, 0, 0x88, 5, 0x0F, 0xA1, 0x62, 0x79, 0x65]
        let all: [WebSocketEvent] = [
            .message("a"), .message(String(decoding: long, as: UTF8.self)), .ping([7]), .pong, .message("äö"),
            .message(""), .close(code: 4001, reason: "bye"),
        ]
        for part in 1...bytes.count { #expect(try read(bytes, part: part) == all) }
    }

    @Test func `lengths of 16 and 64 bits are read, only in the shortest form`() throws {
        for count in [125, 126, 127, 65_535, 65_536, 70_000] {
            let text = [UInt8](repeating: 0x78, count: count)
            let length: [UInt8] =
                switch count {
                case ...125: [UInt8(count)]
                case ...65_535: [126, UInt8(count >> 8), UInt8(count & 0xFF)]
                default: [127, 0, 0, 0, 0, 0, UInt8(count >> 16), UInt8(count >> 8 & 0xFF), UInt8(count & 0xFF)]
                }
            #expect(
                try read([0x81] + length + text, limit: 70_000) == [.message(String(decoding: text, as: UTF8.self))])
        }
        for length: [UInt8] in [[126, 0, 125], [127, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF], [127, 0, 0, 0, 0, 0, 0, 0, 1]] {
            #expect(refusal([0x81] + length) == .malformed)
        }
    }

    @Test(arguments: [
        [0xC1, 0], [0xA1, 0], [0x91, 0], [0x83, 0], [0x87, 0], [0x8B, 0], [0x8F, 0],  // reserved bits and kinds
        [0x81, 0x80, 0, 0, 0, 0], [0x88, 0x82, 0, 0, 0, 0, 3, 0xE8],  // masked
        [0x80, 0], [0x00, 0], [0x01, 0, 0x81, 0], [0x01, 0, 0x01, 0],  // parts in the wrong order
        [0x09, 0], [0x08, 0], [0x0A, 0], [0x89, 126, 0, 126], [0x88, 127], [0x8A, 126],  // divided or long controls
        [0x88, 1, 3], [0x88, 2, 0, 0], [0x88, 2, 3, 0xE7],  // no code, 0 and 999
        [0x81, 127, 0x80, 0, 0, 0, 0, 0, 0, 0],
    ])
    func `a forbidden frame ends the connection`(bytes: [UInt8]) {
        #expect(refusal(bytes) == .malformed)
        #expect(refusal(bytes, part: 1) == .malformed)
    }

    @Test(arguments: [1004, 1005, 1006, 1015, 1016, 2999, 5000, 65_535] as [UInt16])
    func `a close code that a server must not send ends the connection`(code: UInt16) {
        #expect(refusal([0x88, 2, UInt8(code >> 8), UInt8(code & 0xFF)]) == .malformed)
    }

    @Test(arguments: [1000, 1003, 1007, 1011, 1014, 3000, 4999] as [UInt16])
    func `a server's close code is read`(code: UInt16) throws {
        #expect(
            try read([0x88, 2, UInt8(code >> 8), UInt8(code & 0xFF)]) == [.close(code: code, reason: "")])
    }

    @Test func `a close frame without a code is read`() throws {
        #expect(try read([0x88, 0]) == [.close(code: nil, reason: "")])
    }

    @Test func `binary messages are not supported`() {
        #expect(refusal([0x82, 1, 0]) == .unsupported)
        #expect(refusal([0x02] + [0]) == .unsupported)
    }

    @Test(arguments: [
        [0x81, 1, 0xFF], [0x81, 2, 0xC0, 0x80], [0x81, 3, 0xED, 0xA0, 0x80], [0x81, 4, 0xF4, 0x90, 0x80, 0x80],
        [0x81, 1, 0xC3], [0x01, 1, 0xC3, 0x80, 1, 0x28], [0x88, 3, 3, 0xE8, 0xFF],
    ])
    func `text that is not UTF-8 ends the connection`(bytes: [UInt8]) {
        #expect(refusal(bytes) == .notText)
    }

    @Test func `a message of exactly the limit is read, and a longer one is refused before its payload`() throws {
        #expect(try read([0x81, 4] + Array("abcd".utf8), limit: 4) == [.message("abcd")])
        #expect(try read([0x01, 2, 0x61, 0x62, 0x80, 2, 0x63, 0x64], limit: 4) == [.message("abcd")])
        for bytes: [UInt8] in [
            [0x81, 5], [0x81, 126, 1, 0], [0x81, 127, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
            [0x01, 2, 0x61, 0x62, 0x00, 3], [0x01, 4, 0x61, 0x62, 0x63, 0x64, 0x80, 1],
        ] {
            #expect(refusal(bytes, limit: 4) == .tooLarge)
        }
    }

    @Test func `an endless series of empty fragments is refused`() {
        let parts = [0x01, 0] + [UInt8](repeating: 0, count: 2000)
        #expect(refusal(parts, limit: 900) == .tooLarge)
    }

    @Test func `messages before a forbidden frame are not lost`() throws {
        var reader = WebSocketFrameReader(limit: 9)
        reader.take([0x81, 1, 0x61, 0x82, 0])
        #expect(try reader.next() == .message("a"))
        #expect(throws: NetworkError.malformed) { try reader.next() }
        #expect(reader.refusal == .unsupported)
    }

    @Test func `a client's frame is masked as in the specification's example`() {
        // RFC 6455, section 5.7.
        #expect(
            WebSocketFrame.bytes(.text, Array("Hello".utf8), mask: 0x37FA_213D)
                == [0x81, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58])
        #expect(
            WebSocketFrame.bytes(.text, .init(repeating: 0, count: 126), mask: 0).prefix(4) == [0x81, 0xFE, 0, 126])
        #expect(
            WebSocketFrame.bytes(.text, .init(repeating: 0, count: 65_536), mask: 0).prefix(10)
                == [0x81, 0xFF, 0, 0, 0, 0, 0, 1, 0, 0])
    }

    @Test func `a long reason is cut between two characters`() {
        let payload = WebSocketFrame.closing(4000, String(repeating: "ä", count: 62))
        #expect(payload.count == 124 && payload.prefix(2) == [0x0F, 0xA0])
        #expect(String(validating: payload.dropFirst(2), as: UTF8.self)?.count == 61)
    }
}
