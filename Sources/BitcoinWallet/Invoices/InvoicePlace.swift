internal import Bitcoin
package import Bridge
internal import Network
import WalletCore

/// Where an invoice is, by the text that a page gives: a payment link with `r` (BIP-72), or an https address.
package struct InvoicePlace: Hashable, Sendable {
    let address: WebAddress
    /// The ledger that the link names; `nil` where it does not.
    let utxoChain: UTXOChain?

    package init(_ text: String) throws(RPCError) {
        let url: String
        if text.prefix(6).lowercased() == "https:" {
            (url, utxoChain) = (text, nil)
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
            (url, utxoChain) = (request, link.utxoChain)
        }
        do throws(NetworkError) {
            address = try Self.secure(url)
        } catch {
            throw RPCError(.malformed, "“url” does not contain a usable https address.")
        }
    }

    /// Whether a page of `origin` could ask there itself: then it learns and does nothing that it could not without us.
    func isOwn(of origin: Origin) -> Bool {
        origin.scheme == "https" && origin.host == address.host && Int(origin.port) == address.port ?? 443
    }

    /// Whether a page of `origin` may lead the wallet there: a page of the internet not into one's own network.
    func isOpen(to origin: Origin) -> Bool {
        PublicHost.mayLead(origin, to: address.host)
    }

    /// The whole address, as it is asked for.
    var text: String { address.description }

    /// The server, with its port where that is not the usual one.
    var server: String { address.host + (address.port.map { ":\($0)" } ?? "") }

    /// Reads an address that is reached by https.
    static func secure(_ text: String) throws(NetworkError) -> WebAddress {
        let address = try WebAddress(text)
        guard address.isSecure else { throw .unusableAddress }
        return address
    }
}
