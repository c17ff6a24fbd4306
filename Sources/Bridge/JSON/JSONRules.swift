/// What a reader demands of a JSON text beyond the grammar.
public struct JSONRules: Sendable {
    /// How deep arrays and objects may be nested.
    public var depth: Int

    /// Whether an object that names a member twice is refused; else the last one counts.
    ///
    /// RFC 8259, section 4, leaves it open. Two readers that decide differently see two different messages, so the
    /// bridge refuses.
    public var refusesDuplicateKeys: Bool

    /// How many values there may be, each array, object and member counted: what is read takes many times the memory of
    /// its text where the values are short.
    public var values: Int

    /// Creates rules.
    public init(depth: Int = 64, refusesDuplicateKeys: Bool = true, values: Int = .max) {
        self.depth = depth
        self.refusesDuplicateKeys = refusesDuplicateKeys
        self.values = values
    }

    /// The bridge's own.
    public static let bridge = JSONRules()

    /// The bridge's own for what pages and gateways send: a text of 1 MiB with very short values takes longer to read
    /// than the main thread may be held up.
    public static let message = JSONRules(values: 1 << 16)

    /// Only what the grammar says, to the same depth.
    public static let grammar = JSONRules(refusesDuplicateKeys: false)
}
