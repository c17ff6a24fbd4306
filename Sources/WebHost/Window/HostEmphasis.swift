import Bridge
import CWebKit

/// Makes the registered domain of an origin stand out: it alone says whose site it is.
enum HostEmphasis {
    /// How opaque the rest of the address is.
    private static let restOpacity: guint16 = 0xA800

    /// Where the host and its registered domain are in `scheme://host`, in bytes of UTF-8.
    ///
    /// A host without a registered domain, such as an IP address, counts whole.
    static func ranges(
        of origin: Origin, registeredDomain: (String) -> String?
    ) -> (host: Range<Int>, domain: Range<Int>) {
        let start = origin.scheme.utf8.count + "://".utf8.count
        let end = start + origin.host.utf8.count
        let name = SiteName(origin.host, registeredDomain: registeredDomain(origin.host))
        let length = name.domain.isEmpty ? origin.host.utf8.count : name.domain.utf8.count
        return (start..<end, (end - length)..<end)
    }

    /// A list of Pango's, which the caller gives back: the domain bold, the rest of a text of `length` bytes dim.
    static func attributes(_ domain: Range<Int>, length: Int) -> OpaquePointer? {
        let attributes = pango_attr_list_new()
        for rest in [0..<domain.lowerBound, domain.upperBound..<max(domain.upperBound, length)] where !rest.isEmpty {
            TextAttributes.insert(pango_attr_foreground_alpha_new(restOpacity), rest, into: attributes)
        }
        TextAttributes.insert(pango_attr_weight_new(PANGO_WEIGHT_BOLD), domain, into: attributes)
        return attributes
    }
}
