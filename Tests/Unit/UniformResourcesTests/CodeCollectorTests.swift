import GLibKit
import Primitives
import TestSupport
import Testing

@testable import UniformResources

@Suite struct CodeCollectorTests {
    private static let psbt = Array("psbt".utf8) + [0xFF] + [UInt8](repeating: 7, count: 700)

    private static func collector() -> CodeCollector { CodeCollector { RawDeflate.inflated($0, limit: $1) } }

    @Test func `numbered parts of Specter are put together in any order`() throws {
        var collector = Self.collector()
        #expect(try collector.receive("p2of3 BBB") == nil)
        #expect(try collector.receive("p2of3 BBB") == nil)
        #expect(collector.progress?.known == 1)
        #expect(try collector.receive("p3of3 C==") == nil)
        #expect(throws: UniformResourceError.otherSeries) { try collector.receive("p2of3 XXX") }
        #expect(throws: UniformResourceError.otherSeries) { try collector.receive("p1of4 XXX") }
        #expect(try collector.receive("p1of3 AAA") == .text("AAABBBC=="))
        #expect(collector.progress == nil)
        for text in ["p0of3 A", "p4of3 A", "p1of1001 A", "p1of A", "p+1of3 A", "p1of2of3 A", "p1of3", "pay 5"] {
            #expect(try collector.receive(text) == .text(text))
        }
    }

    @Test(arguments: [
        "ur:", "ur:bytes", "ur:bytes/", "ur:bytes/aeae", "ur:by_tes/aeadaolazmjendeoti",
        "ur:bytes/1-9/aeadaolazmjendeoti",
        "ur:/aeadaolazmjendeoti", "ur:bytes/x/y/z", "UR:BYTES/ÄÄ",
        "ur:bytes/hdeymejtswhhylkepmykhhtsytsnoyoyaxaedsutty",
        "B$", "B$2P0100", "B$2P0000AA", "B$2P0101AAAA", "B$2P01+0AAAA", "B$2p0100AAAA", "B$2P0100aaaa", "B$2P0100A",
        "B$HP0100ABC", "B$HP0100ab", "B$XP0100AAAA", "B$2J0100AAAA", "B$2P0100AB======", "B$ZP0100AAAAAAAA",
        "B$2P0100AB",
    ])
    func `malformed texts are refused`(_ text: String) {
        var collector = Self.collector()
        #expect(throws: UniformResourceError.self) { try collector.receive(text) }
        #expect(collector.progress == nil)
    }

    @Test func `a part under another number or of another kind is refused`() throws {
        let encoder = try FountainEncoder(UniformResource(psbt: Self.psbt), longest: 100)
        let second = encoder.text(ofPart: 2)
        var collector = Self.collector()
        #expect(throws: UniformResourceError.form) {
            try collector.receive(second.replacing("/2-8/", with: "/3-8/"))
        }
        #expect(try collector.receive(second) == nil)
        #expect(throws: UniformResourceError.otherSeries) {
            try collector.receive(encoder.text(ofPart: 1).replacing("crypto-psbt", with: "bytes"))
        }
        let other = try BBQrPart.parts(of: Self.psbt, .psbt, longest: 100)
        #expect(throws: UniformResourceError.otherSeries) { try collector.receive(other[0].text) }
        #expect(collector.progress?.known == 1)
    }

    @Test func `what is not wanted is refused with its first part`() throws {
        var collector = CodeCollector(EthereumSignature.wanted) { _, _ in nil }
        func first(_ type: String, _ count: Int) throws -> String {
            try FountainEncoder(UniformResource(type: type, .bytes([UInt8](repeating: 7, count: count))), longest: 100)
                .text(ofPart: 1)
        }
        let texts: [(UniformResourceError, String)] = [
            (.type, try first("crypto-psbt", 500)), (.request, try first("eth-sign-request", 500)),
            (.tooLarge, try first("eth-signature", 1_001)), (.type, "Hello"),
            (.type, UniformResource(psbt: [1]).text),
            (.request, UniformResource(type: "eth-sign-request", .number(1)).text),
            (.tooLarge, UniformResource(type: "eth-signature", .bytes([UInt8](repeating: 7, count: 1_000))).text),
            (.type, try BBQrPart.parts(of: Self.psbt, .psbt, longest: 100)[0].text),
        ]
        for (error, text) in texts {
            #expect(throws: error, "\(text)") { try collector.receive(text) }
            #expect(collector.progress == nil)
        }
        let whole = UniformResource(type: "eth-signature", .bytes([UInt8](repeating: 7, count: 900)))
        #expect(try collector.receive(whole.text) == .resource(whole))
        #expect(try collector.receive(first("eth-signature", 900)) == nil)
        #expect(collector.progress?.known == 1)
    }

    @Test func `a transaction is collected from parts in any order and any case`() throws {
        let encoder = try FountainEncoder(UniformResource(psbt: Self.psbt), longest: 100)
        #expect(encoder.count == 8)
        var collector = Self.collector()
        for number in [9, 3, 4, 5, 1, 7, 6, 8] as [UInt32] {
            if number != 9 { #expect(try collector.receive(encoder.text(ofPart: number).uppercased()) == nil) }
        }
        #expect(collector.progress?.known == 7)
        #expect(collector.progress?.count == 8)
        let content = try #require(try collector.receive(encoder.text(ofPart: 2)))
        guard case .resource(let resource) = content else {
            Issue.record("no resource")
            return
        }
        #expect(try resource.psbt() == Self.psbt)
        #expect(collector.progress == nil)
    }

    @Test func `names and tags of transactions are old or new, and other types are refused`() throws {
        for resource in [
            UniformResource(type: "psbt", .bytes([1])), UniformResource(type: "crypto-psbt", .tagged(310, .bytes([1]))),
            UniformResource(type: "psbt", .tagged(40310, .bytes([1]))), UniformResource(type: "bytes", .bytes([1])),
        ] {
            #expect(try resource.psbt() == [1])
        }
        #expect(throws: UniformResourceError.type) {
            try UniformResource(type: "crypto-seed", .bytes([1])).psbt()
        }
        #expect(throws: UniformResourceError.cbor) {
            try UniformResource(type: "crypto-psbt", .tagged(303, .bytes([1]))).psbt()
        }
    }

    @Test func `BBQr series of CPython are read in the three encodings`() throws {
        let vectors: BBQrCases = try Vectors.read("bbqr/vectors.json")
        let data = try #require(Hex.decode(vectors.data))
        for series in [vectors.hexadecimal, vectors.base32, vectors.compressed] {
            var collector = Self.collector()
            var content: CodeCollector.Content?
            for part in series.reversed() { content = try collector.receive(part) }
            #expect(content == .bbqr(.psbt, data))
            #expect(series.count > 2)
        }
        #expect(try BBQrPart.parts(of: data, .psbt, longest: 400).map(\.content) == [.psbt, .psbt, .psbt, .psbt])
        Suites.record("bbqr", cases: 3)
    }

    @Test func `BBQr parts of other lengths or with other bytes are refused`() throws {
        let parts = try BBQrPart.parts(of: Self.psbt, .psbt, longest: 100)
        let shorter = try BBQrPart.parts(of: Self.psbt, .psbt, longest: 101).map(\.text)
        #expect(shorter == parts.map(\.text))
        var collector = Self.collector()
        #expect(try collector.receive(parts[0].text) == nil)
        for other in [
            BBQrPart(.psbt, count: parts.count, place: 1, encoding: .base32, data: [1]),
            BBQrPart(.transaction, count: parts.count, place: 1, encoding: .base32, data: parts[1].data),
            BBQrPart(.psbt, count: parts.count, place: 0, encoding: .base32, data: parts[1].data.map { $0 ^ 1 }),
            BBQrPart(.psbt, count: parts.count + 1, place: 1, encoding: .base32, data: parts[1].data),
        ] {
            #expect(throws: UniformResourceError.otherSeries) { try collector.receive(other.text) }
        }
        for part in parts.dropFirst().dropLast() { #expect(try collector.receive(part.text) == nil) }
        #expect(try collector.receive(parts[parts.count - 1].text) == .bbqr(.psbt, Self.psbt))
    }

    @Test func `compressed data cannot grow without limit`() throws {
        // Raw deflate: a stored block, damaged, cut, with a rest, and larger than the limit.
        let stored: [UInt8] = [1, 3, 0, 0xFC, 0xFF, 7, 8, 9]
        #expect(RawDeflate.inflated(stored, limit: 3) == [7, 8, 9])
        #expect(RawDeflate.inflated(stored, limit: 2) == nil)
        #expect(RawDeflate.inflated(Array(stored.dropLast()), limit: 3) == nil)
        #expect(RawDeflate.inflated(stored + [0], limit: 3) == nil)
        #expect(RawDeflate.inflated([6], limit: 3) == nil)
        #expect(RawDeflate.inflated([], limit: 3) == nil)
    }

    @Test func `other text is given back`() throws {
        var collector = Self.collector()
        #expect(try collector.receive("cHNidP8B") == .text("cHNidP8B"))
    }
}

private struct BBQrCases: Decodable {
    let data: String
    let hexadecimal, base32, compressed: [String]
}
