package import WalletCore

/// An account on EVM chains whose balances and transfers are asked for.
@MainActor package struct EthereumHolder {
    /// Its address (EIP-55); empty while the wallet is locked.
    let address: @MainActor () -> String

    /// The user's name for it.
    let name: @MainActor () -> String

    /// Whether its key is not in this wallet.
    let isWatchOnly: Bool

    /// The active account, whichever it is.
    package static func active(_ account: ActiveAccount) -> EthereumHolder {
        EthereumHolder(
            address: { account.address(.ethereum) }, name: { account.account.name }, isWatchOnly: false)
    }

    /// An address that the wallet watches while `account` is open.
    package static func watched(_ watched: WatchedAddress, while account: ActiveAccount) -> EthereumHolder {
        EthereumHolder(
            address: { account.isOpen ? watched.address : "" }, name: { watched.name }, isWatchOnly: true)
    }
}

extension ChainBook {
    /// The chains whose node may be asked about `holder`: a node that a site named does not learn which addresses are only
    /// watched.
    func served(to holder: EthereumHolder) -> [Chain] {
        chains.filter { hasNode($0) && !(holder.isWatchOnly && isNodeFromSite($0)) }
    }
}
