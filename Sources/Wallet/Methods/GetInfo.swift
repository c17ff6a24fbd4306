import Bridge

/// Link's `getInfo`: what the wallet is.
struct GetInfo: Handler {
    let version: String

    func handle(_ request: Request) async throws(RPCError) -> JSON {
        [
            "version": .string(version), "platform": "linux",
            "protocols": .array(AddressKind.allCases.map { .string($0.rawValue) }),
        ]
    }
}
