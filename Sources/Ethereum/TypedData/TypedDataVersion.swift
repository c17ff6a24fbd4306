/// The two ways in which pages ask for EIP-712 signatures, by the ending of the method's name.
public enum TypedDataVersion: Sendable {
    /// `eth_signTypedData_v3`: no arrays; a field that is missing is left out of what is hashed.
    case v3

    /// `eth_signTypedData_v4`: EIP-712 whole; a structure that is null or missing counts as 32 zero bytes, which the
    /// standard leaves open and all wallets do.
    case v4
}
