/// Puts together what the QR codes of a series say, in any order: a resource in parts, BBQr parts, or one other text.
package struct CodeCollector: Sendable {
    /// What a series contains.
    package enum Content: Hashable, Sendable {
        /// A uniform resource.
        case resource(UniformResource)
        /// The bytes of a BBQr series.
        case bbqr(BBQrPart.Content, [UInt8])
        /// Any other text.
        case text(String)
    }

    /// Decompresses raw deflate data to at most a number of bytes; `nil` if it is damaged or larger.
    package typealias Inflate = @Sendable (_ bytes: [UInt8], _ limit: Int) -> [UInt8]?

    private enum Series: Sendable {
        case fountain(type: String, FountainDecoder)
        case bbqr([Int: BBQrPart], count: Int)
        case numbered([Int: String], count: Int)
    }

    /// The maximum size of decompressed data in bytes.
    package static let largest = 16_000_000

    /// The resources that are collected, if others are refused.
    package struct Wanted: Sendable {
        let types: Set<String>
        let longest: Int

        /// Resources of `types`, whose CBOR has at most `longest` bytes.
        package init(_ types: Set<String>, longest: Int) {
            (self.types, self.longest) = (types, longest)
        }
    }

    private let wanted: Wanted?
    private let inflate: Inflate
    private var series: Series?

    /// Creates a collector without parts: of anything, or only of what is wanted.
    package init(_ wanted: Wanted? = nil, inflate: @escaping Inflate) {
        (self.wanted, self.inflate) = (wanted, inflate)
    }

    /// How many parts are known, and how many are needed; `nil` before the first part.
    package var progress: (known: Int, count: Int)? {
        switch series {
        case .fountain(_, let decoder): (decoder.known, decoder.count)
        case .bbqr(let parts, let count): (parts.count, count)
        case .numbered(let parts, let count): (parts.count, count)
        case nil: nil
        }
    }

    /// Takes the text of a QR code.
    ///
    /// - Returns: The content if it is complete; the collector is empty again then.
    /// - Throws: Why the text cannot be used. The parts before it are kept, unless together they are damaged.
    package mutating func receive(_ text: String) throws(UniformResourceError) -> Content? {
        if UniformResourceText.isClaimed(by: text) {
            switch try UniformResourceText(text) {
            case .whole(let resource):
                try check(resource.type, length: resource.cbor.count)
                return finish(.resource(resource))
            case .part(let type, let part):
                try check(type, length: part.length)
                return try receive(part, type)
            }
        }
        guard wanted == nil else { throw .type }
        if let part = NumberedPart(text) { return try receive(part) }
        guard BBQrPart.isClaimed(by: text) else { return finish(.text(text)) }
        return try receive(BBQrPart(text))
    }

    private mutating func receive(_ part: NumberedPart) throws(UniformResourceError) -> Content? {
        var parts: [Int: String] = [:]
        switch series {
        case nil: break
        case .numbered(let known, count: part.count)?: parts = known
        default: throw .otherSeries
        }
        guard parts[part.number].map({ $0 == part.text }) ?? true else { throw .otherSeries }
        parts[part.number] = part.text
        series = .numbered(parts, count: part.count)
        guard parts.count == part.count else { return nil }
        return finish(.text((1...part.count).compactMap { parts[$0] }.joined()))
    }

    /// Refuses a code of an unexpected type or length at its first part, before the rest is collected.
    private func check(_ type: String, length: Int) throws(UniformResourceError) {
        guard let wanted else { return }
        guard wanted.types.contains(type) else { throw type == EthereumSignRequest.resourceType ? .request : .type }
        guard length <= wanted.longest else { throw .tooLarge }
    }

    private mutating func finish(_ content: Content) -> Content {
        series = nil
        return content
    }

    private mutating func receive(_ part: FountainPart, _ type: String) throws(UniformResourceError) -> Content? {
        var decoder: FountainDecoder
        switch series {
        case nil: decoder = FountainDecoder(part)
        case .fountain(type: type, let known)?:
            decoder = known
            try decoder.receive(part)
        default: throw .otherSeries
        }
        series = .fountain(type: type, decoder)
        let message: [UInt8]?
        do throws(UniformResourceError) {
            message = try decoder.message()
        } catch {
            series = nil
            throw error
        }
        guard let message else { return nil }
        return finish(.resource(UniformResource(type: type, message)))
    }

    private mutating func receive(_ part: BBQrPart) throws(UniformResourceError) -> Content? {
        var parts: [Int: BBQrPart] = [:]
        switch series {
        case nil: break
        case .bbqr(let known, count: part.count)?: parts = known
        default: throw .otherSeries
        }
        guard parts.values.allSatisfy({ $0.isSeries(of: part) }), parts[part.place].map({ $0 == part }) ?? true else {
            throw .otherSeries
        }
        parts[part.place] = part
        series = .bbqr(parts, count: part.count)
        guard parts.count == part.count else { return nil }
        series = nil
        var bytes = (0..<part.count).flatMap { parts[$0]?.data ?? [] }
        if part.encoding == .compressed {
            guard let inflated = inflate(bytes, Self.largest) else { throw .bbqr }
            bytes = inflated
        }
        return .bbqr(part.content, bytes)
    }
}

extension BBQrPart {
    /// Whether another part can be in the same series: all parts but the last have the same length, and it has no more.
    fileprivate func isSeries(of other: BBQrPart) -> Bool {
        guard content == other.content, encoding == other.encoding, count == other.count else { return false }
        let (isLast, isOtherLast) = (place == count - 1, other.place == count - 1)
        if isLast == isOtherLast { return data.count == other.data.count }
        return isLast ? data.count <= other.data.count : other.data.count <= data.count
    }
}
