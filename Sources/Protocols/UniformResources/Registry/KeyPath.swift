/// Where a key comes from (`crypto-keypath`, BCR-2020-007): a path, and the fingerprint of the key in front of it.
package struct KeyPath: Hashable, Sendable {
    /// The steps, with the highest bit set if they are hardened.
    package let steps: [UInt32]

    /// The fingerprint of the key from which the path starts; `nil` if it is not said.
    package let fingerprint: UInt32?

    /// The maximum number of steps.
    private static let mostSteps = 20

    /// Creates a path.
    ///
    /// - Throws: ``UniformResourceError/cbor`` if it has more than 20 steps.
    package init(steps: [UInt32], fingerprint: UInt32?) throws(UniformResourceError) {
        guard steps.count <= Self.mostSteps else { throw .cbor }
        (self.steps, self.fingerprint) = (steps, fingerprint)
    }

    /// The value with its tag.
    var cbor: CBOR {
        let components = steps.flatMap { step in
            [CBOR.number(UInt64(step & ~(1 << 31))), .bool(step >> 31 == 1)]
        }
        var members: [CBOR: CBOR] = [.number(1): .array(components)]
        if let fingerprint { members[.number(2)] = .number(UInt64(fingerprint)) }
        return .tagged(304, .map(members))
    }

    init(_ value: CBOR) throws(UniformResourceError) {
        guard let content = value.untagged(304, 40304), let components = content[1]?.array,
            components.count.isMultiple(of: 2), components.count <= 2 * Self.mostSteps
        else { throw .cbor }
        var steps: [UInt32] = []
        for place in stride(from: 0, to: components.count, by: 2) {
            // Ranges and wildcards are lists, and not in paths of one key.
            guard let number = components[place].number, number < 1 << 31, let isHardened = components[place + 1].bool
            else { throw .cbor }
            steps.append(UInt32(truncatingIfNeeded: number) | (isHardened ? 1 << 31 : 0))
        }
        self.steps = steps
        guard let source = content[2] else {
            fingerprint = nil
            return
        }
        guard let fingerprint = source.number.flatMap(UInt32.init(exactly:)) else { throw .cbor }
        self.fingerprint = fingerprint
    }

    /// The key origin that a descriptor has before a key, such as `[d34db33f/84h/0h/0h]`; `nil` without a fingerprint.
    package func text(from master: UInt32? = nil) -> String? {
        guard let origin = fingerprint ?? master else { return nil }
        let start = String(origin, radix: 16)
        let path = steps.map { step in
            let number = step & ~(1 << 31)
            return "/\(number)\(step >> 31 == 1 ? "h" : "")"
        }
        return "[" + String(repeating: "0", count: 8 - start.count) + start + path.joined() + "]"
    }
}
