package import Bridge
import Messages

/// The address that a site can see after the user connects it.
package struct Connection: Approvable {
    /// Which address.
    let kind: AddressKind

    /// The address itself.
    let address: String

    /// The user's name for the account.
    let accountName: String

    /// The site that will see it.
    let origin: Origin

    /// The name of the network, and, for an Ethereum address, of the chain that the site starts on.
    let network: DisplayText

    /// The warnings about the site.
    package let warnings: [Approval.Warning]

    /// The connection of the account in use, as `request` asks for it.
    @MainActor package init(
        of kind: AddressKind, for request: Request, _ account: ActiveAccount, network: DisplayText,
        warnings: [Approval.Warning]
    ) {
        self.kind = kind
        address = account.address(kind)
        accountName = account.account.name
        origin = request.peer.origin
        self.network = network
        self.warnings = warnings
    }

    package func approval() -> Approval {
        var approval = Approval(
            localized("\(origin.site, as: "site") wants to see your \(kind.name, as: "network") address."),
            verb: localized("Connect"))
        approval.rows = [Approval.Row(localized("Account"), .exact(address), note: accountName, role: .account)]
        approval.rows.append(Approval.Row(localized("Network"), network, role: .network))
        approval.rows.append(
            Approval.Row(
                localized("Permissions"),
                .trusted(
                    localized("The site can see this address and ask you for signatures. It cannot sign by itself."))))
        approval.warnings = warnings
        return approval
    }
}
