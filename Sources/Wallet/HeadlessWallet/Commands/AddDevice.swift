import Bridge
import BitcoinWallet
import EthereumWallet
import Messages
import Store
import WalletCore
import WalletMethods

/// Adds an account on EVM chains whose key is on a hardware wallet.
package struct AddDevice: StoredCommand {
    package static let name = "device"

    /// The export of the hardware wallet, `ur:…`.
    let text: String

    /// The user's name for the account; empty for the usual one.
    let accountName: String

    /// The number of the account in the export, as it was typed; empty for the first one.
    let number: String

    package init(_ text: String, named name: String = "", number: String = "") {
        (self.text, accountName, self.number) = (text, name, number)
    }

    package func check() throws(WalletError) { _ = try account() }

    package func run(in wallet: Wallet) async throws(WalletError) -> AddedAddress {
        AddedAddress(address: try await wallet.add(account(), named: accountName))
    }

    package func run(in wallet: StoredWallet) async throws -> AddedAddress {
        let store = wallet.store
        let account = try entry()
        do {
            try WatchedEthereum.check(account, among: store.watched.watchedAddresses(), own: [])
            try await store.watched.watch(account)
            return AddedAddress(address: account.address)
        } catch let error as RPCError {
            throw WalletError(error)
        }
    }

    /// The account as it is stored.
    @MainActor func entry() throws(WalletError) -> WatchedAddress { try Self.watched(account(), accountName) }

    private func account() throws(WalletError) -> DeviceExport.Account {
        let typed = EnteredText.trimmed(number)
        guard let number = UInt32(typed.isEmpty ? "0" : typed), number <= DeviceExport.highestNumber else {
            throw WalletError(
                field: .number,
                localized("The number of an account is at most \(DeviceExport.highestNumber, as: "number")."))
        }
        let export = try DeviceExport(EnteredText.trimmed(text))
        guard let account = try export.accounts(from: number, count: 1).first else {
            throw WalletError(
                field: .number, localized("The hardware wallet exported no account with this number."))
        }
        return account
    }

    /// An account of an export under a name; without one, under the usual name.
    @MainActor fileprivate static func watched(
        _ account: DeviceExport.Account, _ name: String?
    ) throws(WalletError) -> WatchedAddress {
        do throws(RPCError) {
            let name = EnteredText.trimmed(name)
            return WatchedAddress(
                account.address, name: try CoinWallet.watchedName(name.isEmpty ? localized("Hardware wallet") : name),
                device: account.key)
        } catch {
            throw WalletError(field: .name, error.sentence)
        }
    }
}

extension Wallet {
    /// Adds an account of a hardware wallet.
    ///
    /// - Returns: Its address.
    @discardableResult package func add(
        _ account: DeviceExport.Account, named name: String?
    ) async throws(WalletError) -> String {
        let watched = try AddDevice.watched(account, name)
        do throws(RPCError) {
            return try await holdings.watchedEthereum.add(watched).address
        } catch {
            throw error.kind == .invalidParameters
                ? WalletError(field: .text, error.sentence) : WalletError(error)
        }
    }
}
