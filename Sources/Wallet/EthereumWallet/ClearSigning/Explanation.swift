internal import BigInt
package import Bridge
package import Ethereum
import Foundation
package import Messages

/// What the user reads about a transaction or a message before deciding.
package struct Explanation: Hashable, Sendable {
    /// What will happen, in one sentence by the wallet itself, as data.
    package var summary: Message

    /// What will happen, in one sentence in the user's language.
    package var sentence: String { summary.localized }

    /// The label of the approve button.
    package var verb: String

    /// Who gets or may spend what, and how much.
    package var rows: [Approval.Row] = []

    /// What the user must know.
    package var warnings: [Approval.Warning] = []

    /// The data of a call, argument by argument; empty for a message, whose fields are known.
    package var fields: [Approval.Field] = []

    /// The accounts that get something of value, to be remembered after sending.
    ///
    /// Only those that the user saw in that role: otherwise a page could make an address look familiar by hiding it in
    /// an inner call.
    package var recipients: [EthereumAddress] = []

    /// The accounts that may spend something of value, to be remembered in the same way.
    package var spenders: [EthereumAddress] = []

    /// The contract that is called, to be remembered in the same way.
    package var contract: EthereumAddress?

    /// The upper bound of the value of the tokens that are sent, in units of 10^-18 cents; `nil` if the wallet cannot
    /// tell.
    var worthSent: BigUInt?

    /// The amount of a known token that is sent, as text, such as `12.5 USDC`; `nil` for anything else.
    var tokensSent: String?

    /// The amount of an allowance, if the user may lower it before deciding.
    package var cap: AllowanceCap?

    /// The price for which items are sold, for each token; `nil` if none are sold.
    var listing: [ListedPrice]?

    /// The price that the user types again before deciding; `nil` if there is none.
    package var price: TypedPrice?

    /// Whether everything is explained: each step, by the wallet itself or by a descriptor for that contract.
    ///
    /// An incomplete explanation has a danger warning, or one that only simulations show what happens.
    package internal(set) var isComplete = false

    /// The same as ``isComplete``.
    package var isExplained: Bool { isComplete }

    /// Whether simulations may stand in for what cannot be read.
    var isSimulated = false

    /// Whether a row shows data that the contract ignores.
    var hasExtraDataRow = false

    init(_ summary: Message, verb: String) {
        self.summary = summary
        self.verb = verb
    }

    /// Adds the explanation to `approval`: replaces the sentence and the verb, and appends the rows, warnings and
    /// fields.
    package func apply(to approval: inout Approval) {
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
