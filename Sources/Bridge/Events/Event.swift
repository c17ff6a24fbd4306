/// Something that the wallet tells a site unasked (EIP-1193, section "Events").
public enum Event: Hashable, Sendable {
    /// The provider can serve requests to this chain: its id as a hexadecimal quantity.
    case connect(chainID: String)

    /// The provider can serve no chain any more.
    case disconnect(RPCError)

    /// The site's chain is now this one: its id as a hexadecimal quantity.
    case chainChanged(String)

    /// The accounts that the site may see are now these.
    case accountsChanged([String])

    /// A message to subscribers: its type and its data.
    case message(type: String, data: JSON)
}
