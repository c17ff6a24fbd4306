import BigInt
import Bridge
import Ethereum
import Primitives

/// Builds the JSON-RPC request of a case from its readable form.
struct SigningRequest {
    /// The typed data types that all cases of the file share.
    let types: JSON?
    let words: SigningWords

    /// The method and the parameters of `json`, which has one of `transaction`, `message`, `typedData` and `params`.
    func read(_ json: JSON, method: String?) throws(SigningFault) -> (String, JSON) {
        if let transaction = json["transaction"] {
            return (method ?? "eth_sendTransaction", [try self.transaction(transaction)])
        }
        if let message = json["message"]?.string {
            let text = try words.filled(message)
            let isBytes = text.hasPrefix("0x") && Hex.decode(text) != nil
            return (
                method ?? "personal_sign",
                [.string(isBytes ? text : "0x" + Hex.encode(Array(text.utf8))), .string(SigningWords.account)]
            )
        }
        if let data = json["typedData"] {
            return (method ?? "eth_signTypedData_v4", [.string(SigningWords.account), try typedData(data)])
        }
        guard let method, let params = json["params"] else {
            throw SigningFault("says neither “transaction” nor “message”, “typedData” or “params”")
        }
        return (method, try words.filled(params))
    }

    private func transaction(_ json: JSON) throws(SigningFault) -> JSON {
        var result: JSONObject = ["from": .string(SigningWords.account)]
        for member in json.object?.members ?? [] {
            switch member.key {
            case "function", "arguments", "append": continue
            case "to", "data", "from", "type", "chainId", "accessList", "input", "authorizationList":
                result[member.key] = try words.filled(member.value)
            default: result[member.key] = .string(try quantity(member.value))
            }
        }
        if let function = json["function"]?.string {
            var data = try SigningABI(words: words).call(function, json["arguments"] ?? [])
            if let more = json["append"]?.string.flatMap({ Hex.decode($0) }) { data += more }
            result["data"] = .string("0x" + Hex.encode(data))
        }
        return .object(result)
    }

    /// Converts a decimal number to a JSON-RPC quantity; other texts are unchanged.
    private func quantity(_ json: JSON) throws(SigningFault) -> String {
        let text = try words.filled(json.string ?? json.number?.text ?? "")
        return BigUInt(text, radix: 10).map { "0x" + String($0, radix: 16) } ?? text
    }

    /// Typed data, whose types can be written like parameters: `"Permit": "address owner, address spender"`.
    private func typedData(_ json: JSON) throws(SigningFault) -> JSON {
        guard var data = try words.filled(json).object else { throw SigningFault("“typedData” is not an object") }
        var all = JSONObject()
        let domain = data["domain"] ?? .object(JSONObject())
        all["EIP712Domain"] = .array(
            Self.domain.filter { domain[$0.name] != nil }.map { Self.field($0.type, $0.name) })
        for source in [types, data["types"]] {
            for member in source?.object?.members ?? [] { all[member.key] = Self.fields(member.value) }
        }
        if let primary = data["primaryType"]?.string {
            let used = Self.used(by: [primary, "EIP712Domain"], in: all)
            for key in all.keys where !used.contains(key) && data["types"]?[key] == nil { all[key] = nil }
        }
        data["types"] = .object(all)
        data["domain"] = domain
        return .object(data)
    }

    /// The types that are reachable from `names`.
    private static func used(by names: [String], in types: JSONObject) -> Set<String> {
        var found: Set<String> = []
        var open = names
        while let name = open.popLast() {
            guard let fields = types[name]?.array, found.insert(name).inserted else { continue }
            open += fields.compactMap { $0["type"]?.string?.prefix { $0 != "[" } }.map(String.init)
        }
        return found
    }

    private static func fields(_ json: JSON) -> JSON {
        guard let text = json.string else { return json }
        return .array(
            text.split(separator: ",").map { part in
                let words = part.split(separator: " ")
                return field(String(words.first ?? ""), String(words.last ?? ""))
            })
    }

    private static func field(_ type: String, _ name: String) -> JSON {
        ["name": .string(name), "type": .string(type)]
    }

    private static let domain: [(type: String, name: String)] = [
        ("string", "name"), ("string", "version"), ("uint256", "chainId"), ("address", "verifyingContract"),
        ("bytes32", "salt"),
    ]
}
