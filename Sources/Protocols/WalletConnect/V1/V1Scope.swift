internal import Bridge

/// What a session of version 1 is in the words of version 2: one chain of `eip155`, and the methods of version 1.
enum V1Scope {
    static let namespace = "eip155"

    /// The methods that apps of version 1 call; an app does not say which of them it needs.
    static let methods = [
        "eth_sendTransaction", "eth_signTransaction", "eth_sendRawTransaction", "eth_sign", "personal_sign",
        "eth_signTypedData", "eth_signTypedData_v3", "eth_signTypedData_v4", "wallet_switchEthereumChain",
        "wallet_addEthereumChain", "wallet_watchAsset",
    ]

    /// What `wc_sessionUpdate` tells.
    static let events = ["accountsChanged", "chainChanged"]

    /// What an app proposes; without a chain, nothing in particular: the wallet chooses.
    static func proposal(chain: UInt64?) -> ProposalNamespaces {
        guard let chain else { return ProposalNamespaces() }
        return ProposalNamespaces([
            ProposalNamespaces.Entry(
                namespace, chains: [ChainID(eip155: chain).description], methods: methods, events: events)
        ])
    }

    /// What a wallet approves.
    static func session(chain: UInt64, accounts: [String], methods: [String]) -> SessionNamespaces {
        let id = ChainID(eip155: chain)
        return SessionNamespaces([
            SessionNamespaces.Entry(
                namespace, chains: [id.description],
                accounts: accounts.map { AccountID(chain: id, address: $0).description }, methods: methods,
                events: events)
        ])
    }

    /// The part of approved namespaces that version 1 can express: one chain.
    ///
    /// - Parameters:
    ///   - namespaces: What is approved; valid.
    ///   - preferred: The chain that is chosen if it is among several.
    /// - Returns: The chain, its accounts as addresses, and the methods on it; `nil` if there is no chain of `eip155`.
    static func part(
        of namespaces: SessionNamespaces, preferring preferred: UInt64?
    ) -> (chain: UInt64, accounts: [String], methods: [String])? {
        let chains = namespaces.chains.compactMap(\.eip155)
        guard let chain = chains.first(where: { $0 == preferred }) ?? chains.first else { return nil }
        let id = ChainID(eip155: chain)
        let accounts = namespaces.accounts.filter { $0.chain == id }.map(\.address)
        let methods = namespaces.entries.filter { $0.accounts.contains { $0.hasPrefix("\(id):") } }.flatMap(\.methods)
        return (chain, Array(accounts.prefix(V1Session.maximumAccounts)), methods.unique)
    }

    /// The chain that an app wants, and whether it cannot do without it.
    ///
    /// - Throws: ``WalletConnectError/namespaces(_:)`` if more is required than version 1 can express.
    static func chain(
        required: ProposalNamespaces, optional: ProposalNamespaces
    ) throws(WalletConnectError) -> (chain: UInt64?, isRequired: Bool) {
        let needed = try required.scopes()
        guard needed.allSatisfy({ $0.namespace == namespace }) else { throw .namespaces(.unsupportedNamespace) }
        guard needed.flatMap(\.chains).count <= 1, needed.flatMap(\.chains).allSatisfy({ $0.eip155 != nil }) else {
            throw .namespaces(.unsupportedChain)
        }
        if let chain = needed.first?.chains.first?.eip155 { return (chain, true) }
        let wanted = try optional.scopes()
        guard wanted.isEmpty || wanted.contains(where: { $0.namespace == namespace }) else {
            throw .namespaces(.unsupportedNamespace)
        }
        return (wanted.first { $0.namespace == namespace }?.chains.lazy.compactMap(\.eip155).first, false)
    }

    /// The methods that an app may call: those of version 1, and others that it has named.
    static func methods(required: ProposalNamespaces, optional: ProposalNamespaces) -> [String] {
        let named = (required.entries + optional.entries).flatMap(\.methods)
        return Array((methods + named).unique.prefix(Parameters.maximumElements))
    }

    /// Whether accounts have the form of addresses, so that they can be written as accounts of a chain (CAIP-10).
    static func areAddresses(_ accounts: [String]) -> Bool {
        accounts.allSatisfy { AccountID("\(namespace):1:\($0)") != nil }
    }
}
