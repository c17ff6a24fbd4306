import WalletCore
import EthereumWallet
import BitcoinWallet
import WalletMethods

/// A book of recipients that cannot be read or written.
struct BrokenBook: RecipientBook {
    func recipient(_ address: String, on chain: String) async throws(JournalError) -> Recipient? {
        throw .unavailable("gone")
    }

    func recent(limit: Int) async throws(JournalError) -> [Recipient] {
        throw .unavailable("gone")
    }

    func remember(_ recipient: Recipient) async throws(JournalError) {
        throw .unavailable("gone")
    }
}
