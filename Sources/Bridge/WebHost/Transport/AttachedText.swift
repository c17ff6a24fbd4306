import Bridge

/// The format of a text with binary values alongside it: NUL, the text, and the values, each after its length in bytes, 32
/// bits in little-endian order.
///
/// No other text begins with NUL.
enum AttachedText {
    /// Splits what a document has sent; a text without attachments is returned as it is.
    ///
    /// - Returns: `nil` if the format is broken.
    static func split(
        _ text: UnsafeBufferPointer<UInt8>
    ) -> (text: UnsafeBufferPointer<UInt8>, attachments: [BinaryData])? {
        guard text.first == 0 else { return (text, []) }
        var rest = text.dropFirst()
        guard let first = part(&rest) else { return nil }
        var attachments: [BinaryData] = []
        while !rest.isEmpty {
            guard attachments.count < most, let part = part(&rest) else { return nil }
            attachments.append(BinaryData(Array(part)))
        }
        return (first, attachments)
    }

    /// The maximum number of attachments: an empty one takes more memory here than in the text.
    private static let most = 1 << 16

    private static func part(_ rest: inout Slice<UnsafeBufferPointer<UInt8>>) -> UnsafeBufferPointer<UInt8>? {
        let header = rest.prefix(4)
        guard header.count == 4 else { return nil }
        let length = header.reversed().reduce(0) { $0 << 8 | Int($1) }
        rest = rest.dropFirst(4)
        guard rest.count >= length else { return nil }
        defer { rest = rest.dropFirst(length) }
        return UnsafeBufferPointer(rebasing: rest.prefix(length))
    }

    /// What is sent to a document, in two parts: a single attachment is not copied.
    static func joined(_ text: [UInt8], _ attachments: [BinaryData]) -> (head: [UInt8], body: [UInt8]) {
        var head: [UInt8] = [0]
        head.reserveCapacity(text.count + 16)
        add(text, to: &head)
        if attachments.count == 1 {
            addLength(of: attachments[0].bytes, to: &head)
            return (head, attachments[0].bytes)
        }
        var body: [UInt8] = []
        body.reserveCapacity(attachments.reduce(0) { $0 + $1.bytes.count + 4 })
        for attachment in attachments { add(attachment.bytes, to: &body) }
        return (head, body)
    }

    private static func add(_ bytes: [UInt8], to text: inout [UInt8]) {
        addLength(of: bytes, to: &text)
        text.append(contentsOf: bytes)
    }

    private static func addLength(of bytes: [UInt8], to text: inout [UInt8]) {
        // The room of a document is far below 4 GiB.
        withUnsafeBytes(of: UInt32(clamping: bytes.count).littleEndian) { text.append(contentsOf: $0) }
    }
}
