/// A part of a message that is sent as a fountain code (BCR-2020-005, "Multipart UR"): a fragment, or several that are
/// mixed by exclusive or.
package struct FountainPart: Hashable, Sendable {
    /// The number of the part, from 1; up to ``count``, it is the fragment with this number.
    package let number: UInt32

    /// The number of fragments.
    package let count: Int

    /// The length of the message in bytes.
    package let length: Int

    /// The checksum of the message.
    package let checksum: UInt32

    /// The fragment or the mixture.
    package let data: [UInt8]

    /// The maximum number of fragments.
    package static let mostFragments = 5_000

    init(number: UInt32, count: Int, length: Int, checksum: UInt32, data: [UInt8]) {
        self.number = number
        self.count = count
        self.length = length
        self.checksum = checksum
        self.data = data
    }

    init(_ cbor: CBOR) throws(UniformResourceError) {
        guard let fields = cbor.array, fields.count == 5, let number = fields[0].number.flatMap(UInt32.init(exactly:)),
            let count = fields[1].number.flatMap(UInt32.init(exactly:)), let length = fields[2].number,
            let checksum = fields[3].number.flatMap(UInt32.init(exactly:)), let data = fields[4].bytes
        else { throw .cbor }
        guard count <= Self.mostFragments else { throw .tooLarge }
        // The fragments are as short as they can be, so the last one is not empty.
        guard number > 0, count > 0, !data.isEmpty, length <= UInt64(count) * UInt64(data.count),
            length > UInt64(count - 1) * UInt64(data.count)
        else { throw .cbor }
        self.init(number: number, count: Int(count), length: Int(length), checksum: checksum, data: data)
    }

    var cbor: CBOR {
        .array([
            .number(UInt64(number)), .number(UInt64(count)), .number(UInt64(length)), .number(UInt64(checksum)),
            .bytes(data),
        ])
    }
}
