import Bridge
import Ethereum
import EthereumWallet
import WalletCore
import Messages

/// Structured data in its first version, from before EIP-712 was final, that the user can approve to sign.
struct SignableLegacyTypedData: EthereumSignable {
    /// The data.
    let data: LegacyTypedData

    let context: SigningContext

    var payload: [UInt8] { data.preimage }

    func approval() -> Approval {
        var approval = Approval(
            localized("Sign structured data with \(context.accountName, as: "account")."), verb: localized("Sign"))
        approval.rows = context.rows
        approval.warnings =
            [
                Approval.Warning(
                    .danger,
                    localized(
                        """
                        The wallet cannot tell what this signature allows. This old format does not say which \
                        site, contract or chain it is for, so the signature is valid everywhere.
                        """))
            ] + context.warnings
        approval.fields = data.fields
        return approval
    }
}
