internal import Network

/// A valid configuration: the address for requests and their header fields.
struct GatewayAccess: Sendable {
    /// The address, without a trailing slash.
    let base: String

    /// The header fields of every request.
    let headers: [(name: String, value: String)]

    /// Checks a configuration.
    ///
    /// - Throws: ``PayError/missingAuth``, ``PayError/configuration``.
    init(_ configuration: PayClient.Configuration) throws(PayError) {
        guard let address = try? WebAddress(configuration.baseURL), !address.target.contains("?") else {
            throw .configuration
        }
        var base = address.description
        while base.hasSuffix("/") { base.removeLast() }
        self.base = base
        var headers = [
            (name: "Accept", value: "application/json"), (name: "WCP-Version", value: configuration.version),
        ]
        let (appID, apiKey) = (Self.given(configuration.appID), Self.given(configuration.apiKey))
        // The gateway rejects requests with both.
        if let appID {
            headers.append(("App-Id", appID))
            headers.append(("Client-Id", Self.given(configuration.clientID) ?? Self.randomID()))
        } else if let apiKey {
            headers.append(("Api-Key", apiKey))
        } else {
            throw .missingAuth
        }
        headers += [
            ("Sdk-Name", "drawbridge"), ("Sdk-Version", configuration.walletVersion), ("Sdk-Platform", "linux"),
        ]
        guard headers.allSatisfy({ Self.isPlain($0.value) }) else { throw .configuration }
        self.headers = headers
    }

    private static func given(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }

    /// Whether a text contains only characters that are safe in a header field.
    private static func isPlain(_ text: String) -> Bool {
        1...512 ~= text.utf8.count && text.utf8.allSatisfy { 0x21...0x7E ~= $0 }
    }

    /// A random UUID (RFC 9562, section 5.4).
    private static func randomID() -> String {
        var generator = SystemRandomNumberGenerator()
        var bytes = (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            if [4, 6, 8, 10].contains(index) { text.append(UInt8(ascii: "-")) }
            text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
        return String(decoding: text, as: UTF8.self)
    }
}
