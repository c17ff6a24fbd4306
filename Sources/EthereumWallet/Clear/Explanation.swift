internal import BigInt
public import Bridge
public import Ethereum
import Foundation
package import Messages

/// What the user reads about a transaction or a message before deciding.
public struct Explanation: Hashable, Sendable {
    /// What will happen, in one sentence of the wallet itself, as data.
    package var summary: Message

    /// What will happen, in one sentence in the user's language.
    public var sentence: String { summary.localized }

    /// The label of the approve button.
    public var verb: String

    /// Who gets or may spend what, and how much.
    public var rows: [Approval.Row] = []

    /// What the user must know.
    public var warnings: [Approval.Warning] = []

    /// The data of a call, argument by argument; empty for a message, whose fields are known.
    public var fields: [Approval.Field] = []

    /// The accounts that get something of value, to be remembered after sending.
    ///
    /// Only those that the user saw in that role: otherwise a page could make an address look familiar by hiding it in
    /// an inner call.
    public var recipients: [EthereumAddress] = []

    /// The accounts that may spend something of value, to be remembered in the same way.
    public var spenders: [EthereumAddress] = []

    /// The contract that is called, to be remembered in the same way.
    public var contract: EthereumAddress?

    /// The most that the tokens that are sent can be worth, in units of 10^-18 cents; `nil` where the wallet cannot
    /// tell.
    var worthSent: BigUInt?

    /// The amount of a known token that is sent, as text, such as `12.5 USDC`; `nil` for anything else.
    var tokensSent: String?

    /// The amount of an allowance, if the user may lower it before deciding.
    public var cap: AllowanceCap?

    /// Whether everything is explained: each step, by the wallet itself or by a descriptor for that contract.
    ///
    /// An incomplete explanation has a danger warning.
    public internal(set) var isComplete = false

    /// The same as ``isComplete``.
    public var isExplained: Bool { isComplete }

    /// Whether a row tells of data that the contract ignores.
    var hasExtraDataRow = false

    init(_ summary: Message, verb: String) {
        self.summary = summary
        self.verb = verb
    }

    /// Adds it to `approval`: replaces sentence and verb, and appends rows, warnings and fields.
    public func apply(to approval: inout Approval) {
        approval.sentence = sentence
        approval.verb = verb
        approval.rows += rows
        approval.fields += fields
        for warning in warnings where !approval.warnings.contains(warning) { approval.warnings.append(warning) }
        approval.warnings =
            approval.warnings.filter { $0.level == .danger } + approval.warnings.filter { $0.level != .danger }
    }

    /// Adds a warning, unless it is already there.
    mutating func warn(_ level: Approval.Warning.Level, _ text: String) {
        let warning = Approval.Warning(level, text)
        if !warnings.contains(warning) { warnings.append(warning) }
    }
}
