import Bridge
import EthereumWallet
import HeadlessWallet
import Messages
import WalletConnect
import WalletCore

/// The session that an app proposes, with what it would be allowed to use.
struct SessionOffer: Approvable {
    /// The app.
    let peer: SessionPeer

    /// What the session would be allowed to use.
    let namespaces: SessionNamespaces

    /// The user's name for the account that is shared.
    let accountName: String

    /// The chains that the wallet knows.
    let chains: [Chain]

    /// What the app asks for and the wallet does not offer: methods and chains.
    let missing: [String]

    /// The warnings about the app.
    let warnings: [Approval.Warning]

    /// The most names that a row lists.
    private static let most = 12

    func approval() -> Approval {
        var approval = Approval(
            localized("\(peer.quotedName, as: "app") wants to connect to this wallet."), verb: localized("Connect"))
        for address in addresses {
            approval.rows.append(
                Approval.Row(localized("Account"), .exact(address), note: accountName, role: .account))
        }
        approval.rows.append(Approval.Row(localized("Networks"), networks, role: .network))
        approval.rows.append(
            Approval.Row(
                localized("Permissions"),
                .trusted(
                    localized("The app can see this address and ask you for signatures. It cannot sign by itself."))))
        approval.rows.append(Approval.Row(localized("Requests"), .exact(Self.list(namespaces.methods))))
        if !missing.isEmpty {
            approval.rows.append(Approval.Row(localized("Not available"), .untrusted(Self.list(missing))))
        }
        approval.rows.append(
            Approval.Row(
                localized("Ends"),
                .trusted(localized("7 days after it was last used, or when you disconnect it")), role: .expiry))
        approval.warnings = warnings
        approval.doneSentence = localized("Connected.")
        return approval
    }

    /// The addresses that are shared, each once.
    private var addresses: [String] {
        var seen: Set<String> = []
        return namespaces.accounts.map(\.address).filter { seen.insert($0.lowercased()).inserted }
    }

    private var networks: DisplayText {
        NameList.networks(namespaces.chains, knownTo: chains, most: Self.most)
    }

    private static func list(_ names: [String]) -> String {
        NameList.text(names, most: most)
    }
}
