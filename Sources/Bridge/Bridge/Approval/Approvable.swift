/// Something that the user can approve: a transaction, a message, a connection, a payment.
///
/// The value contains everything that will be done, and can describe itself. The ``Gate`` returns a ``Consent`` for
/// exactly the value that was on the screen, so no code has to infer from the rendered text what was approved.
public protocol Approvable: Sendable {
    /// The account whose key will sign; `nil` if nothing is signed.
    var account: AccountID? { get }

    /// The bytes that will be hashed and signed; empty if nothing is signed.
    var payload: [UInt8] { get }

    /// How it is shown. The gate adds the ``payload``: what is shown as raw data is what is signed.
    func approval() -> Approval
}

extension Approvable {
    /// None: nothing is signed.
    public var account: AccountID? { nil }

    /// Empty: nothing is signed.
    public var payload: [UInt8] { [] }

    /// The approval with the bytes that will be signed.
    var shown: Approval {
        var approval = approval()
        approval.payload = payload
        return approval
    }
}
