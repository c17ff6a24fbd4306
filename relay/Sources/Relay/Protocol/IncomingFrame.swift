/// A frame of a client of version 2.
enum IncomingFrame {
    /// A request.
    case request(RequestID, RelayCall, prefix: StaticString)

    /// A request that is answered with an error.
    case refused(RequestID, ErrorReply)

    /// The response to a delivery; only a result confirms it.
    case response(UInt64?, isResult: Bool)
}

extension IncomingFrame {
    private static let confirmationStart = Array("{\"id\":".utf8)
    private static let confirmationEnd = Array(",\"jsonrpc\":\"2.0\",\"result\":true}".utf8)

    /// The id of a confirmation in the form that nearly all clients write; every second frame is one.
    private static func confirmation(_ bytes: [UInt8]) -> UInt64? {
        let digits = bytes.dropFirst(confirmationStart.count).dropLast(confirmationEnd.count)
        guard 1...19 ~= digits.count, bytes.starts(with: confirmationStart),
            bytes[digits.endIndex...].elementsEqual(confirmationEnd)
        else { return nil }
        return RequestID.number(digits)
    }

    /// Reads a frame.
    init(_ bytes: [UInt8], limits: RelayLimits) {
        if let id = Self.confirmation(bytes) {
            self = .response(id, isResult: true)
            return
        }
        guard let root = try? JSONDocument(bytes).root, root.kind == .object else {
            self = .refused(.unknown, .serialization)
            return
        }
        guard let id = root["id"].flatMap({ RequestID($0) }) else {
            self = .refused(.unknown, .requestID)
            return
        }
        guard root["jsonrpc"]?.text == "2.0" else {
            self = .refused(id, .version)
            return
        }
        guard let method = root["method"] else {
            let isResult = root["result"] != nil
            self =
                isResult || root["error"] != nil
                ? .response(id.number, isResult: isResult) : .refused(id, .serialization)
            return
        }
        guard let method = method.text else {
            self = .refused(id, .method)
            return
        }
        guard let params = root["params"], params.kind == .object else {
            self = .refused(id, .parameters("params"))
            return
        }
        do throws(RelayError) {
            let (call, prefix) = try RelayCall.read(method: method, params: params, limits: limits)
            self = .request(id, call, prefix: prefix)
        } catch {
            guard case .reply(let reply) = error else {
                self = .refused(id, .serialization)
                return
            }
            self = .refused(id, reply)
        }
    }
}
