import Bitcoin
package import BitcoinWallet
import Bridge
package import EthereumWallet
import Foundation
import Messages
package import Network
import WalletCore

/// A list of the user's, which comes from a file or from an address with https.
package enum UserList: Sendable {
    /// The sites that are known to steal.
    case scamSites

    /// The names of tokens on Bitcoin Cash.
    case tokenNames

    /// The setting with the address from which it comes: `nil` if it came from a file, or there is none.
    package func address(in settings: Settings) -> String? {
        switch self {
        case .scamSites: settings.phishingList
        case .tokenNames: settings.tokenRegistry
        }
    }

    /// A sentence about the list.
    package func sentence(about count: Int?) -> String {
        switch (self, count) {
        case (.scamSites, nil): localized("There is no list.")
        case (.scamSites, let count?):
            localized(
                "The list contains \(count, as: "count") site.",
                plural: "The list contains \(count, as: "count") sites.", count: count)
        case (.tokenNames, nil): localized("There is no registry.")
        case (.tokenNames, let count?):
            localized(
                "The registry names \(count, as: "count") token.",
                plural: "The registry names \(count, as: "count") tokens.", count: count)
        }
    }

    fileprivate func set(_ address: String?, in settings: inout Settings) {
        switch self {
        case .scamSites: settings.phishingList = address
        case .tokenNames: settings.tokenRegistry = address
        }
    }
}

/// The files of the user's lists, and the settings with their addresses.
package struct UserLists: Sendable {
    let changes: ConfigurationChanges
    let scamSites: PhishingListFile
    let tokenNames: TokenRegistryFile

    /// Creates the lists whose addresses are in these settings; their files need not exist.
    package init(
        _ changes: ConfigurationChanges, scamSites: PhishingListFile = .usual, tokenNames: TokenRegistryFile = .usual
    ) {
        (self.changes, self.scamSites, self.tokenNames) = (changes, scamSites, tokenNames)
    }

    /// The number of entries; `nil` without a list.
    package func count(of list: UserList) async -> Int? {
        switch list {
        case .scamSites: await scamSites.load()?.count
        case .tokenNames: await tokenNames.load()?.count
        }
    }

    /// Replaces a list by the one in a file, or by the one at an https address, which is kept for the next time.
    ///
    /// - Returns: The number of entries, and the address if it came from one.
    /// - Throws: Why it was not replaced; then the old one stays.
    package func update(
        _ list: UserList, from source: String, through sender: any HTTPSender
    ) async throws(WalletError) -> (count: Int, address: String?) {
        let isAddress = source.hasPrefix("https://") || source.hasPrefix("http://")
        let file = URL(filePath: source)
        let count = try await WalletError.of { () async throws(RPCError) -> Int in
            switch list {
            case .scamSites:
                isAddress
                    ? try await scamSites.update(from: source, through: sender).count
                    : try await scamSites.read(from: file).count
            case .tokenNames:
                isAddress
                    ? try await tokenNames.update(from: source, through: sender).count
                    : try tokenNames.update(from: file).count
            }
        }
        let address = isAddress ? source : nil
        // The settings may have changed meanwhile.
        try await changes.make { list.set(address, in: &$0) }
        return (count, address)
    }

    /// Removes a list.
    ///
    /// - Throws: Why it is still there.
    package func remove(_ list: UserList) async throws(WalletError) {
        try await WalletError.of { () async throws(RPCError) in
            switch list {
            case .scamSites: try scamSites.remove()
            case .tokenNames: try tokenNames.remove()
            }
        }
        try await changes.make { list.set(nil, in: &$0) }
    }
}

extension PhishingListFile {
    /// The user's list: `$XDG_DATA_HOME/drawbridge/phishing.json`.
    package static var usual: PhishingListFile {
        PhishingListFile(URL(filePath: "\(WalletFolder.data)/phishing.json"))
    }

    /// The address of the list that the wallet proposes.
    package static let offered =
        "https://raw.githubusercontent.com/MetaMask/eth-phishing-detect/main/src/config.json"
}

extension TokenRegistryFile {
    /// The user's registry: `$XDG_DATA_HOME/drawbridge/token-registry.json`.
    package static var usual: TokenRegistryFile {
        TokenRegistryFile(URL(filePath: "\(WalletFolder.data)/token-registry.json"))
    }
}
