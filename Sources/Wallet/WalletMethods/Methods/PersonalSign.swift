import Ethereum
import Keys
import Bridge
import Primitives
import EthereumWallet
import WalletCore

/// `personal_sign` (EIP-191, version 0x45), also when Link's `requestWeb3Sign` requests it.
struct PersonalSign: Method {
    let names = ["personal_sign"]
    let access = MethodAccess.needsKeys
    let ethereum: EthereumAccounts
    let clock: WalletClock

    /// Longer messages are not examined on the main thread.
    static let short = MessageWarnings.short

    func parse(_ request: Request) throws(RPCError) -> (message: String, address: String) {
        let (first, second) = (request.params[0]?.string, request.params[1]?.string)
        guard let first, let second else {
            throw RPCError(.invalidParameters, "The parameters must be [message, address].")
        }
        // Some dapps give the address first, as in the old `eth_sign`.
        let isSwapped = (try? EthereumAddress(second)) == nil && (try? EthereumAddress(first)) != nil
        return isSwapped ? (second, first) : (first, second)
    }

    func run(_ wish: (message: String, address: String), for request: Request) async throws(RPCError) -> JSON {
        .string(try await sign(wish.message, by: wish.address, for: request))
    }

    /// Shows `message` and signs it with the account at `address`.
    func sign(_ message: String, by address: String, for request: Request) async throws(RPCError) -> String {
        let signer = try ethereum.requireAccount(address, for: request)
        let message = PersonalMessage(message)
        if message.bytes.count > Self.short { await message.examine() }
        let context = ethereum.context(of: signer, for: request)
        let check = SignInCheck(
            message: message, signer: signer, request: request, account: context.accountName, chain: context.chain,
            now: clock.now(), registeredDomain: ethereum.registeredDomain)
        return try await ethereum.sign(
            SignableMessage(message: message, context: context, check: check), for: request)
    }
}
