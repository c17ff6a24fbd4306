internal import Bitcoin
package import Bridge
internal import Network
import WalletCore

/// The location of an invoice, from the text that a page gives: a payment link with `r` (BIP-72), or an https address.
package struct InvoicePlace: Hashable, Sendable {
    let address: WebAddress
    /// The ledger that the link names; `nil` if it names none.
    let ledger: UTXOChain.Ledger?

    package init(_ text: String) throws(RPCError) {
        let url: String
        if text.prefix(6).lowercased() == "https:" {
            (url, ledger) = (text, nil)
        } else {
            let link: BitcoinURI
            do throws(BitcoinError) {
                link = try BitcoinURI(text)
            } catch {
                throw RPCError(.malformed, "“url” is not a link to an invoice. \(error)")
            }
            guard let request = link.request else {
                throw RPCError(.malformed, "“url” is a payment link without an invoice.")
            }
            (url, ledger) = (request, link.utxoChain.ledger)
        }
        do throws(NetworkError) {
            address = try Self.secure(url)
        } catch {
            throw RPCError(.malformed, "“url” does not contain a usable https address.")
        }
    }

    /// Whether a page of `origin` could send the request itself; then the wallet gives it no additional access.
    func isOwn(of origin: Origin) -> Bool {
        origin.scheme == "https" && origin.host == address.host && Int(origin.port) == address.port ?? 443
    }

    /// Whether a page of `origin` may make the wallet connect there: a page from the internet may not name a host in
    /// the local network.
    func isOpen(to origin: Origin) -> Bool {
        PublicHost.mayLead(origin, to: address.host)
    }

    /// The addresses that the name of the server may resolve to if a page of `origin` gave it: only public ones for a
    /// page from the internet, except for its own server.
    func addresses(for origin: Origin) -> HTTPRequest.Addresses {
        PublicHost.isOfInternet(origin) && !isOwn(of: origin) ? .publicOnly : .any
    }

    /// The full address of the request.
    var text: String { address.description }

    /// The server, with its port unless it is the default port.
    var server: String { address.host + (address.port.map { ":\($0)" } ?? "") }

    /// Parses an https address.
    static func secure(_ text: String) throws(NetworkError) -> WebAddress {
        let address = try WebAddress(text)
        guard address.isSecure else { throw .unusableAddress }
        return address
    }
}
