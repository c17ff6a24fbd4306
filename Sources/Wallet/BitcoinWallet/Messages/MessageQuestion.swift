internal import Bitcoin
internal import Bridge
internal import Keys
import Messages
import WalletCore

/// A message that the key of a Bitcoin address signs after approval.
struct MessageToSign: MessageSignable {
    let message: BitcoinMessage
    let text: String
    let form: MessageForm
    let path: DerivationPath
    let script: Script
    let scriptType: ScriptType

    /// The account, and the user's name for it.
    let owner: AccountID
    let name: String

    /// The address that signs, and the name of its network.
    let address: String
    let network: String

    /// What the words of the text say about its signature.
    let wordWarnings: [Approval.Warning]

    var account: AccountID? { owner }

    var payload: [UInt8] { form == .bip137 ? message.preimage : message.bytes }

    func approval() -> Approval {
        var approval = Approval(
            localized("Sign a message with \(name, as: "account")."), verb: localized("Sign"))
        approval.rows = [
            Approval.Row(localized("Account"), .exact(address), note: name, role: .account),
            Approval.Row(localized("Network"), .trusted(network), role: .network),
            Approval.Row(localized("Standard"), .trusted(form == .bip137 ? "BIP-137" : "BIP-322"), role: .type),
        ]
        approval.warnings =
            wordWarnings + [
                Approval.Warning(
                    .plain, localized("Anyone who has the signature can prove that the address is yours."))
            ]
        approval.fields = [Approval.Field(path: "message", type: "text", value: text)]
        return approval
    }
}
