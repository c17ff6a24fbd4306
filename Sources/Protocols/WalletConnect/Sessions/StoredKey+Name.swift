internal import Primitives

/// The text of keys, for stores that keep records under names.
extension StoredKey {
    /// The kind of the record.
    package var kind: String {
        switch self {
        case .pairing: "pairing"
        case .used: "used"
        case .proposal: "proposal"
        case .authentication: "authentication"
        case .session: "session"
        case .received: "received"
        case .sent: "sent"
        case .outgoing: "outgoing"
        case .unopened: "unopened"
        case .lastID: "lastID"
        case .row: "row"
        }
    }

    /// The name of the record among those of its kind: printable ASCII.
    package var name: String {
        switch self {
        case .pairing(let topic), .used(let topic), .session(let topic): topic.description
        case .proposal(let key), .authentication(let key), .received(let key), .sent(let key): key.name
        case .outgoing(let number), .unopened(let number), .row(let number): String(number)
        case .lastID: ""
        }
    }

    /// Reads both; `nil` for what is not a key.
    ///
    /// A `row` has no name that is stored.
    package init?(kind: String, name: String) {
        switch kind {
        case "pairing": self.init(Topic(name)) { .pairing($0) }
        case "used": self.init(Topic(name)) { .used($0) }
        case "proposal": self.init(RequestKey(name: name)) { .proposal($0) }
        case "authentication": self.init(RequestKey(name: name)) { .authentication($0) }
        case "session": self.init(Topic(name)) { .session($0) }
        case "received": self.init(RequestKey(name: name)) { .received($0) }
        case "sent": self.init(RequestKey(name: name)) { .sent($0) }
        case "outgoing": self.init(Int64(name)) { .outgoing($0) }
        case "unopened": self.init(Int64(name)) { .unopened($0) }
        case "lastID": self.init(name.isEmpty ? 0 : Optional<Int>.none) { _ in .lastID }
        default: return nil
        }
        // Two names of one key would be two records.
        guard self.name == name else { return nil }
    }

    private init?<Value>(_ value: Value?, _ make: (Value) -> StoredKey) {
        guard let value else { return nil }
        self = make(value)
    }
}

extension RequestKey {
    /// The topic, and the id after a letter for its kind; the digits of a text, since it may have any characters.
    fileprivate var name: String {
        let id =
            switch id {
            case .number(let number): "n\(number)"
            case .large(let number): "u\(number)"
            case .text(let text): "t\(Hex.encode(Array(text.utf8)))"
            }
        return "\(topic)/\(id)"
    }

    fileprivate init?(name: String) {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let topic = Topic(parts[0]) else { return nil }
        let rest = parts[1].dropFirst()
        let id: RPCID? =
            switch parts[1].first {
            case "n": Int64(rest).map { .number($0) }
            case "u": UInt64(rest).map { .large($0) }
            case "t" where 1...2 * RPCID.maximumBytes ~= rest.utf8.count:
                Hex.decode(rest).flatMap { String(validating: $0, as: UTF8.self) }.map { .text($0) }
            default: nil
            }
        guard let id else { return nil }
        self.init(topic: topic, id: id)
    }
}
