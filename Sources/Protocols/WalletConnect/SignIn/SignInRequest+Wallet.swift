public import Bridge

extension SignInRequest {
    /// What the app asks the session to allow: the capabilities of all ReCap resources together; `nil` without
    /// such a resource.
    ///
    /// - Throws: ``WalletConnectError/signIn(_:)`` with ``WalletConnectError/SignIn/capability``.
    public func capabilities() throws(WalletConnectError) -> Capabilities? {
        try (resources ?? []).capabilities()
    }

    /// The request as the wallet can approve it: with the chains and methods that it supports, and one ReCap as the
    /// last resource.
    ///
    /// - Parameters:
    ///   - namespace: The namespace of the chains, `eip155`.
    ///   - supported: The chains of the wallet.
    ///   - methods: The methods of the wallet.
    /// - Returns: The request; `nil` if no chain remains.
    /// - Throws: ``WalletConnectError/signIn(_:)`` with ``WalletConnectError/SignIn/capability``.
    public func approved(
        namespace: String, chains supported: [ChainID], methods: [String]
    ) throws(WalletConnectError) -> SignInRequest? {
        var request = self
        request.chains = chains.filter { $0.namespace == namespace && supported.contains($0) }
        guard !request.chains.isEmpty else { return nil }
        guard var capabilities = try capabilities() else { return request }
        let wanted = capabilities.methods(of: namespace).filter(methods.contains)
        capabilities.resources.removeAll { $0.name == namespace }
        if !wanted.isEmpty {
            capabilities = capabilities.merged(
                with: Capabilities(namespace: namespace, methods: wanted, chains: request.chains))
        }
        let others = (resources ?? []).filter { !Capabilities.isMeant(by: $0) }
        request.resources = others + (capabilities.resources.isEmpty ? [] : [capabilities.sorted.text])
        return request
    }
}

extension [String] {
    /// The capabilities of all ReCap resources together; `nil` without such a resource.
    func capabilities() throws(WalletConnectError) -> Capabilities? {
        let recaps = filter(Capabilities.isMeant)
        guard let first = recaps.first else { return nil }
        var capabilities = try Capabilities(first)
        for recap in recaps.dropFirst() { capabilities = capabilities.merged(with: try Capabilities(recap)) }
        return capabilities
    }
}
