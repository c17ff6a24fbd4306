internal import LocalServer

/// The API's rules for header fields.
struct GatewayHeaders: Sendable {
    /// The accepted wallet IDs; `nil` for any.
    var apps: Set<String>?

    /// The accepted keys of wallets and merchants; `nil` for any.
    var keys: Set<String>?

    /// The API versions, oldest first.
    static let versions = ["2026-02-18", "2026-02-19.preview"]

    /// Checks the header fields of a wallet's request.
    func checkWallet(_ request: ServedRequest) throws(SimulatorError) {
        try Self.checkText(request)
        try Self.checkVersion(request)
        let (app, client, key) = (request.header("App-Id"), request.header("Client-Id"), request.header("Api-Key"))
        if key != nil, app != nil || client != nil {
            throw .response(400, "conflicting_auth_headers", "Either Api-Key, or App-Id with Client-Id")
        }
        if let key {
            return try check(key: key)
        }
        switch (app, client) {
        case (nil, nil): throw .response(401, "missing_auth_headers", "Neither Api-Key nor App-Id")
        case (nil, _): throw .response(401, "missing_app_id", "Client-Id without App-Id")
        case (_, nil): throw .response(401, "missing_client_id", "App-Id without Client-Id")
        case (let app?, let client?):
            guard Self.isWord(app), apps?.contains(app) ?? true else {
                throw .response(401, "invalid_app_id", "App-Id is not an id")
            }
            guard Self.isWord(client) else {
                throw .response(401, "missing_client_id", "Client-Id is empty")
            }
        }
    }

    /// Checks the header fields of a merchant's request.
    ///
    /// - Returns: The merchant's ID, and the idempotency key of the request, if any.
    func checkMerchant(
        _ request: ServedRequest
    ) throws(SimulatorError) -> (merchant: String, idempotency: String?) {
        try Self.checkText(request)
        try Self.checkVersion(request)
        guard let merchant = request.header("Merchant-Id"), Self.isWord(merchant) else {
            throw .response(401, "missing_merchant_id", "Merchant-Id is missing")
        }
        guard let key = request.header("Api-Key") else {
            throw .response(401, "missing_merchant_api_key", "Api-Key is missing")
        }
        try check(key: key)
        let idempotency = request.header("Idempotency-Key")
        guard idempotency.map(Self.isWord) ?? true else { throw .shape("Idempotency-Key: a word") }
        return (merchant, idempotency)
    }

    private func check(key: String) throws(SimulatorError) {
        guard Self.isWord(key), keys?.contains(key) ?? true else {
            throw .response(401, "invalid_api_key", "Api-Key is not a key")
        }
    }

    private static func checkText(_ request: ServedRequest) throws(SimulatorError) {
        for field in request.headers where !field.value.utf8.allSatisfy({ $0 < 0x80 }) {
            throw .response(400, "header_not_ascii", "A header field is not ASCII")
        }
    }

    private static func checkVersion(_ request: ServedRequest) throws(SimulatorError) {
        // The official description makes the field optional.
        guard let version = request.header("WCP-Version") else { return }
        guard !versions.contains(version) else { return }
        let date = version.split(separator: ".").first ?? ""
        let digits = date.split(separator: "-", omittingEmptySubsequences: false)
        let isDate = zip(digits, [4, 2, 2]).allSatisfy { $0.utf8.count == $1 && $0.utf8.allSatisfy(isDigit) }
        guard digits.count == 3, isDate else {
            throw .response(400, "invalid_api_version", "WCP-Version is not a date")
        }
        throw .response(400, "unknown_api_version", "There is no such version")
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// Whether `text` has 1 to 200 characters without a space.
    private static func isWord(_ text: String) -> Bool {
        (1...200).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}
