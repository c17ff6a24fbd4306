import BitcoinWallet
import Messages
import Network

/// The address of an Electrum server, as the user filled it into a form.
enum ServerAnswer {
    /// Why it is not an address: a field, and a sentence about it.
    struct Problem: Error, Equatable {
        let field: String
        let sentence: String
    }

    /// Reads the values of the form.
    static func address(_ values: [String: String]) throws(Problem) -> LineAddress {
        let host = trimmed(values["host"]).lowercased()
        let isSecure = values["security"] != "none"
        // The address may have been pasted whole, as servers are published.
        if let whole = LineAddress(host) { return whole }
        let written = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
        guard LineAddress("ssl://\(written):1") != nil else {
            throw Problem(field: "host", sentence: localized("This is not the name or the IP address of a server."))
        }
        guard let port = UInt16(trimmed(values["port"])), port > 0 else {
            throw Problem(field: "port", sentence: localized("The port must be a number from 1 to 65535."))
        }
        var text = "\(isSecure ? "ssl" : "tcp")://\(written):\(port)"
        let fingerprint = trimmed(values["fingerprint"])
        if values["security"] == "fingerprint" {
            guard CertificateFingerprint(fingerprint) != nil else {
                throw Problem(field: "fingerprint", sentence: localized("A fingerprint has 64 hexadecimal digits."))
            }
            text += "#\(fingerprint)"
        } else if !fingerprint.isEmpty {
            throw Problem(
                field: "fingerprint",
                sentence: localized("Choose “TLS, certificate with this fingerprint”, or leave this empty."))
        }
        guard let address = LineAddress(text) else {
            throw Problem(field: "host", sentence: localized("A server without TLS must be on this computer."))
        }
        return address
    }

    private static func trimmed(_ text: String?) -> String {
        let start = (text ?? "").drop(while: \.isWhitespace)
        return String(start.reversed().drop { $0.isWhitespace }.reversed())
    }
}
