extension JSON {
    /// Why a text is not the JSON that the bridge accepts.
    public struct ParsingError: Error, Equatable, Sendable {
        /// What is wrong.
        public enum Reason: String, Sendable {
            case syntax = "is not JSON"
            case depth = "is nested too deeply"
            case tooMany = "has too many values"
            case duplicateKey = "has a duplicate member"
            case notUTF8 = "is not Unicode text"
        }

        /// What is wrong.
        public let reason: Reason

        /// The byte at which it was noticed, counted from 0.
        public let offset: Int

        /// The members of the outermost object that were whole before the fault, without any that is named twice.
        ///
        /// So a message that cannot be read can still be answered, if its id came first.
        public internal(set) var salvage = JSONObject()

        init(_ reason: Reason, at offset: Int) {
            self.reason = reason
            self.offset = offset
        }
    }
}
