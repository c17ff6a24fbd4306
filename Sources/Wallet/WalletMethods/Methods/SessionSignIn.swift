package import Bridge
import Ethereum
package import EthereumWallet
import Messages
package import Primitives
import WalletCore

/// A sign-in that also connects an app by WalletConnect: a message of EIP-4361, with the capabilities of the session
/// (ERC-5573) as its last resource.
package struct SessionSignIn: EthereumSignable {
    /// What the signature allows the app besides the sign-in.
    package struct Grant: Hashable, Sendable {
        /// The resource with the capabilities, if the values explain all of it.
        package var resource: String?
        /// The methods that the app may ask for.
        package var methods: [String]
        /// Whether the sign-in connects the app.
        package var connects: Bool
        /// The networks, for the user.
        package var networks: DisplayText

        /// Creates a grant.
        package init(resource: String?, methods: [String], connects: Bool, networks: DisplayText) {
            self.resource = resource
            self.methods = methods
            self.connects = connects
            self.networks = networks
        }
    }

    /// The message.
    let message: PersonalMessage

    package let context: SigningContext

    /// Whether it signs the user in to the app's site, and what is suspicious about it.
    let check: SignInCheck

    /// What the signature allows the app.
    let grant: Grant

    package var payload: [UInt8] { message.preimage }

    package func approval() -> Approval {
        var approval = Approval(
            localized("Sign a message with \(context.accountName, as: "account")."), verb: localized("Sign"))
        approval.rows = context.rows.filter { $0.role != .network }
        approval.rows.append(Approval.Row(localized("Networks"), grant.networks, role: .network))
        if grant.connects {
            approval.rows.append(
                Approval.Row(
                    localized("Permissions"),
                    .trusted(
                        localized(
                            """
                            The app is connected: it can see this address and ask you for signatures. It cannot sign by \
                            itself.
                            """))))
        }
        if !grant.methods.isEmpty {
            approval.rows.append(
                Approval.Row(localized("Requests"), .exact(grant.methods.joined(separator: ", "))))
        }
        approval.warnings = context.warnings
        approval.fields = [Approval.Field(path: "message", type: "text", value: message.text ?? "")]
        check.apply(to: &approval)
        approval.doneSentence = localized("Signed in.")
        return approval
    }
}

extension WalletServices {
    /// Shows the message of a sign-in of WalletConnect and signs it with the account at `address`, which is in use.
    ///
    /// - Parameters:
    ///   - text: The message.
    ///   - address: The account.
    ///   - grant: What the signature allows the app.
    ///   - request: The request of the session.
    /// - Returns: The signature.
    /// - Throws: ``/Bridge/RPCError/rejected``, or why it was not signed.
    package func signIn(
        _ text: String, by address: String, granting grant: SessionSignIn.Grant, for request: Request
    ) async throws(RPCError) -> RecoverableSignature {
        let signer = try ethereum.requireAccount(address, for: request)
        let message = PersonalMessage("0x" + Hex.encode(Array(text.utf8)))
        if message.bytes.count > PersonalSign.short { await message.examine() }
        let context = ethereum.context(of: signer, for: request)
        var check = SignInCheck(
            message: message, signer: signer, request: request, account: context.accountName, chain: context.chain,
            now: clock.now(), registeredDomain: ethereum.registeredDomain)
        check.explained = grant.resource
        let subject = SessionSignIn(message: message, context: context, check: check, grant: grant)
        return try await ethereum.signature(of: subject, for: request)
    }
}
