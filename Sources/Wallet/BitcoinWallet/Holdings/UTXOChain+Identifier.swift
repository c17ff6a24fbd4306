package import Bitcoin
import Bridge
package import Messages

extension UTXOChain {
    /// What the user is told about every payment on it.
    var warnings: [Approval.Warning] {
        isTest ? [Approval.Warning(.plain, localized("Test network. Its coins have no value."))] : []
    }

    /// Whether a text is an address of other chains only.
    func isAddressOfOther(_ text: String) -> Bool {
        (try? Destination(text, on: self)) == nil
            && Self.allCases.contains { (try? Destination(text, on: $0)) != nil }
    }

    /// The message for a text that is not an address on this chain.
    package func refusal(of text: String) -> Message {
        isAddressOfOther(text)
            ? localizable("This is not an address of \(name, as: "network"), but of another network.")
            : localizable("This is not an address of \(name, as: "network").")
    }
}
