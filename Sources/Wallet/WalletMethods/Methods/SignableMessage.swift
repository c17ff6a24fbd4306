import Bridge
import Ethereum
import Messages
import Primitives
import EthereumWallet
import WalletCore

/// A message that the user can approve to sign (EIP-191, version 0x45).
struct SignableMessage: EthereumSignable {
    /// The message.
    let message: PersonalMessage

    let context: SigningContext

    /// Whether it signs the user in to a site, and what is suspicious about it.
    let check: SignInCheck

    var payload: [UInt8] { message.preimage }

    var deviceContent: DeviceContent? { .message(message.bytes) }

    func approval() -> Approval {
        var approval = Approval(
            localized("Sign a message with \(context.accountName, as: "account")."), verb: localized("Sign"))
        approval.rows = context.rows
        approval.warnings = context.warnings
        approval.fields = [field]
        check.apply(to: &approval)
        return approval
    }

    /// What the user reads: the text, or the bytes as hexadecimal digits if most of them are not text.
    private var field: Approval.Field {
        if let text = message.mostlyText { return Approval.Field(path: "message", type: "text", value: text) }
        return Approval.Field(path: "message", type: "bytes", value: "0x" + Hex.encode(message.bytes))
    }
}
