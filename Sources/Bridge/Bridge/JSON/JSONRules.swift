/// The rules for a JSON text beyond the grammar.
public struct JSONRules: Sendable {
    /// The maximum nesting depth of arrays and objects.
    public var depth: Int

    /// Whether an object with a duplicate key is refused; otherwise the last member is used.
    ///
    /// RFC 8259, section 4, leaves this open. Two parsers that decide differently see different messages, so the bridge
    /// refuses such objects.
    public var refusesDuplicateKeys: Bool

    /// The maximum number of values, counting each array, object and member: parsed short values take many times the
    /// memory of their text.
    public var values: Int

    /// Creates rules.
    public init(depth: Int = 64, refusesDuplicateKeys: Bool = true, values: Int = .max) {
        self.depth = depth
        self.refusesDuplicateKeys = refusesDuplicateKeys
        self.values = values
    }

    /// The bridge's rules.
    public static let bridge = JSONRules()

    /// The bridge's rules for data from pages and gateways: parsing a text of 1 MiB with very short values takes longer
    /// than the main thread may be blocked.
    public static let message = JSONRules(values: 1 << 16)

    /// Only the grammar, with the same maximum depth.
    public static let grammar = JSONRules(refusesDuplicateKeys: false)
}
