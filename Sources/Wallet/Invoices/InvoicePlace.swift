internal import Bitcoin
internal import Bridge
internal import Wire

/// Where an invoice is, by the text that a page gives: a payment link with `r` (BIP-72), or an https address.
struct InvoicePlace: Hashable, Sendable {
    let address: WebAddress
    /// The ledger that the link names; `nil` where it does not.
    let ledger: Ledger?

    init(_ text: String) throws(RPCError) {
        let url: String
        if text.prefix(6).lowercased() == "https:" {
            (url, ledger) = (text, nil)
        } else {
            let link: PaymentLink
            do throws(BitcoinError) {
                link = try PaymentLink(text)
            } catch {
                throw RPCError(.malformed, "“url” is no link to an invoice. \(error)")
            }
            guard let request = link.request else {
                throw RPCError(.malformed, "“url” is a payment link that leads to no invoice.")
            }
            (url, ledger) = (request, link.ledger)
        }
        do throws(WireError) {
            address = try Self.secure(url)
        } catch {
            throw RPCError(.malformed, "“url” does not lead to an https address that can be asked.")
        }
    }

    /// Reads an address that is reached by https.
    static func secure(_ text: String) throws(WireError) -> WebAddress {
        let address = try WebAddress(text)
        guard address.isSecure else { throw .unusableAddress }
        return address
    }
}
