package import Bitcoin
package import Bridge
import Messages
package import WalletCore

/// The recipient of a payment that a page requests, with what the wallet knows about the address.
package struct CoinRecipient {
    package let utxoChain: UTXOChain
    package let destination: Destination
    /// The address in the form that is shown; never the old form of Bitcoin Cash.
    package let address: String
    /// Whether it was written in the form that Bitcoin and Bitcoin Cash shared.
    let isOldForm: Bool

    /// Reads an address.
    package init(_ text: String, on utxoChain: UTXOChain) throws(RPCError) {
        do throws(BitcoinError) {
            destination = try Destination(text, on: utxoChain)
        } catch {
            throw RPCError(.malformed, "“to” is not an address of \(utxoChain.name). \(error)")
        }
        self.utxoChain = utxoChain
        isOldForm = utxoChain.ledger == .bitcoinCash && Destination.isOldForm(text)
        address = destination.address(on: utxoChain) ?? text
    }

    /// Reads an address for tokens, which encodes the same scripts as one of Bitcoin Cash.
    package init(token text: String, field: String, on chains: SiteChains) throws(RPCError) {
        do throws(BitcoinError) {
            let decoded = try CashAddress(text, prefix: chains.tokenPrefix)
            destination = try Destination(decoded)
            address = decoded.description
        } catch {
            throw RPCError(.malformed, "“\(field)” is not an address for tokens (\(chains.tokenPrefix):…). \(error)")
        }
        utxoChain = chains.chain(.bitcoinCash)
        isOldForm = false
    }

    /// The row with the address and whether it is new, and the warnings about it.
    package func describe(
        by book: any RecipientBook, label: String = localized("To")
    ) async -> (row: Approval.Row, warnings: [Approval.Warning]) {
        var warnings = formWarnings
        if let known = try? await book.recipient(address, on: utxoChain.chain) {
            return (
                Approval.Row(label, .exact(address), note: known.name ?? localized("used before"), role: .recipient),
                warnings
            )
        }
        let others = (try? await book.recent(limit: 1_000)) ?? []
        if others.contains(where: { $0.chain == utxoChain.chain && looksLike($0.address) }) {
            warnings.append(
                Approval.Warning(
                    .danger,
                    localized(
                        """
                        This address looks like one that you have sent to before, but it is a different one. It \
                        may have been created to impersonate it.
                        """)))
        } else {
            warnings.append(Approval.Warning(.caution, localized("You have never sent to this address before.")))
        }
        return (Approval.Row(label, .exact(address), note: localized("new"), role: .recipient), warnings)
    }

    /// The row and the warnings for an address of the account that pays.
    func describeAsOwn() -> (row: Approval.Row, warnings: [Approval.Warning]) {
        (
            Approval.Row(localized("To"), .exact(address), note: localized("yours"), role: .recipient),
            formWarnings + [
                Approval.Warning(.caution, localized("The recipient is the account that sends it."))
            ]
        )
    }

    /// The warning about the form of the address.
    private var formWarnings: [Approval.Warning] {
        guard isOldForm else { return [] }
        return [
            Approval.Warning(
                .caution,
                localized(
                    """
                    This address has the legacy format, which is the same on Bitcoin. Make sure that the recipient \
                    expects Bitcoin Cash.
                    """))
        ]
    }

    /// Whether the user has paid this address before.
    package func isKnown(to book: any RecipientBook) async -> Bool {
        (try? await book.recipient(address, on: utxoChain.chain)) != nil
    }

    /// Whether `other` could be mistaken for this address by its first and last characters.
    private func looksLike(_ other: String) -> Bool {
        func bare(_ text: String) -> Substring { text.split(separator: ":").last ?? "" }
        let (mine, untrusted) = (bare(address), bare(other))
        // The first character only shows the type.
        return mine.dropFirst().prefix(3) == untrusted.dropFirst().prefix(3) && mine.suffix(4) == untrusted.suffix(4)
    }

    /// The first and last characters, for a sentence; a row shows the full address.
    package var short: String {
        let bare = address.split(separator: ":").last ?? ""
        return "\(bare.prefix(6))…\(bare.suffix(4))"
    }
}

extension RecipientBook {
    /// Remembers `recipient`; if this cannot be written, it stays new.
    package func remember(_ recipient: CoinRecipient, at time: Int64) async {
        try? await remember(
            Recipient(chain: recipient.utxoChain.chain, address: recipient.address, lastUsed: time))
    }
}

extension Grants {
    /// Whether the site of `request` is not connected to any address of `utxoChain`, and so must not learn the balance.
    package func hidesBalance(of utxoChain: UTXOChain, from request: Request) -> Bool {
        let kinds: [AddressKind] = utxoChain.ledger == .bitcoin ? [.bitcoin] : [.bitcoinCash, .simpleLedger]
        return !kinds.contains { allows($0, to: request.peer.origin) }
    }
}
