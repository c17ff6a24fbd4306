import Primitives
import TestSupport
import Testing

@testable import UniformResources

@Suite struct FountainTests {
    private static let vectors = Result { try Vectors.read("urkit/vectors.json", as: Cases.self) }

    /// The test message of URKit.
    private static func message(_ count: Int) -> [UInt8] {
        var random = Xoshiro256(seed: Array("Wolf".utf8))
        return (0..<count).map { _ in UInt8(random.next(below: 256)) }
    }

    private static func resource(_ count: Int) -> UniformResource {
        UniformResource(type: "bytes", .bytes(message(count)))
    }

    @Test func `parts of another series change nothing`() throws {
        let encoder = try FountainEncoder(Self.resource(256), longest: 30)
        let part = encoder.part(1)
        var decoder = FountainDecoder(part)
        for other in [
            FountainPart(number: 2, count: 8, length: part.length, checksum: part.checksum, data: part.data),
            FountainPart(number: 2, count: part.count, length: 258, checksum: part.checksum, data: part.data),
            FountainPart(number: 2, count: part.count, length: part.length, checksum: 1, data: part.data),
            FountainPart(number: 2, count: part.count, length: part.length, checksum: part.checksum, data: [1]),
        ] {
            #expect(throws: UniformResourceError.otherSeries) { try decoder.receive(other) }
        }
        #expect(decoder.known == 1)
        for number in 2...9 { try decoder.receive(encoder.part(UInt32(number))) }
        #expect(try decoder.message() == Self.resource(256).cbor)
    }

    @Test func `a forged part is found by the checksum`() throws {
        let encoder = try FountainEncoder(Self.resource(256), longest: 30)
        var decoder = FountainDecoder(encoder.part(1))
        for number in 2...8 { try decoder.receive(encoder.part(UInt32(number))) }
        var last = encoder.part(9)
        last = FountainPart(
            number: 9, count: 9, length: last.length, checksum: last.checksum,
            data: last.data.map { $0 ^ 1 })
        try decoder.receive(last)
        #expect(throws: UniformResourceError.checksum) { try decoder.message() }
    }

    @Test(arguments: [
        "8500010a0a4a00000000000000000000", "8501000a0a4a00000000000000000000", "850119138919138a0a4101",
        "85010100004101", "8501020101420101", "85010103014101", "8501010101", "850101010140", "8401010101",
        "851b00000001000000000101014101", "850101011b00000001000000004101",
    ])
    func `impossible parts are refused`(_ text: String) throws {
        let bytes = try #require(Hex.decode(text))
        #expect(throws: UniformResourceError.self) { try FountainPart(CBOR(bytes)) }
    }

    @Test func `random numbers, shuffles and degrees are those of URKit`() throws {
        let vectors = try Self.vectors.get()
        var random = Xoshiro256(seed: Array("Wolf".utf8))
        #expect((0..<100).map { _ in Int(random.next() % 100) } == vectors.numbers)
        random = Xoshiro256(seed: Array("Wolf".utf8))
        let values = Array(1...10)
        #expect((0..<10).map { _ in FragmentChooser.shuffled(values, first: 10, &random) } == vectors.shuffles)
        let chooser = FragmentChooser(count: 11, checksum: 0)
        let degrees = (1...200).map { number in
            var random = Xoshiro256(seed: Array("Wolf-\(number)".utf8))
            return chooser.degree(&random)
        }
        #expect(degrees == vectors.degrees)
        #expect(CRC32.checksum(of: Array("Wolf".utf8)) == 0x598C_84DC)
        Suites.record("urkit/random", cases: 310)
    }

    @Test func `resources and their parts are those of URKit`() throws {
        let vectors = try Self.vectors.get()
        #expect(Self.resource(50).text == vectors.single)
        #expect(try UniformResource(vectors.single.uppercased()) == Self.resource(50))
        let encoder = try FountainEncoder(Self.resource(256), longest: 30)
        #expect((1...20).map { encoder.text(ofPart: UInt32($0)) } == vectors.parts)
        #expect(vectors.parts.count == 20)
        Suites.record("urkit/parts", cases: 21)
    }

    @Test func `a message of 33 fragments comes from mixed parts alone, in any order`() throws {
        let resource = Self.resource(32_767)
        let encoder = try FountainEncoder(resource, longest: 1_000)
        var decoder = FountainDecoder(encoder.part(1_000))
        var number: UInt32 = 999
        while try decoder.message() == nil, number > 100 {
            try decoder.receive(encoder.part(number))
            number -= 1
        }
        #expect(try decoder.message() == resource.cbor)
    }

    @Test(.timeLimit(.minutes(1))) func `thousands of mixtures are bounded`() throws {
        let encoder = try FountainEncoder(Self.resource(20_000), longest: 10)
        var decoder = FountainDecoder(encoder.part(100_000))
        for number in 100_001..<UInt32(100_600) { try decoder.receive(encoder.part(number)) }
        #expect(decoder.known < decoder.count)
        #expect(throws: UniformResourceError.tooLarge) {
            try FountainEncoder(Self.resource(10_000), longest: 1)
        }
    }
}

private struct Cases: Decodable, Sendable {
    let numbers, degrees: [Int]
    let shuffles: [[Int]]
    let single: String
    let parts: [String]
}
