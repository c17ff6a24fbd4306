package import Bridge

/// A JSON-RPC 2.0 message between two clients, or a client and a relay.
package enum RPCMessage: Hashable, Sendable {
    /// A request, which must be answered.
    case request(RPCRequest)

    /// The answer to a request.
    case response(RPCResponse)

    /// The most bytes of a message: those of the largest envelope.
    package static let maximumBytes = Envelope.maximumTextBytes

    /// Reads the bytes of a message.
    ///
    /// Strict about JSON and about the members of JSON-RPC; other members are ignored.
    ///
    /// - Throws: ``WalletConnectError/json(_:)`` or ``WalletConnectError/message(_:)``.
    package init(parsing bytes: [UInt8]) throws(WalletConnectError) {
        guard bytes.count <= Self.maximumBytes else { throw .envelope(.tooLong) }
        switch bytes.withUnsafeBufferPointer({ JSON.read($0, rules: .message) }) {
        case .value(let json): try self.init(json)
        case .fault(let fault): throw .json(fault)
        }
    }

    /// Reads a message from JSON.
    ///
    /// - Throws: ``WalletConnectError/message(_:)``.
    package init(_ json: JSON) throws(WalletConnectError) {
        guard json.object != nil, json["jsonrpc"]?.string == "2.0" else { throw .message("jsonrpc") }
        if let method = json["method"] {
            guard json["result"] == nil, json["error"] == nil else { throw .message("result") }
            self = .request(try RPCRequest(json, method: method))
        } else {
            self = .response(try RPCResponse(json))
        }
    }

    /// The message as JSON.
    package var json: JSON {
        switch self {
        case .request(let request): request.json
        case .response(let response): response.json
        }
    }

    /// The id; `nil` for an error about a message whose id could not be read.
    package var id: RPCID? {
        switch self {
        case .request(let request): request.id
        case .response(let response): response.id
        }
    }
}

/// A request of JSON-RPC.
package struct RPCRequest: Hashable, Sendable {
    /// What the answer must have.
    package var id: RPCID

    /// The method.
    package var method: String

    /// The parameters; an empty object if the message has no parameters.
    package var params: JSON

    /// The most bytes of the name of a method.
    package static let maximumMethodBytes = 128

    /// Creates a request.
    package init(id: RPCID, method: String, params: JSON) {
        self.id = id
        self.method = method
        self.params = params
    }

    fileprivate init(_ json: JSON, method: JSON) throws(WalletConnectError) {
        guard let id = RPCID(json["id"]) else { throw .message("id") }
        guard let method = method.string, 1...Self.maximumMethodBytes ~= method.utf8.count else {
            throw .message("method")
        }
        let params = json["params"] ?? .object(JSONObject())
        guard params.object != nil || params.array != nil else { throw .message("params") }
        self.init(id: id, method: method, params: params)
    }

    /// The request as JSON.
    package var json: JSON {
        ["id": id.json, "jsonrpc": "2.0", "method": .string(method), "params": params]
    }
}

/// An answer of JSON-RPC.
package struct RPCResponse: Hashable, Sendable {
    /// What came out of a request.
    package enum Outcome: Hashable, Sendable {
        /// It was done.
        case result(JSON)
        /// It was not done.
        case failure(ErrorResponse)
    }

    /// The id of the request; `nil` if the other side could not read it.
    package var id: RPCID?

    /// What came out.
    package var outcome: Outcome

    /// Creates an answer with a result.
    package init(id: RPCID, result: JSON) {
        self.id = id
        outcome = .result(result)
    }

    /// Creates an answer with an error.
    package init(id: RPCID?, failure: ErrorResponse) {
        self.id = id
        outcome = .failure(failure)
    }

    fileprivate init(_ json: JSON) throws(WalletConnectError) {
        let isUnreadable = json["id"]?.unlessNull == nil
        id = RPCID(json["id"])
        // Some libraries write the member that does not count as `null`.
        let error = json["error"]?.unlessNull
        guard id != nil || isUnreadable && error != nil else { throw .message("id") }
        if let error {
            guard json["result"]?.unlessNull == nil else { throw .message("result") }
            outcome = .failure(try ErrorResponse(error))
        } else {
            guard let result = json["result"] else { throw .message("result") }
            outcome = .result(result)
        }
    }

    /// The answer as JSON.
    package var json: JSON {
        switch outcome {
        case .result(let result): ["id": id?.json ?? .null, "jsonrpc": "2.0", "result": result]
        case .failure(let failure): ["id": id?.json ?? .null, "jsonrpc": "2.0", "error": failure.json]
        }
    }
}
