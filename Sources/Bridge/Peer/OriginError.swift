/// Why a text is not the origin of a web page.
public enum OriginError: Error, Equatable, Sendable {
    /// Not of the form `scheme://host:port`.
    case malformed

    /// Not `http` or `https`; also every opaque origin.
    case scheme

    /// Not a host in the form in which a browser writes it; also every address with a user name.
    case host

    /// Not a port number, or the default one written out.
    case port
}
