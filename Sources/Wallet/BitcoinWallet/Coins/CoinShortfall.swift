internal import Bridge
import Messages

/// A payment that the account cannot make, requested by a site that is not connected to the account.
///
/// Without an approval, the site could try one amount after another and derive the balance from the errors.
struct CoinShortfall: Approvable {
    /// The requesting site.
    let site: String

    /// Why the payment cannot be made.
    let reason: String

    func approval() -> Approval {
        var approval = Approval(
            localized("\(site, as: "site") asks for a payment that you cannot make."), verb: localized("Tell the site"))
        approval.rows = [Approval.Row(localized("Reason"), .trusted(reason))]
        approval.warnings = [
            Approval.Warning(
                .caution,
                localized("The site is not connected to this account. The answer tells it what you have."))
        ]
        approval.doneSentence = localized("The site was informed.")
        return approval
    }
}
