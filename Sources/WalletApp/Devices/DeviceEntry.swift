import Bridge
import BitcoinWallet
import EthereumWallet
import Messages
import Store
import WalletCore
import WalletMethods

/// An account on EVM chains whose key a device has, as the user adds it.
@MainActor struct DeviceEntry {
    private let account: WatchedAddress

    /// Adds an account of an export under a name; without one, under the usual name.
    init(_ account: DeviceExport.Account, name: String?) throws(WalletAppError) {
        do throws(RPCError) {
            let name = ServerAnswer.trimmed(name)
            self.account = WatchedAddress(
                account.address, name: try CoinWallet.watchedName(name.isEmpty ? localized("Hardware wallet") : name),
                device: account.key)
        } catch {
            throw WalletAppError(field: "name", error.sentence)
        }
    }

    /// Reads the values `text`, `name` and `number` of a command.
    init(_ values: [String: String]) throws(WalletAppError) {
        let text = ServerAnswer.trimmed(values["number"])
        guard let number = UInt32(text.isEmpty ? "0" : text), number <= DeviceExport.highestNumber else {
            throw WalletAppError(
                field: "number",
                localized("The number of an account is at most \(DeviceExport.highestNumber, as: "number")."))
        }
        let export = try DeviceExport(ServerAnswer.trimmed(values["text"]))
        guard let account = try export.accounts(from: number, count: 1).first else {
            throw WalletAppError(
                field: "number", localized("The hardware wallet exported no account with this number."))
        }
        try self.init(account, name: values["name"])
    }

    /// Adds the account to the wallet of a window.
    ///
    /// - Returns: Its address.
    @discardableResult func add(to holdings: WalletHoldings) async throws(WalletAppError) -> String {
        do throws(RPCError) {
            return try await holdings.watchedEthereum.add(account).address
        } catch {
            throw error.kind == .invalidParameters
                ? WalletAppError(field: "text", error.sentence) : WalletAppError(error)
        }
    }

    /// Adds the account to the store, while no window is open.
    ///
    /// - Returns: Its address.
    func add(to store: Store) async throws -> String {
        do {
            try WatchedEthereum.check(account, among: store.watched.watchedAddresses(), own: [])
            try await store.watched.watch(account)
            return account.address
        } catch let error as RPCError {
            throw WalletAppError(error)
        }
    }
}
