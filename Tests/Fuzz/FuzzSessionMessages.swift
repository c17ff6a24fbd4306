import Bridge
import WalletConnect

/// A message that is read is written as one that is read as the same, whatever a peer sends; and what a wallet approves
/// satisfies the proposal.
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = Array(input(start, count))
    let text = String(decoding: bytes, as: UTF8.self)
    _ = try? RelayToken(verifying: text, audience: nil, now: 1_700_000_000)
    _ = try? Capabilities(text)
    guard let message = try? RPCMessage(parsing: bytes) else { return 0 }
    hold((try? RPCMessage(parsing: message.json.bytes)) == message, "a message is written as it was read")
    switch message {
    case .request(let request):
        if let call = try? SessionCall(request) { check(call, request.id) }
        _ = try? V1SessionRequest(request.params)
        if let update = try? V1Session(update: request.params) {
            hold((try? V1Session(update: [update.json])) == update, "an update is written as it was read")
        }
    case .response(let response):
        guard case .result(let result) = response.outcome else { return 0 }
        if let approval = try? ProposalApproval(result) {
            hold((try? ProposalApproval(approval.json)) == approval, "an approval is written as it was read")
        }
        if let response = try? AuthenticationResponse(result) {
            hold((try? AuthenticationResponse(response.json)) == response, "a sign-in is written as it was read")
            for signed in response.authentications { check(signed) }
        }
        _ = try? V1Session(result: result)
        _ = try? AttestationKey(result)
    }
    return 0
}

private func check(_ call: SessionCall, _ id: RPCID) {
    hold((try? SessionCall(call.request(id: id))) == call, "a call is written as it was read")
    switch call {
    case .propose(let proposal):
        guard let session = try? supported.approve(required: proposal.required, optional: proposal.optional) else {
            return
        }
        hold((try? session.validate(against: proposal.required)) != nil, "what is approved satisfies the proposal")
        hold(session.entries.allSatisfy { !$0.accounts.isEmpty }, "no namespace is empty")
        hold(Set(session.accounts).isSubset(of: supported.entries.flatMap(\.accounts)), "no account is made up")
    case .settle(let settlement): for signed in settlement.authentications { check(signed) }
    case .authenticate(let request):
        guard
            let approved = try? request.signIn.approved(
                namespace: "eip155", chains: chains, methods: ["personal_sign"]),
            let chain = approved.chains.first
        else { return }
        let account = AccountID(chain: chain, address: "0xab16a96d359ec26a11e2c2b3d8f8b8942d5bfcdb")
        let payload = SignedAuthentication.Payload(approved, account: account)
        guard let text = try? payload.message() else {
            hold(false, "what is approved can be signed")
            return
        }
        hold(!text.contains("\n\n\n\n"), "no line of the app is more than one")
    case .update(let namespaces):
        _ = try? namespaces.validate()
        for chain in chains { _ = try? namespaces.check(method: "personal_sign", on: chain) }
    default: break
    }
}

private func check(_ signed: SignedAuthentication) {
    _ = try? signed.payload.message()
    _ = try? signed.verify(now: 1_700_000_000)
}

private let chains = [1, 10].map { ChainID(eip155: $0) }

private let supported = SupportedNamespaces([
    SupportedNamespaces.Entry(
        "eip155", chains: chains, methods: ["personal_sign", "eth_sendTransaction"], events: ["chainChanged"],
        accounts: chains.map { AccountID(chain: $0, address: "0xab16a96d359ec26a11e2c2b3d8f8b8942d5bfcdb") })
])
