public import Bridge
public import Primitives

extension SignedAuthentication.Payload {
    /// The text that the user signs (CAIP-122; on Ethereum EIP-4361).
    ///
    /// - Throws: ``WalletConnectError/signIn(_:)`` if the issuer is not a `did:pkh`, or a ReCap cannot be read.
    public func message() throws(WalletConnectError) -> String {
        try message(capabilities: resources?.capabilities())
    }

    private func message(capabilities: Capabilities?) throws(WalletConnectError) -> String {
        guard let account else { throw .signIn(.issuer) }
        let named: [(String, String?)] = [
            ("URI", audience), ("Version", version), ("Chain ID", account.chain.reference), ("Nonce", nonce),
            ("Issued At", issuedAt), ("Expiration Time", expiration), ("Not Before", notBefore),
            ("Request ID", requestID),
        ]
        let kind = Self.kind(of: account.chain.namespace)
        var lines = ["\(domain) wants you to sign in with your \(kind) account:", account.address, ""]
        // Without a statement there are two empty lines, not one.
        if let statement = fullStatement(capabilities) { lines.append(statement) }
        lines.append("")
        lines += named.compactMap { name, value in value.map { "\(name): \($0)" } }
        if let resources { lines += ["Resources:"] + resources.map { "- \($0)" } }
        return lines.joined(separator: "\n")
    }

    /// The statement of the app and that of the capabilities, unless the former ends with the latter: a sentence that
    /// only begins like it could name other capabilities than the user grants.
    fileprivate func fullStatement(_ capabilities: Capabilities?) -> String? {
        // An empty statement counts as none.
        guard let statement, !statement.isEmpty else { return capabilities?.statement }
        guard let capabilities, !statement.hasSuffix(capabilities.statement) else { return statement }
        return "\(statement) \(capabilities.statement)"
    }

    /// The name of the accounts of a namespace.
    private static func kind(of namespace: String) -> String {
        switch namespace {
        case "eip155": "Ethereum"
        case "bip122": "Bitcoin"
        default: namespace.prefix(1).uppercased() + namespace.dropFirst()
        }
    }

    /// The texts that clients in use make of this payload: they sort capabilities differently, and some take only the
    /// last ReCap.
    fileprivate func possibleMessages() throws(WalletConnectError) -> [String] {
        let all = try resources?.capabilities()
        let last = try resources?.last.flatMap { Capabilities.isMeant(by: $0) ? [$0] : nil }?.capabilities()
        var messages: [String] = []
        for capabilities in [all, all?.sorted, last, last?.sorted].unique {
            messages.append(try message(capabilities: capabilities))
        }
        return messages.unique
    }
}

extension SignedAuthentication {
    /// Checks that the issuer signed the payload, and that it counts at `now`.
    ///
    /// - Parameter now: The time in seconds since 1970.
    /// - Returns: The account.
    /// - Throws: ``WalletConnectError/signIn(_:)``; ``WalletConnectError/SignIn/needsChain`` for a signature by a
    ///   contract, which only a node can check.
    @discardableResult public func verify(now: Int64) throws(WalletConnectError) -> AccountID {
        guard let account = payload.account else { throw .signIn(.issuer) }
        if let text = payload.expiration {
            guard let time = Timestamp.seconds(of: text) else { throw .signIn(.member("exp")) }
            guard now < time else { throw .signIn(.expired) }
        }
        if let text = payload.notBefore {
            guard let time = Timestamp.seconds(of: text) else { throw .signIn(.member("nbf")) }
            guard now >= time else { throw .signIn(.notYetValid) }
        }
        switch signature.type {
        case "eip191" where account.chain.namespace == "eip155": break
        case "eip1271", "eip6492": throw .signIn(.needsChain)
        default: throw .signIn(.signature)
        }
        guard signature.text.hasPrefix("0x"), signature.text.utf8.count == 132, let bytes = Hex.decode(signature.text),
            let recoverable = try? RecoverableSignature(encoded: Self.withRecoveryIDOfEthereum(bytes)),
            let address = Hex.decode(account.address), address.count == 20
        else { throw .signIn(.signature) }
        for message in try payload.possibleMessages() {
            let digest = Self.digest(of: message)
            guard let key = try? recoverable.signer(of: digest) else { continue }
            if Keccak256.hash(key.uncompressed.dropFirst()).bytes.suffix(20).elementsEqual(address) { return account }
        }
        throw .signIn(.signature)
    }

    /// Checks that this is the answer to `request`: for one of its chains, with its text, and with no resource that it
    /// did not have, apart from a ReCap that allows no more.
    ///
    /// - Throws: ``WalletConnectError/signIn(_:)``.
    public func check(answers request: SignInRequest) throws(WalletConnectError) {
        guard let account = payload.account else { throw .signIn(.issuer) }
        guard request.chains.contains(account.chain), payload.domain == request.domain,
            payload.audience == request.audience, payload.nonce == request.nonce,
            payload.version == request.version, payload.issuedAt == request.issuedAt,
            payload.expiration == request.expiration, payload.notBefore == request.notBefore,
            payload.requestID == request.requestID
        else { throw .signIn(.otherRequest) }
        guard try statements(of: request).contains(payload.statement ?? "") else { throw .signIn(.otherRequest) }
        let asked = Set(request.resources ?? [])
        for resource in payload.resources ?? [] where !Capabilities.isMeant(by: resource) {
            guard asked.contains(resource) else { throw .signIn(.otherRequest) }
        }
        guard let granted = try payload.resources?.capabilities() else { return }
        let wanted = try request.capabilities() ?? Capabilities([])
        for resource in granted.resources {
            let allowed = Set(wanted.resources.filter { $0.name == resource.name }.flatMap(\.abilities).map(\.name))
            guard resource.abilities.allSatisfy({ allowed.contains($0.name) }) else { throw .signIn(.otherRequest) }
        }
    }

    /// The statements that an answer to `request` may have: some wallets repeat that of the app, others the whole one.
    private func statements(of request: SignInRequest) throws(WalletConnectError) -> [String] {
        var asked = payload
        asked.statement = request.statement
        let capabilities = try payload.resources?.capabilities()
        return [request.statement, asked.fullStatement(capabilities), asked.fullStatement(capabilities?.sorted)]
            .map { $0 ?? "" }
    }

    /// The hash of a text as `personal_sign` makes it (EIP-191, version 0x45).
    public static func digest(of message: String) -> Digest32 {
        let bytes = Array(message.utf8)
        return Keccak256.hash(Array("\u{19}Ethereum Signed Message:\n\(bytes.count)".utf8) + bytes)
    }

    /// Some signers write the recovery ID as 0 or 1.
    private static func withRecoveryIDOfEthereum(_ bytes: [UInt8]) -> [UInt8] {
        guard let last = bytes.last, last < 2 else { return bytes }
        return bytes.dropLast() + [last + 27]
    }
}

extension Capabilities.Ability {
    fileprivate var name: String { "\(kind)/\(action)" }
}
