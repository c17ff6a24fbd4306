import Bridge
import CWebKit
import GLibKit
import WebHost

/// Emphasizes the registered domain of an origin, which identifies the owner of the site.
enum HostEmphasis {
    /// The opacity of the rest of the address.
    private static let restOpacity: guint16 = 0xA800

    /// The ranges of the host and of its registered domain in `scheme://host`, in UTF-8 bytes.
    ///
    /// A host without a registered domain, such as an IP address, is emphasized as a whole.
    static func ranges(
        of origin: Origin, registeredDomain: (String) -> String?
    ) -> (host: Range<Int>, domain: Range<Int>) {
        let start = origin.scheme.utf8.count + "://".utf8.count
        let end = start + origin.host.utf8.count
        let name = SiteName(origin.host, registeredDomain: registeredDomain(origin.host))
        let length = name.domain.isEmpty ? origin.host.utf8.count : name.domain.utf8.count
        return (start..<end, (end - length)..<end)
    }

    /// Shows a sentence in a label, with the registered domain of the site that it names in bold.
    @MainActor static func show(_ sentence: SiteSentence, in label: Widget) {
        gtk_label_set_text(label.cast(), sentence.text)
        let attributes = pango_attr_list_new()
        defer { attributes.map { pango_attr_list_unref($0) } }
        if let domain = sentence.domain {
            TextAttributes.insert(pango_attr_weight_new(PANGO_WEIGHT_BOLD), domain, into: attributes)
        }
        gtk_label_set_attributes(label.cast(), attributes)
    }

    /// A Pango attribute list, which the caller must free: the domain bold, the rest of `length` bytes dimmed.
    static func attributes(_ domain: Range<Int>, length: Int) -> OpaquePointer? {
        let attributes = pango_attr_list_new()
        for rest in [0..<domain.lowerBound, domain.upperBound..<max(domain.upperBound, length)] where !rest.isEmpty {
            TextAttributes.insert(pango_attr_foreground_alpha_new(restOpacity), rest, into: attributes)
        }
        TextAttributes.insert(pango_attr_weight_new(PANGO_WEIGHT_BOLD), domain, into: attributes)
        return attributes
    }
}
