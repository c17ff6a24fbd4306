internal import Bridge

/// Reads the members of the parameters of a method, and names the one that is wrong.
struct Parameters {
    let json: JSON
    private let path: String

    /// The most bytes of a text that names or describes something; more are cut off.
    static let maximumTextBytes = 1_024

    /// The most bytes of an address; a longer one counts as missing.
    static let maximumAddressBytes = 2_048

    /// The most elements of a list; others are refused.
    static let maximumElements = 1_024

    init(_ json: JSON, path: String = "") {
        self.json = json
        self.path = path
    }

    /// The parameters of a request, which must be an object.
    static func object(_ json: JSON, path: String = "params") throws(WalletConnectError) -> Parameters {
        guard json.object != nil else { throw .parameters(path) }
        return Parameters(json)
    }

    /// The member `key`, where `null` counts as missing.
    func value(_ key: String) -> JSON? {
        json[key]?.unlessNull
    }

    /// The path of the member `key`.
    func path(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

    /// The object `key`.
    func object(_ key: String) throws(WalletConnectError) -> Parameters {
        guard let object = try optionalObject(key) else { throw .parameters(path(key)) }
        return object
    }

    /// The object `key`, if it is there.
    func optionalObject(_ key: String) throws(WalletConnectError) -> Parameters? {
        guard let value = value(key) else { return nil }
        guard value.object != nil else { throw .parameters(path(key)) }
        return Parameters(value, path: path(key))
    }

    /// The text `key` of at most `limit` bytes.
    func text(_ key: String, upTo limit: Int = maximumTextBytes) throws(WalletConnectError) -> String {
        guard let text = try optionalText(key, upTo: limit) else { throw .parameters(path(key)) }
        return text
    }

    /// The text `key` of at most `limit` bytes, if it is there.
    func optionalText(_ key: String, upTo limit: Int = maximumTextBytes) throws(WalletConnectError) -> String? {
        guard let value = value(key) else { return nil }
        guard let text = value.string, text.utf8.count <= limit else { throw .parameters(path(key)) }
        return text
    }

    /// The text `key` for people: empty if it is missing or something else, and cut off if it is too long.
    func lenientText(_ key: String) -> String {
        (json[key]?.string ?? "").prefix(bytes: Self.maximumTextBytes)
    }

    /// The address `key`; `nil` if it is missing, something else or too long.
    func lenientAddress(_ key: String) -> String? {
        json[key]?.string.flatMap { 1...Self.maximumAddressBytes ~= $0.utf8.count ? $0 : nil }
    }

    /// The texts of the list `key`; `nil` if it is missing.
    func optionalTexts(_ key: String, upTo limit: Int = maximumTextBytes) throws(WalletConnectError) -> [String]? {
        guard let value = value(key) else { return nil }
        guard let elements = value.array, elements.count <= Self.maximumElements else { throw .parameters(path(key)) }
        var texts: [String] = []
        for element in elements {
            guard let text = element.string, text.utf8.count <= limit else { throw .parameters(path(key)) }
            texts.append(text)
        }
        return texts
    }

    /// The texts of the list `key`.
    func texts(_ key: String) throws(WalletConnectError) -> [String] {
        guard let texts = try optionalTexts(key) else { throw .parameters(path(key)) }
        return texts
    }

    /// The elements of the list `key`, none if it is missing.
    func elements(_ key: String) throws(WalletConnectError) -> [JSON] {
        guard let value = value(key) else { return [] }
        guard let elements = value.array, elements.count <= Self.maximumElements else { throw .parameters(path(key)) }
        return elements
    }

    /// The whole number `key`, if it is there.
    func optionalNumber(_ key: String) throws(WalletConnectError) -> Int64? {
        guard let value = value(key) else { return nil }
        guard let text = value.number?.text, let number = Int64(text) else { throw .parameters(path(key)) }
        return number
    }

    /// The time `key` in seconds since 1970, if it is there; not before 1970 and not after the year 9999.
    func optionalTime(_ key: String) throws(WalletConnectError) -> Int64? {
        guard let time = try optionalNumber(key) else { return nil }
        guard 0...253_402_300_799 ~= time else { throw .parameters(path(key)) }
        return time
    }

    /// The public key `key`.
    func publicKey(_ key: String) throws(WalletConnectError) -> AgreementPublicKey {
        guard let publicKey = try AgreementPublicKey(hex: text(key)) else { throw .parameters(path(key)) }
        return publicKey
    }

    /// The chain `key`.
    func chain(_ key: String) throws(WalletConnectError) -> ChainID {
        guard let chain = try ChainID(text(key)) else { throw .parameters(path(key)) }
        return chain
    }
}
