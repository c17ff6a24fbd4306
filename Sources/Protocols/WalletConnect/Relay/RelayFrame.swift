internal import Bridge

/// A frame of a relay.
enum RelayFrame: Hashable, Sendable {
    /// The answer to a call; the id is `nil` if it is not the number of one, the outcome if it cannot be read.
    case answer(UInt64?, RPCResponse.Outcome?)
    /// A message, which must be confirmed.
    case delivery(RPCID, RelayMessage)
    /// A request for something that clients do not do.
    case other(RPCID)
    /// Not a frame of the protocol; its id, if it has one.
    case malformed(RPCID?)

    /// Reads a frame.
    init(_ text: String) {
        var text = text
        let json = text.withUTF8 { bytes -> JSON? in
            guard bytes.count <= Self.maximumBytes else { return nil }
            guard case .value(let json) = JSON.read(bytes, rules: .message) else { return nil }
            return json
        }
        guard let json, json.object != nil else {
            self = .malformed(nil)
            return
        }
        do throws(WalletConnectError) {
            switch try RPCMessage(json) {
            case .response(let response): self = .answer(Self.call(response.id), response.outcome)
            case .request(let request): self = Self.request(request)
            }
        } catch {
            // A response is never answered, whatever is wrong with it.
            let isResponse = json["method"] == nil && (json["result"] != nil || json["error"] != nil)
            self = isResponse ? Self.broken(json) : .malformed(RPCID(json["id"]))
        }
    }

    /// The most bytes of a frame: those of the longest message, and of the members around it.
    static let maximumBytes = Envelope.maximumTextBytes + 16_384

    /// The prefixes of the method that delivers a message: the current one and two older ones.
    private static let deliveries: Set<String> = ["irn_subscription", "waku_subscription", "iridium_subscription"]

    private static func request(_ request: RPCRequest) -> RelayFrame {
        guard deliveries.contains(request.method) else { return .other(request.id) }
        guard let message = request.params["data"].flatMap({ RelayMessage($0) }) else { return .malformed(request.id) }
        return .delivery(request.id, message)
    }

    /// The id of a call in an answer, which may repeat the number as a text.
    private static func call(_ id: RPCID?) -> UInt64? {
        switch id {
        case .number(let number): UInt64(exactly: number)
        case .large(let number): number
        case .text(let text): UInt64(text).flatMap { String($0) == text ? $0 : nil }
        case nil: nil
        }
    }

    /// A malformed answer still ends its call.
    private static func broken(_ json: JSON) -> RelayFrame {
        guard let id = call(RPCID(json["id"])) else { return .malformed(nil) }
        return .answer(id, nil)
    }
}
