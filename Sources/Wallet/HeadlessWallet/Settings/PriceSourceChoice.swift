package import EthereumWallet
import Messages

/// Which source is asked, and in which currency.
package struct PriceSourceChoice: Equatable, Sendable {
    /// The address, without a query.
    package var endpoint: Endpoint

    /// The currency (ISO 4217), in capital letters.
    package var currency: String

    /// The address of CoinGecko, which is offered.
    package static let offered = "https://api.coingecko.com/api/v3/simple/price"

    /// The currency that is offered.
    package static let offeredCurrency = "EUR"

    /// Reads an address and a currency.
    ///
    /// - Throws: Why they cannot be used, with the field.
    package init(_ address: String, currency: String) throws(WalletError) {
        do throws(NodeError) {
            endpoint = try Endpoint(address)
        } catch {
            throw WalletError(field: .address, error.sentence)
        }
        guard !endpoint.url.utf8.contains(UInt8(ascii: "?")) else {
            throw WalletError(
                field: .address, localized("The wallet adds the query: leave out “?” and what follows."))
        }
        let currency = currency.uppercased()
        guard currency.utf8.count == 3, currency.utf8.allSatisfy({ 0x41...0x5A ~= $0 }) else {
            throw WalletError(
                field: .currency, localized("The currency is a code of three letters, such as EUR."))
        }
        self.currency = currency
    }
}
