/// The dialect of the Ethereum provider: `{method, params}` (EIP-1193), with the response `{result}` or `{error: {code,
/// message, data}}`; the page script matches them by the number of the message.
public struct EthereumDialect: Dialect {
    /// `ethereum`.
    public let name = "ethereum"

    /// `E`.
    public let tag = UInt8(ascii: "E")

    /// Creates the dialect.
    public init() {}

    /// Decodes one message; the page script creates them, so each of them has a caller that waits for a response.
    public func decode(_ message: UnsafeBufferPointer<UInt8>, limits: Limits) -> DecodedMessage {
        let members: JSONObject?
        switch JSON.read(message, rules: limits.rules) {
        case .value(let value): members = value.object
        case .fault(let fault):
            let error = RPCError(.malformed, "The request \(fault.reason.rawValue).")
            return .refusal(error, ReplyID(id: .null, command: ""))
        }
        guard let method = members?["method"]?.string, !method.isEmpty else {
            let fault = RPCError(.malformed, "'args.method' must be a non-empty string.")
            return .refusal(fault, ReplyID(id: .null, command: ""))
        }
        let replyID = ReplyID(id: .null, command: method.prefix(scalars: limits.idBytes))
        switch members?["params"] {
        case nil, .array?, .object?:
            return .call(Call(method: method, params: members?["params"] ?? .null), replyID)
        default:
            return .refusal(
                RPCError(.malformed, "'args.params' must be an object or array if provided."), replyID)
        }
    }

    /// Encodes the response to a message.
    public func encode(_ outcome: Result<JSON, RPCError>, to replyID: ReplyID) -> [UInt8] {
        switch outcome {
        case .success(let result):
            return JSON.object(["result": result]).bytes
        case .failure(let error):
            return JSON.object(["error": Self.object(for: error, of: replyID.command)]).bytes
        }
    }

    /// Encodes an event: its name and the value for its listeners.
    public func encode(_ event: Event) -> [UInt8]? {
        switch event {
        case .connect(let chainID): message("connect", ["chainId": .string(chainID)])
        case .disconnect(let error): message("disconnect", Self.object(for: error, of: ""))
        case .chainChanged(let chainID): message("chainChanged", .string(chainID))
        case .accountsChanged(let accounts): message("accountsChanged", .array(accounts.map { .string($0) }))
        case .message(let type, let data): message("message", ["type": .string(type), "data": data])
        case .named, .progress: nil
        }
    }

    private func message(_ name: String, _ data: JSON) -> [UInt8] {
        JSON.object(["event": .string(name), "data": data]).bytes
    }

    /// The error object of JSON-RPC, `{code, message, data}`, for `error` of `method`.
    ///
    /// A reverted call has the same code and data as from a node, because libraries extract the reason from them.
    package static func object(for error: RPCError, of method: String) -> JSON {
        if let revert = error.revert {
            return ["code": 3, "message": .string(error.message), "data": .string(hex(revert))]
        }
        return [
            "code": .number(JSONNumber(code(of: error.kind))), "message": .string(message(of: error, to: method)),
            "data": ["reason": .string(error.kind.rawValue)],
        ]
    }

    /// The wallet's sentence, followed in parentheses by the phrase that libraries check for
    /// (docs/protocol/libraries.md).
    private static func message(of error: RPCError, to method: String) -> String {
        guard let phrase = error.phrase ?? (error.kind == .rejected ? denial(of: method) : nil) else {
            return error.message
        }
        return "\(error.message) (\(phrase))"
    }

    /// MetaMask's phrase for a rejection of `method`: pages and ethers 5 check for it.
    private static func denial(of method: String) -> String {
        switch method {
        case "eth_requestAccounts", "wallet_requestPermissions": "User denied account authorization"
        case "eth_sendTransaction", "eth_signTransaction": "User denied transaction signature"
        case "personal_sign", "eth_signTypedData", "eth_signTypedData_v1", "eth_signTypedData_v3",
            "eth_signTypedData_v4":
            "User denied message signature"
        default: "User denied the request"
        }
    }

    private static func hex(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return "0x" + String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// EIP-1193 (4xxx), EIP-5792 (57xx), EIP-1474 (-32000, -32002, -32005) and JSON-RPC 2.0, section 5.1.
    private static func code(of kind: RPCError.Kind) -> Int {
        switch kind {
        case .malformed, .tooLarge: -32600
        case .unknownMethod: -32601
        case .invalidParameters: -32602
        case .failed, .timedOut, .notSent, .merchant: -32603
        case .expired: -32000
        case .tooMany: -32005
        case .pending: -32002
        case .rejected: 4001
        case .unauthorized, .locked: 4100
        case .unsupported: 4200
        case .disconnected, .gone: 4900
        case .unknownChain: 4902
        case .unsupportedCapability: 5700
        case .unsupportedChain: 5710
        case .duplicateID: 5720
        case .unknownBundle: 5730
        case .tooManyCalls: 5740
        case .notAtomic: 5760
        }
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// Creates an object; if a key is given twice, the last value is used.
    public init(dictionaryLiteral elements: (String, JSON)...) {
        self.init()
        for (key, value) in elements { self[key] = value }
    }
}
