import Bridge

/// A method that needs the keys: in a locked wallet it waits until the user has unlocked it, and then continues.
///
/// Sites that the user never connected cannot bring up the question, except by asking to connect.
struct WhenUnlocked: Handler {
    let desk: Desk
    let isConnecting: Bool
    let method: any Handler

    func handle(_ request: Request) async throws(RPCError) -> JSON {
        if desk.gate.isLocked, desk.gate.unlocker != nil,
            isConnecting || request.peer.payment != nil || desk.grants.everySite.contains(request.peer.origin)
        {
            try await desk.gate.unlocked(for: request)
        }
        return try await method.handle(request)
    }

    /// The same methods; those that need the keys wait for them.
    @MainActor static func guarding(_ methods: [String: any Handler], _ desk: Desk) -> [String: any Handler] {
        var guarded = methods
        for (names, isConnecting) in [(connecting, true), (needsKeys, false)] {
            for name in names {
                guarded[name] = methods[name].map { WhenUnlocked(desk: desk, isConnecting: isConnecting, method: $0) }
            }
        }
        return guarded
    }

    private static let connecting = ["eth_requestAccounts", "wallet_requestPermissions", "getAddress"]

    private static let needsKeys = [
        "personal_sign", "eth_signTypedData", "eth_signTypedData_v1", "eth_signTypedData_v3", "eth_signTypedData_v4",
        "eth_sendTransaction", "eth_signTransaction", "requestWeb3Sign", "sendAssets", "payInvoice", "createToken",
    ]
}
