extension JSON {
    /// The result of parsing a text.
    public enum Reading: Hashable, Sendable {
        /// The value.
        case value(JSON)
        /// It is not valid JSON, or violates the bridge's rules.
        case fault(Fault)

        /// The value.
        ///
        /// - Throws: ``BridgeError/json(_:)``.
        public func get() throws(BridgeError) -> JSON {
            switch self {
            case .value(let value): return value
            case .fault(let fault): throw .json(fault)
            }
        }
    }

    /// Why a text is not JSON that the bridge accepts.
    public struct Fault: Hashable, Sendable {
        /// The kind of fault.
        public enum Reason: String, Sendable {
            case syntax = "is not JSON"
            case depth = "is nested too deeply"
            case tooMany = "has too many values"
            case duplicateKey = "has a duplicate member"
            case notUTF8 = "is not Unicode text"
            case marks = "has too many marks on a letter"
        }

        /// The kind of fault.
        public let reason: Reason

        /// The byte at which it was detected, counted from 0.
        public let offset: Int

        /// The complete members of the outermost object before the fault, without duplicates.
        ///
        /// So an invalid message can still get a response, if its ID came first.
        public internal(set) var salvage = JSONObject()

        init(_ reason: Reason, at offset: Int) {
            self.reason = reason
            self.offset = offset
        }
    }
}
