import Ethereum
import BigInt
import Bridge

/// Looks whether a message signs the user in somewhere (EIP-4361), and whether it is where the message comes from.
struct SignInCheck {
    let message: PersonalMessage
    let signer: EthereumAddress
    let request: Request
    let account: String
    let chain: Chain

    /// Says in `approval` what was found.
    func apply(to approval: inout Approval) {
        approval.warnings += messageWarnings
        guard let text = message.text, SignInMessage.isSuspected(in: text) else { return }
        let site = request.peer.origin.site
        do throws(EthereumError) {
            let signIn = try SignInMessage(text)
            guard signIn.isFor(request.peer.origin) else {
                approval.warnings.append(foreign(signIn.domain))
                return
            }
            approval.sentence = "Sign in to \(site) with \(account)."
            approval.verb = "Sign in"
            approval.warnings += warnings(about: signIn)
        } catch {
            approval.warnings.append(
                Approval.Warning(
                    .danger,
                    "This message looks like a sign-in and is not a proper one, so the wallet cannot tell where it signs "
                        + "you in. \(error.description)"))
        }
    }

    private func foreign(_ domain: String) -> Approval.Warning {
        Approval.Warning(
            .danger,
            "This message comes from \(request.peer.origin.site) but signs you in to \(VisibleText.of(domain)). "
                + "Somebody may be trying to take over your account there.")
    }

    private func warnings(about signIn: SignInMessage) -> [Approval.Warning] {
        var warnings: [Approval.Warning] = []
        if signIn.address != signer {
            warnings.append(
                Approval.Warning(.danger, "The message is for another account: \(signIn.address)."))
        }
        if signIn.chainID != BigUInt(chain.id) {
            warnings.append(
                Approval.Warning(
                    .caution, "The message names the chain \(signIn.chainID), and the site is on \(chain.name)."))
        }
        return warnings
    }

    private var messageWarnings: [Approval.Warning] {
        var warnings = message.suspicions.map { suspicion in
            switch suspicion {
            case .hash:
                Approval.Warning(.danger, "The message looks like a hash: it may stand for anything, a payment too.")
            case .transaction:
                Approval.Warning(.danger, "The message looks like a transaction, not like something to read.")
            case .typedData:
                Approval.Warning(.danger, "The message looks like the hash of structured data that is not shown.")
            }
        }
        if message.text == nil, warnings.isEmpty {
            warnings.append(
                Approval.Warning(.caution, "The message is not readable text. You cannot see what you sign."))
        }
        return warnings
    }
}
