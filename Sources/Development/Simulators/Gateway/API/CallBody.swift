internal import Bridge
internal import LocalServer

/// Strict parsing of the JSON bodies of requests.
enum CallBody {
    /// The body of `options`.
    static func accounts(_ request: ServedRequest) throws(SimulatorError) -> [AccountText] {
        let body = try object(request)
        guard let list = body["accounts"]?.array, list.count <= 100 else { throw .shape("accounts: a list of strings") }
        switch body["refresh"] ?? .null {
        case .null: break
        case .array(let ids) where ids.allSatisfy({ $0.string != nil }): break
        default: throw .shape("refresh: null or a list of ids")
        }
        var accounts: [AccountText] = []
        for entry in list {
            guard let text = entry.string else { throw .shape("accounts: a list of strings") }
            guard let account = AccountText(text) else {
                throw .values("accounts: \(entry.text) is not a CAIP-10 account")
            }
            accounts.append(account)
        }
        return accounts
    }

    /// The body of `fetch`.
    static func fetch(_ request: ServedRequest) throws(SimulatorError) -> (option: String, data: String) {
        let body = try object(request)
        guard let data = body["data"]?.string else { throw .shape("data: a string") }
        return (try option(body), data)
    }

    /// The body of `confirm`.
    static func confirm(
        _ request: ServedRequest
    ) throws(SimulatorError) -> (option: String, results: [String], data: [String: String]?) {
        let body = try object(request)
        guard let list = body["results"]?.array, list.count <= 16 else { throw .shape("results: a list") }
        var results: [String] = []
        for entry in list {
            guard entry["type"]?.string == "walletRpc", let data = entry["data"]?.array, data.count == 1,
                let result = data[0].string
            else { throw .shape("results: walletRpc with one string as its data") }
            results.append(result)
        }
        guard let collected = body["collectedData"], collected != .null else { return (try option(body), results, nil) }
        guard let fields = collected["fields"]?.array else { throw .shape("collectedData: null or fields") }
        var values: [String: String] = [:]
        for field in fields {
            guard let id = field["id"]?.string, let value = field["value"]?.string, values[id] == nil else {
                throw .shape("collectedData.fields: id and value, both strings, each id once")
            }
            values[id] = value
        }
        return (try option(body), results, values)
    }

    /// The JSON object in the body of a request.
    static func object(_ request: ServedRequest) throws(SimulatorError) -> JSONObject {
        let type = request.header("Content-Type")?.split(separator: ";").first.map(String.init)
        guard type?.lowercased() == "application/json" else { throw .shape("Content-Type: application/json") }
        let json: JSON
        switch request.body.withUnsafeBufferPointer({ JSON.read($0) }) {
        case .value(let value): json = value
        case .fault(let fault): throw .shape("The body \(fault.reason.rawValue)")
        }
        guard let object = json.object else { throw .shape("The body is an object") }
        return object
    }

    private static func option(_ body: JSONObject) throws(SimulatorError) -> String {
        guard let id = body["optionId"]?.string, (1...65536).contains(id.utf8.count) else {
            throw .shape("optionId: a string")
        }
        return id
    }
}
