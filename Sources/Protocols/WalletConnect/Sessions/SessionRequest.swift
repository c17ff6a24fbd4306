public import Bridge

/// A call of a method of the wallet: the parameters of `wc_sessionRequest`.
public struct SessionRequest: Hashable, Sendable {
    /// The chain on which the method is called.
    public var chain: ChainID
    /// The method, such as `personal_sign`.
    public var method: String
    /// The parameters of the method; `null` if the app sent no parameters.
    public var params: JSON
    /// When the request ends, in seconds since 1970; `nil` if the app does not say.
    public var expiry: Int64?

    /// How long a request may last, in seconds.
    public static let lifetimes: ClosedRange<Int64> = 300...604_800

    /// Creates a request.
    public init(chain: ChainID, method: String, params: JSON, expiry: Int64? = nil) {
        self.chain = chain
        self.method = method
        self.params = params
        self.expiry = expiry
    }

    /// Reads the parameters.
    ///
    /// - Throws: ``WalletConnectError/parameters(_:)`` with the member that is wrong.
    package init(_ params: JSON) throws(WalletConnectError) {
        let parameters = try Parameters.object(params)
        let request = try parameters.object("request")
        chain = try parameters.chain("chainId")
        method = try request.text("method", upTo: RPCRequest.maximumMethodBytes)
        guard !method.isEmpty else { throw .parameters("request.method") }
        self.params = request.json["params"] ?? .null
        // The specification prints `expiry`; all clients in use write `expiryTimestamp`.
        expiry = try request.optionalTime(request.value("expiryTimestamp") == nil ? "expiry" : "expiryTimestamp")
    }

    /// The parameters as JSON.
    package var json: JSON {
        let request = JSON(members: [
            ("method", .string(method)), ("params", params), ("expiryTimestamp", expiry.map { JSON($0) }),
        ])
        return ["request": request, "chainId": .string(chain.description)]
    }

    /// Whether the request no longer counts at `now`, in seconds since 1970.
    public func isExpired(at now: Int64) -> Bool { expiry.map { $0 <= now } ?? false }
}

/// News of the wallet for the app: the parameters of `wc_sessionEvent`.
public struct SessionEvent: Hashable, Sendable {
    /// The chain that the event is about.
    public var chain: ChainID
    /// The name, such as `accountsChanged`.
    public var name: String
    /// What happened; the name decides its form.
    public var data: JSON

    /// Creates an event.
    public init(chain: ChainID, name: String, data: JSON) {
        self.chain = chain
        self.name = name
        self.data = data
    }

    /// Reads the parameters.
    ///
    /// - Throws: ``WalletConnectError/parameters(_:)`` with the member that is wrong.
    package init(_ params: JSON) throws(WalletConnectError) {
        let parameters = try Parameters.object(params)
        let event = try parameters.object("event")
        chain = try parameters.chain("chainId")
        name = try event.text("name", upTo: RPCRequest.maximumMethodBytes)
        data = event.json["data"] ?? .null
    }

    /// The parameters as JSON.
    package var json: JSON {
        ["event": ["name": .string(name), "data": data], "chainId": .string(chain.description)]
    }
}
