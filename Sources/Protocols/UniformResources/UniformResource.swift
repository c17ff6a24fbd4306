/// A uniform resource (BCR-2020-005): a type and CBOR, as text in one part.
package struct UniformResource: Hashable, Sendable {
    /// The type, such as `crypto-psbt`.
    package let type: String

    /// The encoded CBOR.
    package let cbor: [UInt8]

    /// The maximum length of the text of one part, in characters.
    package static let longest = 10_000

    /// Creates a resource.
    package init(type: String, _ cbor: CBOR) {
        self.init(type: type, cbor.encoded)
    }

    init(type: String, _ cbor: [UInt8]) {
        self.type = type
        self.cbor = cbor
    }

    /// Reads the text of a resource in one part, in any case.
    package init(_ text: String) throws(UniformResourceError) {
        guard case .whole(let resource) = try UniformResourceText(text) else { throw .form }
        self = resource
    }

    /// The text in lower case.
    package var text: String { "ur:\(type)/\(Bytewords.text(of: cbor))" }
}

/// What a text says: a whole resource, or a part of one.
package enum UniformResourceText: Hashable, Sendable {
    /// A whole resource.
    case whole(UniformResource)
    /// A part of a resource of a type.
    case part(type: String, FountainPart)

    /// Whether a text claims to be a uniform resource.
    package static func isClaimed(by text: String) -> Bool { text.prefix(3).lowercased() == "ur:" }

    /// Reads a text in any case.
    package init(_ text: String) throws(UniformResourceError) {
        guard text.utf8.count <= UniformResource.longest else { throw .tooLarge }
        let fields = text.lowercased().utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard let head = fields.first, head.starts(with: "ur:".utf8), fields.count == 2 || fields.count == 3 else {
            throw .form
        }
        let name = head.dropFirst(3)
        let isType = name.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || $0 == UInt8(ascii: "-") }
        guard isType, 1...100 ~= name.count else { throw .form }
        let type = String(decoding: name, as: UTF8.self)
        let content = try Bytewords.bytes(of: fields[fields.count - 1])
        guard fields.count == 3 else {
            self = .whole(UniformResource(type: type, content))
            return
        }
        let part = try FountainPart(CBOR(content))
        // The numbers are there twice, for people and for programs.
        guard fields[1].elementsEqual("\(part.number)-\(part.count)".utf8) else { throw .form }
        self = .part(type: type, part)
    }
}
