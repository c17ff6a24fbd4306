import BitcoinWallet
import Bridge
import EthereumWallet
import Messages
import WalletCore
import WalletMethods

/// Signs a message with the key of an address, after the approval.
package struct SignMessage: WalletCommand {
    /// The signature as text.
    package struct Outcome: Codable, Hashable, Sendable {
        package let signature: String
    }

    package static let name = "message"

    let address: String
    let message: String

    /// On Bitcoin, `bip137` or `bip322`; empty for the usual one of the address.
    let form: String

    package init(_ message: String, with address: String, form: String = "") {
        (self.message, self.address, self.form) = (message, address, form)
    }

    package func run(in wallet: Wallet) async throws(WalletError) -> Outcome {
        let wanted = MessageForm(rawValue: form)
        guard form.isEmpty || wanted != nil else {
            throw WalletError(field: .form, localized("The standard must be bip137 or bip322."))
        }
        guard form.isEmpty || !WatchedEthereum.isAddress(address) else {
            throw WalletError(
                field: .form, localized("Messages with this address are always signed by EIP-191, without a choice."))
        }
        let services = wallet.services
        do throws(RPCError) {
            return Outcome(
                signature: try await wallet.ask("message") { request throws(RPCError) in
                    guard WatchedEthereum.isAddress(address) else {
                        return try await services.holdings.coinWallet.sign(
                            message: message, with: address, form: wanted, for: request)
                    }
                    return try await services.sign(message: message, with: address, for: request)
                })
        } catch {
            throw error.kind == .invalidParameters
                ? WalletError(field: .address, error.sentence) : WalletError(error)
        }
    }

    /// Whether the owner of an address signed a message; `nil` if that cannot be checked.
    package static func isSigned(
        _ text: String, by address: String, _ signature: String
    ) throws(WalletError) -> Bool? {
        do throws(RPCError) {
            return WatchedEthereum.isAddress(address)
                ? try WalletServices.isSigned(message: text, by: address, signature)
                : try CoinWallet.isSigned(message: text, by: address, signature)
        } catch {
            throw WalletError(field: .signature, error.sentence)
        }
    }
}
