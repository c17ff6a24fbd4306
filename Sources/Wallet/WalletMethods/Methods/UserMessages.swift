package import Bridge
import Ethereum
import EthereumWallet
import Messages
import Primitives
import WalletCore

/// Messages that the user signs in the wallet's own window, and signatures that the user checks (EIP-191).
extension WalletServices {
    /// Signs a message with an account of the wallet on EVM chains, after the approval.
    ///
    /// - Returns: The signature: 65 bytes in hexadecimal.
    package func sign(
        message text: String, with address: String, for request: Request
    ) async throws(RPCError) -> String {
        guard activeAccount.isOpen else { throw .locked }
        guard let signer = try? EthereumAddress(address),
            activeAccount.account(withEthereum: signer.description) != nil
        else {
            throw RPCError(.invalidParameters, sentence: localizable("This is not an address of the wallet."))
        }
        let message = PersonalMessage(text)
        if message.bytes.count > PersonalSign.short { await message.examine() }
        let context = ethereum.context(of: signer, for: request)
        let check = SignInCheck(
            message: message, signer: signer, request: request, account: context.accountName, chain: context.chain,
            now: now(), registeredDomain: ethereum.registeredDomain)
        return try await ethereum.sign(
            SignableMessage(message: message, context: context, check: check), for: request)
    }

    /// Whether the owner of an address on EVM chains signed a message.
    ///
    /// - Throws: If the address or the signature is malformed.
    package nonisolated static func isSigned(
        message text: String, by address: String, _ signature: String
    ) throws(RPCError) -> Bool {
        guard let address = try? EthereumAddress(address) else {
            throw RPCError(.invalidParameters, sentence: localizable("This is not an Ethereum address."))
        }
        guard let bytes = Hex.decode(signature.filter { !$0.isWhitespace }), bytes.count == 65 else {
            throw RPCError(
                .invalidParameters,
                sentence: localizable("The signature must have 65 bytes in hexadecimal, beginning with 0x."))
        }
        // A signature that no key can have made is not valid, and not an error of the user.
        return (try? PersonalMessage(text).signer(bytes)) == address
    }
}
