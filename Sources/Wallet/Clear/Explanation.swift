public import Bridge
public import Ethereum
import Foundation

/// What the user is told about a transaction or a message before a decision.
public struct Explanation: Hashable, Sendable {
    /// What will happen, one sentence of ours.
    public var sentence: String

    /// What the approving button says.
    public var verb: String

    /// Who gets or may spend what, and how much.
    public var rows: [Approval.Row] = []

    /// What the user must know.
    public var warnings: [Approval.Warning] = []

    /// The data of a call, argument by argument; empty for a message, whose fields are known.
    public var fields: [Approval.Field] = []

    /// Who gets or may spend something: to be remembered once it is sent.
    ///
    /// Only those whom the user saw as such: a page could make an address look familiar by hiding it in a call that is
    /// carried by another one.
    public var recipients: [EthereumAddress] = []

    /// The amount of an allowance, where the user may lower it before the decision.
    public var cap: AllowanceCap?

    /// Whether all of it is explained: every step, by the wallet itself or by a descriptor for the very contract.
    ///
    /// What is not complete has a danger among its warnings.
    public internal(set) var isComplete = false

    /// The same as ``isComplete``.
    public var isExplained: Bool { isComplete }

    init(_ sentence: String, verb: String) {
        self.sentence = sentence
        self.verb = verb
    }

    /// Says it in `approval`: sentence and verb take the place of those there; rows, warnings and fields come behind.
    public func apply(to approval: inout Approval) {
        approval.sentence = sentence
        approval.verb = verb
        approval.rows += rows
        approval.fields += fields
        for warning in warnings where !approval.warnings.contains(warning) { approval.warnings.append(warning) }
        approval.warnings =
            approval.warnings.filter { $0.level == .danger } + approval.warnings.filter { $0.level != .danger }
    }

    /// Adds a warning, once.
    mutating func warn(_ level: Approval.Warning.Level, _ text: String) {
        let warning = Approval.Warning(level, text)
        if !warnings.contains(warning) { warnings.append(warning) }
    }
}
