import BigInt
import Bridge
import Ethereum
import Messages
import WalletCore

/// Addresses as text, and warnings about them.
extension IntentExplainer {
    /// An address as part of a sentence.
    func who(_ address: EthereumAddress) -> Message {
        switch known[address] {
        case .own?: return localizable("your own account")
        case .known(let name?, _)? where Chain.isName(name, upTo: 40): return Message(verbatim: Quotation.of(name))
        case .named(let name)?, .described(let name, _)?, .open(let name)?: return Message(verbatim: name)
        default:
            let text = address.description
            return Message(verbatim: "\(text.prefix(6))…\(text.suffix(4))")
        }
    }

    /// Whether the user or the wallet knows an address well enough to trust it with the assets that are shown.
    func isTrusted(_ address: EthereumAddress) -> Bool {
        switch known[address] {
        case .own?, .named?, .described?: true
        case .known(let name, _)?: name != nil
        default: isVouchedFor(address)
        }
    }

    /// Whether an address is unknown, so that it must not receive anything; an address that only a descriptor names is
    /// unknown.
    func isUnknown(_ address: EthereumAddress) -> Bool { isUnknown(address, unless: .recipient) }

    /// Whether an address is unknown, so that it must not spend anything.
    ///
    /// One to which the user has sent something is still unknown as a spender.
    func isUnknownSpender(_ address: EthereumAddress) -> Bool {
        isUnknown(address, unless: .spender) && !isVouchedFor(address)
    }

    private func isUnknown(_ address: EthereumAddress, unless role: Recipient.Roles) -> Bool {
        switch known[address] {
        case .own?, .named?: false
        case .known(_, let roles)?, .described(_, let roles)?: !roles.contains(role)
        default: true
        }
    }

    /// The name of a well-known contract.
    ///
    /// Such a contract does not record who owns the tokens that are simply sent to it, so it must not be a recipient.
    func nameOfContract(_ address: EthereumAddress) -> String? {
        switch known[address] {
        case .named(let name)?, .open(let name)?: name
        default: nil
        }
    }

    /// What a contract that the wallet knows does with what it gets; `nil` if the wallet or the user knows it otherwise.
    func use(of contract: EthereumAddress) -> KnownContract.Use? {
        guard nameOfContract(contract) != nil else { return nil }
        return KnownContracts.contract(contract, on: chain.id)?.use
    }

    /// Whether the user has used an address as `role`; nothing was ever sent to an address that only a descriptor
    /// names.
    func isUsed(_ address: EthereumAddress, as role: Approval.Row.Role) -> Bool {
        guard case .known(_, let roles)? = known[address] else { return false }
        return switch role {
        case .recipient: roles.contains(.recipient)
        case .spender: !roles.isDisjoint(with: [.spender, .signedSpender])
        case .contract: !roles.isDisjoint(with: [.spender, .signedSpender, .contract])
        default: true
        }
    }

    /// Whether an address without code can belong to a person: the wallet does not list it as a contract.
    private func isPerson(_ address: EthereumAddress) -> Bool {
        switch known[address] {
        case .own?, .named?, .open?: false
        default: true
        }
    }

    /// Whether an amount shows that the user knows the recipient.
    ///
    /// A small amount that a page asks for does not, and a token that the wallet does not know may belong to the page.
    func isTelling(_ units: BigUInt, of token: EthereumAddress?) -> Bool {
        isVouchedFor(token) && !isTrifle(units, of: token)
    }

    /// A row with the full address and how well it is known.
    func row(_ label: String, _ address: EthereumAddress, role: Approval.Row.Role = .detail) -> Approval.Row {
        let note: String? =
            switch known[address] {
            case .own?: localized("yours")
            case .known(let name, _)?:
                name.flatMap { Chain.isName($0, upTo: 40) ? $0 : nil }
                    ?? (isUsed(address, as: role)
                        ? localized("used before") : localized("used before for something else"))
            case .named(let name)?, .described(let name, _)?, .open(let name)?: name
            case .new?: localized("new")
            case .lookAlike?: localized("look-alike")
            case .noOwner?: localized("burn address")
            case .unreadable?, nil: nil
            }
        return Approval.Row(label, .exact(address.description), note: note, role: role)
    }

    static let isLost = localized("No one controls this address: anything sent there is lost.")

    /// Warns about an address that is a lookalike, that no one controls, or that is new; `isNewWarned` means that a
    /// stronger warning already says that it is new, and `assets` is what a recipient gets.
    func warn(
        about address: EthereumAddress, as role: Approval.Row.Role, isNewWarned: Bool = false,
        getting assets: Assets = .tokens, in explanation: inout Explanation
    ) {
        switch known[address] {
        case .lookAlike(let other)?:
            explanation.warn(
                .danger,
                localized(
                    """
                    This address looks like one that you know, but it is a different one. \
                    \(address, as: "address") is not \(other, as: "knownAddress"). It may have been created to \
                    impersonate it.
                    """))
        case .open(let name)? where role == .spender:
            explanation.warn(
                .danger,
                localized(
                    "Anyone can make \(name, as: "contract") call any contract: what it may spend, anyone can take."))
        case .noOwner? where role == .recipient:
            explanation.warn(.danger, Self.isLost)
        case .own? where role == .recipient && address == signer:
            explanation.warn(.caution, localized("The recipient is the account that sends it."))
        case .new?, .known?:
            guard !isUsed(address, as: role) else { break }
            if role == .recipient {
                explanation.warn(.caution, localized("You have never sent anything of value to this address before."))
            } else if role == .spender, !isNewWarned {
                explanation.warn(.caution, localized("You have never used this spender before."))
            }
        case .described(_, let roles)? where role == .spender && !isNewWarned:
            guard roles.isDisjoint(with: [.spender, .signedSpender]) else { break }
            explanation.warn(.caution, localized("You have never used this spender before."))
        case .unreadable?:
            explanation.warn(
                .caution, localized("Your earlier recipients could not be read, so this address was not checked."))
        default: break
        }
        if role == .recipient { warn(aboutCodeOf: address, getting: assets, in: &explanation) }
        if role == .spender, !isPayment, holdings.codes[address]?.isPerson == true, isPerson(address) {
            explanation.warn(
                .danger,
                localized("The spender is a person’s address, not a contract. Honest apps do not ask for this."))
        }
    }

    /// What a recipient gets.
    enum Assets {
        /// The coin of the chain; the code of the recipient runs when it arrives.
        case coins

        /// Tokens or items of collections; most contracts of tokens do not run the code of the recipient.
        case tokens
    }

    /// Says that a contract gets the assets, or that the wallet cannot tell.
    ///
    /// Accounts of people can be contracts, too. So what the user has sent to before is not mentioned, and neither is
    /// what the wallet itself names; the recipient of a payment to a merchant is the choice of the merchant.
    private func warn(
        aboutCodeOf address: EthereumAddress, getting assets: Assets, in explanation: inout Explanation
    ) {
        switch (holdings.codes[address], known[address]) {
        case (.delegation(let delegation)?, .own?) where assets == .coins && address != signer:
            explanation.warn(
                .caution,
                localized(
                    """
                    Your account that receives this has delegated itself to the contract \
                    \(delegation.contract, as: "contract"). The contract’s code controls the coins that arrive.
                    """))
        case (_, .own?), (_, .noOwner?), (_, .lookAlike?), (_, .open?): break
        case (.delegation(let delegation)?, _) where assets == .coins:
            explanation.warn(
                .plain,
                localized(
                    """
                    The recipient’s account has delegated itself to the contract \
                    \(delegation.contract, as: "contract") (EIP-7702). The contract’s code controls the coins \
                    that arrive.
                    """))
        case (.contract?, .named?) where assets == .tokens: break
        case (.contract?, _) where !isUsed(address, as: .recipient) && !isForMerchant:
            explanation.warn(
                .caution,
                assets == .coins
                    ? localized(
                        """
                        The recipient is a contract, not a person’s address. If the contract is not made to receive \
                        coins, they can be lost.
                        """)
                    : localized(
                        """
                        The recipient is a contract, not a person’s address. If the contract is not made to hold \
                        tokens, they are lost.
                        """))
        case (.notReported?, _) where !isUsed(address, as: .recipient) && !isForMerchant:
            explanation.warn(.plain, localized("The wallet could not check whether the recipient is a contract."))
        default: break
        }
    }
}
