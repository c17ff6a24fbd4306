public import Ethereum
public import WalletCore

/// What the wallet knows of tokens, contracts and earlier recipients, with which it explains what is signed.
@MainActor public final class EthereumKnowledge {
    /// The tokens whose symbols and decimals are known.
    public var tokens = TokenBook()

    /// What is known of contracts and their functions.
    public var descriptors = DescriptorBook.empty

    private let recipients: any RecipientBook
    private let activeAccount: ActiveAccount
    private let clock: WalletClock

    /// Creates what the wallet knows.
    ///
    /// - Parameters:
    ///   - recipients: The addresses that the user dealt with before.
    ///   - activeAccount: The user's own account.
    ///   - clock: The time of day.
    public init(recipients: any RecipientBook, activeAccount: ActiveAccount, clock: WalletClock) {
        self.recipients = recipients
        self.activeAccount = activeAccount
        self.clock = clock
    }

    /// Explains what a transaction or a message will do.
    package var clearSigning: ClearSigning {
        ClearSigning(
            tokens: tokens, recipients: recipients, descriptors: descriptors,
            own: [activeAccount.address(.ethereum)].compactMap { try? EthereumAddress($0) }, now: clock.now)
    }

    /// Remembers the addresses of a transaction that was sent, or of a signature: each as what the user saw it.
    ///
    /// A signature may never be used, so it does not make anyone a recipient.
    package func remember(_ explanation: Explanation, on chain: String, isSignature: Bool = false) async {
        var roles: [EthereumAddress: Recipient.Roles] = [:]
        for spender in explanation.spenders {
            roles[spender, default: []].formUnion(isSignature ? .signedSpender : .spender)
        }
        if !isSignature {
            for recipient in explanation.recipients { roles[recipient, default: []].formUnion(.recipient) }
            if let contract = explanation.contract { roles[contract, default: []].formUnion(.contract) }
        }
        for (address, roles) in roles {
            try? await recipients.remember(
                Recipient(chain: chain, address: address.description, lastUsed: clock.now(), roles: roles))
        }
    }
}
