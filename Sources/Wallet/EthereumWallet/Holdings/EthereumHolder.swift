package import WalletCore

/// An account on EVM chains whose balances and transfers are asked for.
@MainActor package struct EthereumHolder {
    /// Its address (EIP-55); empty while the wallet is locked.
    let address: @MainActor () -> String

    /// The user's name for it.
    let name: @MainActor () -> String

    /// Whether nothing can be signed for it.
    let isWatchOnly: Bool

    /// Whether it is an account of the wallet that is not the active one.
    var isOther = false

    /// Whether its key is on a hardware wallet.
    let isOnDevice: @MainActor () -> Bool

    /// The active account, whichever it is.
    package static func active(_ account: WalletSigner) -> EthereumHolder {
        EthereumHolder(
            address: { account.address(.ethereum) }, name: { account.ethereumAccount.account.name },
            isWatchOnly: false, isOnDevice: { account.ethereumAccount.account.device != nil })
    }

    /// The accounts of the wallet, the active one first.
    package static func all(of account: WalletSigner) -> [EthereumHolder] {
        let others = account.ethereumAddresses.dropFirst().prefix(mostOthers)
        return [active(account)]
            + others.map { own in
                EthereumHolder(
                    address: { own.address }, name: { own.account.name }, isWatchOnly: false, isOther: true,
                    isOnDevice: { own.account.device != nil })
            }
    }

    /// The maximum number of other accounts that are asked about.
    private static let mostOthers = 50

    /// An address that the wallet watches while `account` is open.
    package static func watched(_ watched: WatchedAddress, while account: WalletSigner) -> EthereumHolder {
        EthereumHolder(
            address: { account.isOpen ? watched.address : "" }, name: { watched.name },
            isWatchOnly: watched.device == nil, isOnDevice: { watched.device != nil })
    }
}

extension ChainBook {
    /// The chains whose node may be asked about `holder`.
    func served(to holder: EthereumHolder) -> [Chain] { chains.filter { mayAsk(about: holder, on: $0) } }

    /// Whether the node of a chain may be asked about `holder`: a node that a site named does not learn which addresses
    /// are only watched, nor which other accounts belong to the wallet.
    func mayAsk(about holder: EthereumHolder, on chain: Chain) -> Bool {
        hasNode(chain) && !((holder.isWatchOnly || holder.isOther) && isNodeFromSite(chain))
    }
}
