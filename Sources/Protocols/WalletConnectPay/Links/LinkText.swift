internal import Bridge

/// Text of a link: printable ASCII that a URI may contain (RFC 3986, section 2), with complete `%` sequences.
struct LinkText: Hashable {
    let text: Substring

    /// Checks the bytes of a text.
    init(_ bytes: some Collection<UInt8>) throws(PayError) {
        guard bytes.allSatisfy({ 0x21...0x7E ~= $0 && !#"<>"{}|\^`"#.utf8.contains($0) }) else {
            throw .link(.characters)
        }
        text = String(decoding: bytes, as: UTF8.self)[...]
    }

    /// The text without the encoding of the entire link that some QR codes have.
    ///
    /// A text was encoded as a whole only if it contains no unencoded URI delimiters. In every other text, a `%`
    /// sequence belongs to a component, and decoding it would change the meaning. A text that is still encoded
    /// afterwards is rejected: `%2570ay_1` is not `pay_1`.
    func unwrapped() throws(PayError) -> LinkText {
        guard isWrapped else { return self }
        let link = try decoded()
        guard !link.isWrapped else { throw .link(.characters) }
        return link
    }

    /// The text with its `%` sequences decoded once.
    func decoded() throws(PayError) -> LinkText {
        var bytes: [UInt8] = []
        var rest = text.utf8
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(PercentCode.digit),
                let low = rest.popFirst().flatMap(PercentCode.digit)
            else { throw .link(.characters) }
            bytes.append(high << 4 | low)
        }
        return try LinkText(bytes)
    }

    /// Whether the entire text is encoded.
    var isWrapped: Bool {
        text.utf8.contains(UInt8(ascii: "%")) && !text.utf8.contains { ":/?#&=@".utf8.contains($0) }
    }
}
