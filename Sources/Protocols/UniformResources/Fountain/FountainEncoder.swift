/// Makes the parts of a resource that does not fit into one QR code.
package struct FountainEncoder: Sendable {
    /// The number of fragments; as many parts are enough if none is missed.
    package let count: Int

    private let type: String
    private let length: Int
    private let checksum: UInt32
    private let fragments: [[UInt8]]
    private let chooser: FragmentChooser

    /// Divides a resource.
    ///
    /// - Parameters:
    ///   - resource: The resource.
    ///   - longest: The maximum length of a fragment in bytes, above 0.
    /// - Throws: ``UniformResourceError/tooLarge``.
    package init(_ resource: UniformResource, longest: Int) throws(UniformResourceError) {
        let message = resource.cbor
        guard !message.isEmpty, longest > 0, message.count <= FountainPart.mostFragments * longest else {
            throw .tooLarge
        }
        count = (message.count - 1) / longest + 1
        let size = (message.count - 1) / count + 1
        type = resource.type
        length = message.count
        checksum = CRC32.checksum(of: message)
        fragments = stride(from: 0, to: message.count, by: size).map { start in
            let fragment = message[start..<min(start + size, message.count)]
            return fragment + [UInt8](repeating: 0, count: size - fragment.count)
        }
        chooser = FragmentChooser(count: count, checksum: checksum)
    }

    /// The part with a number from 1.
    package func part(_ number: UInt32) -> FountainPart {
        var data = [UInt8](repeating: 0, count: fragments[0].count)
        for place in chooser.fragments(ofPart: max(number, 1)) { data.mix(with: fragments[place]) }
        return FountainPart(number: max(number, 1), count: count, length: length, checksum: checksum, data: data)
    }

    /// The text of the part with a number from 1, in lower case.
    package func text(ofPart number: UInt32) -> String {
        let part = part(number)
        return "ur:\(type)/\(part.number)-\(part.count)/\(Bytewords.text(of: part.cbor.encoded))"
    }
}

extension [UInt8] {
    /// Applies exclusive or with bytes of the same length.
    mutating func mix(with other: [UInt8]) {
        for place in indices where place < other.count { self[place] ^= other[place] }
    }
}
