import Bridge
import Ethereum

/// What must be said of those who get something.
extension IntentWords {
    /// What somebody is in an intent.
    enum Role {
        case recipient
        case spender
        case contract
    }

    func warn(about address: EthereumAddress, as role: Role, in explanation: inout Explanation) {
        switch known[address] {
        case .lookAlike(let other)?:
            explanation.warn(
                .danger,
                "This address looks like one that you know, but it is another one. \(address) is not \(other). "
                    + "Somebody may have made it to be taken for it.")
        case .nobody? where role == .recipient:
            explanation.warn(.danger, "The recipient is the address of nobody: what is sent there is lost.")
        case .own? where role == .recipient && address == signer:
            explanation.warn(.caution, "The recipient is the account that it comes from.")
        case .new? where role == .recipient:
            explanation.warn(.caution, "You have never sent to this address before.")
        case .new? where role == .spender:
            explanation.warn(.caution, "You have never dealt with this spender before.")
        case .untold?:
            explanation.warn(
                .caution, "The list of your earlier recipients could not be read, so the address is not checked.")
        default: break
        }
    }
}
