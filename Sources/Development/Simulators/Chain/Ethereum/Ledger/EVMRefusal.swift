internal import Ethereum
internal import Primitives

/// The error with which a simulated node answers: the codes and texts of Geth.
package struct EVMRefusal: Hashable, Sendable {
    /// The code.
    package let code: Int

    /// The text.
    package let message: String

    /// The data that a contract reverted with; `nil` for other errors.
    package var data: [UInt8]?

    /// Creates an error.
    package init(_ message: String, code: Int = -32_000, data: [UInt8]? = nil) {
        (self.message, self.code, self.data) = (message, code, data)
    }
}

extension SimulatorError {
    /// An error of the node.
    static func refused(_ message: String, code: Int = -32_000) -> SimulatorError {
        .refused(EVMRefusal(message, code: code))
    }

    /// An error about the parameters of a request.
    static func invalid(_ message: String) -> SimulatorError { .refused(message, code: -32_602) }

    /// The error that a node gives for this one.
    var refusal: EVMRefusal {
        switch self {
        case .refused(let refusal): refusal
        case .reverted(let data):
            EVMRefusal(
                RevertReason.read(data).map { "execution reverted: \($0)" } ?? "execution reverted", code: 3,
                data: data)
        case .outOfGas: EVMRefusal("out of gas")
        default: EVMRefusal(description)
        }
    }
}
