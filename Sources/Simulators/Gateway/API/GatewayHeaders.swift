/// The rules for header fields of the API.
struct GatewayHeaders: Sendable {
    /// The ids of wallets that are known; `nil` for all.
    var apps: Set<String>?

    /// The keys of wallets and merchants that are known; `nil` for all.
    var keys: Set<String>?

    /// The versions that there are, oldest first.
    static let versions = ["2026-02-18", "2026-02-19.preview"]

    /// Holds the request of a wallet to the rules.
    func checkWallet(_ request: ServedRequest) throws(GatewayErrorResponse) {
        try Self.checkText(request)
        try Self.checkVersion(request)
        let (app, client, key) = (request.header("App-Id"), request.header("Client-Id"), request.header("Api-Key"))
        if key != nil, app != nil || client != nil {
            throw GatewayErrorResponse(400, "conflicting_auth_headers", "Either Api-Key, or App-Id with Client-Id")
        }
        if let key {
            return try check(key: key)
        }
        switch (app, client) {
        case (nil, nil): throw GatewayErrorResponse(401, "missing_auth_headers", "Neither Api-Key nor App-Id")
        case (nil, _): throw GatewayErrorResponse(401, "missing_app_id", "Client-Id without App-Id")
        case (_, nil): throw GatewayErrorResponse(401, "missing_client_id", "App-Id without Client-Id")
        case (let app?, let client?):
            guard Self.isWord(app), apps?.contains(app) ?? true else {
                throw GatewayErrorResponse(401, "invalid_app_id", "App-Id is not an id")
            }
            guard Self.isWord(client) else {
                throw GatewayErrorResponse(401, "missing_client_id", "Client-Id is empty")
            }
        }
    }

    /// Holds the request of a merchant to the rules.
    ///
    /// - Returns: The merchant's id, and the key under which a request may come twice.
    func checkMerchant(
        _ request: ServedRequest
    ) throws(GatewayErrorResponse) -> (merchant: String, idempotency: String?) {
        try Self.checkText(request)
        try Self.checkVersion(request)
        guard let merchant = request.header("Merchant-Id"), Self.isWord(merchant) else {
            throw GatewayErrorResponse(401, "missing_merchant_id", "Merchant-Id is missing")
        }
        guard let key = request.header("Api-Key") else {
            throw GatewayErrorResponse(401, "missing_merchant_api_key", "Api-Key is missing")
        }
        try check(key: key)
        let idempotency = request.header("Idempotency-Key")
        guard idempotency.map(Self.isWord) ?? true else { throw .shape("Idempotency-Key: a word") }
        return (merchant, idempotency)
    }

    private func check(key: String) throws(GatewayErrorResponse) {
        guard Self.isWord(key), keys?.contains(key) ?? true else {
            throw GatewayErrorResponse(401, "invalid_api_key", "Api-Key is not a key")
        }
    }

    private static func checkText(_ request: ServedRequest) throws(GatewayErrorResponse) {
        for field in request.headers where !field.value.utf8.allSatisfy({ $0 < 0x80 }) {
            throw GatewayErrorResponse(400, "header_not_ascii", "A header field is not ASCII")
        }
    }

    private static func checkVersion(_ request: ServedRequest) throws(GatewayErrorResponse) {
        // The official description leaves it to the requester.
        guard let version = request.header("WCP-Version") else { return }
        guard !versions.contains(version) else { return }
        let date = version.split(separator: ".").first ?? ""
        let digits = date.split(separator: "-", omittingEmptySubsequences: false)
        let isDate = zip(digits, [4, 2, 2]).allSatisfy { $0.utf8.count == $1 && $0.utf8.allSatisfy(isDigit) }
        guard digits.count == 3, isDate else {
            throw GatewayErrorResponse(400, "invalid_api_version", "WCP-Version is not a date")
        }
        throw GatewayErrorResponse(400, "unknown_api_version", "There is no such version")
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// Whether `text` is something: 1 to 200 characters without a space.
    private static func isWord(_ text: String) -> Bool {
        (1...200).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}
