import Bridge
import WalletCore
import BitcoinWallet
import WalletMethods
import EthereumWallet

extension Gallery {
    /// What else asks the user: a value, and what the user does in the wallet's own window.
    func showOthers() async throws {
        try await take("request-value") {
            try await link("requestValue", ["openValueRequest": true])
        }
        // One transaction that goes through, to be replaced.
        _ = try await ask(
            "eth_sendTransaction",
            [["from": Self.account, "to": .string(Self.other), "value": "0x2386f26fc10000"]])
        guard let outgoing = try await services.journal.open().first else {
            return print("nothing to replace was sent")
        }
        for (name, replacement) in [("speed-up", Replacement.faster), ("cancel", .cancelling)] {
            try await take(name) {
                let outcome = await dispatcher.run("replace") { [services] request throws(RPCError) in
                    .string(try await services.sending.replace(outgoing, by: replacement, for: request))
                }
                return .string("\(outcome)")
            }
        }
    }
}
