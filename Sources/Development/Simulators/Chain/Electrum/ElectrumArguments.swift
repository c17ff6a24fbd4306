internal import Bridge
internal import Primitives

/// The arguments of a request to an Electrum server, by position or by name.
struct ElectrumArguments {
    /// The code with which ElectrumX refuses what a client sends.
    static let badRequest = 1

    private let values: [String: JSON]

    /// - Parameters:
    ///   - params: The member `params` of the request.
    ///   - names: The names of the parameters, in order.
    ///   - required: The number of those that must be there.
    /// - Throws: ``SimulatorError/answer(code:message:)``.
    init(_ params: JSON?, _ names: [String], required: Int) throws(SimulatorError) {
        var values: [String: JSON] = [:]
        switch params {
        case nil: break
        case .array(let items)?:
            guard items.count <= names.count else { throw Self.wrong("too many arguments") }
            for (name, item) in zip(names, items) { values[name] = item }
        case .object(let object)?:
            for member in object.members {
                guard names.contains(member.key) else { throw Self.wrong("unknown argument \(member.key.prefix(40))") }
                values[member.key] = member.value
            }
        default: throw Self.wrong("arguments are an array or an object")
        }
        for name in names.prefix(required) where values[name] == nil { throw Self.wrong("\(name) is missing") }
        self.values = values
    }

    private static func wrong(_ reason: String) -> SimulatorError { .answer(code: -32_602, message: reason) }

    static func refusal(_ message: String) -> SimulatorError { .answer(code: badRequest, message: message) }

    subscript(name: String) -> JSON? { values[name] }

    private func shown(_ value: JSON?) -> String {
        let text = value.map { $0.string ?? String(decoding: $0.bytes, as: UTF8.self) } ?? "None"
        return String(text.prefix(100))
    }

    /// A number that is not negative, which may be text.
    func number(_ name: String, default: Int? = nil) throws(SimulatorError) -> Int {
        guard let value = values[name] else {
            guard let `default` else { throw Self.wrong("\(name) is missing") }
            return `default`
        }
        let number =
            switch value {
            case .bool(let isTrue): isTrue ? 1 : 0
            default: value.number?.integer ?? value.string.flatMap { Int($0) }
            }
        guard let number, number >= 0 else {
            throw Self.refusal("\(shown(value)) should be a non-negative integer")
        }
        return number
    }

    func flag(_ name: String) throws(SimulatorError) -> Bool {
        guard let value = values[name] else { return false }
        guard let flag = value.bool ?? value.number?.integer.flatMap({ [0: false, 1: true][$0] }) else {
            throw Self.refusal("\"\(name)\" must be a boolean")
        }
        return flag
    }

    /// 32 bytes in reverse, as hashes are displayed.
    private func hash(_ name: String, _ complaint: String) throws(SimulatorError) -> [UInt8] {
        let text = values[name]?.string
        guard let text, text.utf8.count == 64, !text.hasPrefix("0x"), let bytes = Hex.decode(text) else {
            throw Self.refusal("\(shown(values[name])) \(complaint)")
        }
        return bytes.reversed()
    }

    func scriptHash() throws(SimulatorError) -> [UInt8] { try hash("scripthash", "is not a valid script hash") }

    func transactionID() throws(SimulatorError) -> [UInt8] { try hash("tx_hash", "should be a transaction hash") }

    static func bytes(_ value: JSON?) throws(SimulatorError) -> [UInt8] {
        guard let text = value?.string, !text.hasPrefix("0x"), let bytes = Hex.decode(text) else {
            let shown = value.map { $0.string ?? String(decoding: $0.bytes, as: UTF8.self) } ?? "None"
            throw refusal("\(shown.prefix(100)) should be a hex string")
        }
        return bytes
    }
}
