internal import LocalServer

/// Why a simulator failed.
package enum SimulatorError: Error, Hashable, Sendable, CustomStringConvertible {
    /// It cannot listen, with the system's reason.
    case listen(String)
    /// The certificate or its key cannot be read.
    case identity
    /// A file cannot be written.
    case file(String)
    /// The script is invalid; the path, and what was expected there.
    case script(path: String, expected: String)
    /// The error response to a request.
    case response(GatewayErrorResponse)
    /// The payment does not exist.
    case noPayment(String)
    /// The error response of a chain's server to a request.
    case answer(code: Int, message: String)
    /// A node rejects a transaction, with its words.
    case rejected(String)
    /// A simulated chain does not do what it was told, with the reason.
    case ledger(String)
    /// The file with the states of simulated chains cannot be used, with the reason.
    case snapshot(path: String, String)
    /// A simulated contract reverts a call, with the data that says why.
    case reverted([UInt8])
    /// The call of a simulated contract needs more gas than it has.
    case outOfGas
    /// A simulated node answers a request with an error.
    case refused(EVMRefusal)

    /// The reason of a ledger or of a node, without a sentence around it; or the sentence.
    var reason: String {
        switch self {
        case .ledger(let reason), .rejected(let reason): reason
        default: description
        }
    }

    /// The error as one sentence.
    package var description: String {
        switch self {
        case .listen(let reason): "The simulator cannot listen: \(reason)"
        case .identity: "The certificate or its key cannot be read; both must be in PEM."
        case .file(let path): "The file \(path) cannot be written."
        case .script(let path, let expected):
            "The script is not valid\(path.isEmpty ? "" : " at \(path)"): \(expected)."
        case .response(let response): "\(response.message)."
        case .noPayment(let id): "There is no payment \(id)."
        case .answer(let code, let message): "The server answers with the error \(code): \(message)."
        case .rejected(let words): "The node rejects the transaction: \(words)."
        case .ledger(let reason): "The simulated chain refuses: \(reason)."
        case .snapshot(let path, let reason): "The snapshot \(path) cannot be used: \(reason)."
        case .reverted: "The simulated contract reverts the call."
        case .outOfGas: "The call needs more gas."
        case .refused(let refusal): "The simulated node refuses: \(refusal.message)."
        }
    }
}

extension LoopbackServer {
    /// Starts the server of a simulator.
    static func simulated(
        port: Int, identity: ServerIdentity? = nil, bodyLimit: Int = LoopbackServer.bodyLimit,
        sockets: SocketService? = nil, answer: @escaping Handler
    ) async throws(SimulatorError) -> LoopbackServer {
        do {
            return try await LoopbackServer(
                port: port, identity: identity, bodyLimit: bodyLimit, sockets: sockets, answer: answer)
        } catch {
            switch error {
            case .listen(let reason), .operation(let reason): throw .listen(reason)
            case .identity: throw .identity
            }
        }
    }
}
