import Bridge
import WalletCore

/// Link's `getInfo`: the wallet's version, platform and protocols.
struct GetInfo: Method {
    let names = ["getInfo"]
    let access = MethodAccess.open
    let version: String

    func run(_ params: JSON, for request: Request) async throws(RPCError) -> JSON {
        [
            "version": .string(version), "platform": "linux",
            "protocols": .array(AddressKind.allCases.map { .string($0.rawValue) }),
        ]
    }
}
