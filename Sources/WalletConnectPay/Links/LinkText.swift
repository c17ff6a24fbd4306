internal import Bridge

/// Text of a link: printable ASCII that may stand in a URI (RFC 3986, section 2), each `%` sequence whole.
struct LinkText: Hashable {
    let text: Substring

    /// Takes the bytes of a text.
    init(_ bytes: some Collection<UInt8>) throws(PayError.Link) {
        guard bytes.allSatisfy({ 0x21...0x7E ~= $0 && !#"<>"{}|\^`"#.utf8.contains($0) }) else { throw .characters }
        text = String(decoding: bytes, as: UTF8.self)[...]
    }

    /// The text without the encoding of the whole of it, which some codes have.
    ///
    /// Only a text in which nothing that parts a URI stands for itself was encoded as a whole. In every other one a `%`
    /// sequence belongs to a part, and decoding it would make two texts of one. What is still encoded after that is
    /// refused: `%2570ay_1` is not `pay_1`.
    func unwrapped() throws(PayError.Link) -> LinkText {
        guard isWrapped else { return self }
        let link = try decoded()
        guard !link.isWrapped else { throw .characters }
        return link
    }

    /// The text with its `%` sequences replaced, once.
    func decoded() throws(PayError.Link) -> LinkText {
        var bytes: [UInt8] = []
        var rest = text.utf8
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(PercentCode.digit),
                let low = rest.popFirst().flatMap(PercentCode.digit)
            else { throw .characters }
            bytes.append(high << 4 | low)
        }
        return try LinkText(bytes)
    }

    /// Whether the whole of it is encoded.
    var isWrapped: Bool {
        text.utf8.contains(UInt8(ascii: "%")) && !text.utf8.contains { ":/?#&=@".utf8.contains($0) }
    }
}
