package import Bridge
import Messages

/// The address that a site can see after the user connects it, and those of other accounts that the user chooses.
package struct Connection: Approvable {
    /// Which address.
    let kind: AddressKind

    /// The address itself.
    let address: String

    /// The user's name for the account.
    let accountName: String

    /// The other accounts that the user can choose.
    let offered: [WalletAddress]

    /// The addresses of those that the user has chosen.
    private(set) var chosen: Set<String>

    /// The site that will see it.
    let origin: Origin

    /// The name of the network, and, for an Ethereum address, of the chain that the site starts on.
    let network: DisplayText

    /// The warnings about the site.
    package let warnings: [Approval.Warning]

    /// The maximum number of accounts that are offered.
    private static let mostOffered = 20

    /// The connection of the account in use, as `request` asks for it.
    ///
    /// - Parameters:
    ///   - kind: Which address.
    ///   - request: The request of the site.
    ///   - account: The account in use.
    ///   - others: The other accounts that can be connected, and whether they are.
    ///   - network: The name of the network.
    ///   - warnings: The warnings about the site.
    @MainActor package init(
        of kind: AddressKind, for request: Request, _ account: WalletSigner,
        others: [(address: WalletAddress, isConnected: Bool)] = [], network: DisplayText,
        warnings: [Approval.Warning]
    ) {
        // Accounts that are connected already are always shown, so that the user can disconnect them.
        let shown = others.filter(\.isConnected) + others.filter { !$0.isConnected }.prefix(Self.mostOffered)
        offered = shown.map(\.address)
        chosen = Set(shown.filter(\.isConnected).map(\.address.address))
        self.kind = kind
        address = account.address(kind)
        accountName = kind == .ethereum ? account.ethereumAccount.account.name : account.account.name
        origin = request.peer.origin
        self.network = network
        self.warnings = warnings
    }

    /// The connection with the accounts that the user has ticked.
    ///
    /// - Parameter values: `true` or `false` by the address of an account.
    /// - Returns: The connection.
    package func choosing(_ values: [String: String]) -> Connection {
        var connection = self
        connection.chosen = Set(offered.map(\.address).filter { values[$0] == "true" })
        return connection
    }

    package func approval() -> Approval {
        var approval = Approval(
            localized("\(origin.site, as: "site") wants to see your \(kind.name, as: "network") address."),
            verb: localized("Connect"))
        approval.rows = [Approval.Row(localized("Account"), .exact(address), note: accountName, role: .account)]
        approval.adjustments = offered.map { other in
            Adjustment(
                id: other.address, label: localized("Also connect \(other.account.name, as: "account")"),
                value: chosen.contains(other.address) ? "true" : "false", note: other.address, isTick: true)
        }
        approval.rows.append(Approval.Row(localized("Network"), network, role: .network))
        approval.rows.append(
            Approval.Row(
                localized("Permissions"),
                .trusted(
                    chosen.isEmpty
                        ? localized(
                            "The site can see this address and ask you for signatures. It cannot sign by itself.")
                        : localized(
                            """
                            The site can see these addresses, learns that they belong together, and can ask you for \
                            signatures. It cannot sign by itself.
                            """))))
        approval.warnings = warnings
        return approval
    }
}
