package import Bridge
import Ethereum
import Messages
import WalletCore

/// Names of ENS next to addresses.
extension RequestExplainer {
    /// Adds the names of the recipients, spenders and contracts that the wallet does not know itself.
    ///
    /// Each is in a row after its address. Names that could be mistaken for others have warnings. A node that did not answer other
    /// questions is not asked for names.
    ///
    /// - Parameters:
    ///   - explanation: The explanation with its rows.
    ///   - known: How well the user knows the addresses.
    ///   - isAsking: Whether names are looked up.
    ///   - payee: The name by which the user gave the recipient.
    ///   - chain: The chain.
    func addNames(
        to explanation: inout Explanation, _ known: [EthereumAddress: KnownAddress], isAsking: Bool,
        payee: ResolvedName?, on chain: Chain
    ) async {
        var shown: [EthereumAddress] = []
        for row in explanation.rows {
            guard let address = Self.party(row), !shown.contains(address),
                Self.isNamable(known[address]) || address.description == payee?.address
            else { continue }
            shown.append(address)
        }
        let asked = shown.filter { $0.description != payee?.address }.prefix(Self.mostNames)
        let found = isAsking ? await names?.names(of: Array(asked), on: chain) ?? [:] : [:]
        guard payee != nil || !found.isEmpty else { return }
        let contacts = ((try? await recipients.recent(limit: Self.mostContacts)) ?? []).filter { $0.name != nil }
        for address in shown {
            let isPayee = address.description == payee?.address
            guard let name = isPayee ? payee?.name : found[address],
                let place = explanation.rows.firstIndex(where: { Self.party($0) == address })
            else { continue }
            let isMutual = !isPayee || payee?.isMutual == true
            explanation.rows.insert(Self.nameRow(name, isMutual: isMutual), at: place + 1)
            let contact = contacts.first {
                $0.address != address.description && Self.isSame(name, asContact: $0.name ?? "")
            }
            if let other = contact?.name {
                explanation.warn(
                    .danger,
                    localized(
                        """
                        The ENS name \(Quotation.of(name), as: "name") reads like your contact \
                        \(Quotation.of(other), as: "contact"), but it resolves to a different address.
                        """))
            } else if let other = await names?.lookAlike(of: name, at: address) {
                explanation.warn(
                    .danger,
                    localized(
                        """
                        The ENS name \(Quotation.of(name), as: "name") looks like \
                        \(Quotation.of(other), as: "otherName"), which is the name of a different address.
                        """))
            }
        }
    }

    /// The row of a name.
    package static func nameRow(_ name: String, isMutual: Bool) -> Approval.Row {
        let isPlain = name.utf8.allSatisfy { $0 < 0x80 }
        let note =
            switch (isMutual, isPlain) {
            case (true, true): localized("confirmed by its owner")
            case (true, false): localized("confirmed by its owner, has letters other than a–z")
            case (false, true): localized("not confirmed by owner")
            case (false, false): localized("not confirmed by owner, has letters other than a–z")
            }
        return Approval.Row(localized("ENS name"), .untrusted(name), note: note, role: .name)
    }

    /// Whether a name, or its first part, looks like the name of a contact.
    static func isSame(_ name: String, asContact contact: String) -> Bool {
        let look = look(contact)
        guard !look.isEmpty else { return false }
        return Self.look(name) == look || name.split(separator: ".").first.map { Self.look(String($0)) } == look
    }

    private static func look(_ text: String) -> String {
        HostSkeleton.of(text.lowercased()).filter { !" -_'’".contains($0) }
    }

    /// The address of a row about a recipient, a spender or a contract.
    private static func party(_ row: Approval.Row) -> EthereumAddress? {
        guard row.role == .recipient || row.role == .spender || row.role == .contract, case .exact(let text) = row.value
        else { return nil }
        return try? EthereumAddress(text)
    }

    /// Whether the wallet has no better name for an address, and it can have one of its own.
    private static func isNamable(_ known: KnownAddress?) -> Bool {
        switch known {
        case .own?, .named?, .open?, .noOwner?: false
        case .known?, .described?, .new?, .lookAlike?, .unreadable?, nil: true
        }
    }

    private static let mostNames = 4
    private static let mostContacts = 2_000
}
