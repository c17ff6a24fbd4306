package import Bitcoin
package import HeadlessWallet
import Messages
package import QRWriter
package import UniformResources

/// The QR codes of a partially signed transaction, in one of the forms that other wallets read, or of another resource.
package struct CodeSeries: Sendable {
    /// The forms.
    package enum Form: String, CaseIterable, Sendable {
        /// A uniform resource (BCR-2020-005), as a fountain code if it needs several codes.
        case ur
        /// Better Bitcoin QR, of Coinkite.
        case bbqr
        /// The text in Base64, in one code.
        case base64

        package var label: String {
            switch self {
            case .ur: localized("UR (Sparrow, Keystone, Passport, SeedSigner, Jade)")
            case .bbqr: localized("BBQr (Coldcard Q)")
            case .base64: localized("Base64 text")
            }
        }
    }

    /// A size of codes, and how many bytes each has.
    private struct Size {
        let version: Int
        let urBytes: Int
        let bbqrBytes: Int

        /// Modules that a camera reads easily, and smaller ones for what would need too many codes.
        static let all = [
            Size(version: 11, urBytes: 180, bbqrBytes: 285), Size(version: 27, urBytes: 1_000, bbqrBytes: 1_325),
        ]
    }

    /// What each code says.
    package let texts: [String]

    /// The version of the codes; `nil` for the smallest, with text in bytes.
    package let version: Int?

    /// How long each code is shown.
    package let interval: Duration

    /// The maximum number of parts; a round takes a minute.
    private static let mostParts = 300

    /// Divides a transaction.
    ///
    /// - Throws: A sentence for the user if it is too large for the form.
    package init(_ psbt: PSBT, _ form: Form) throws(WalletError) {
        let bytes = psbt.bytes
        // What is longer than any series is not encoded first: that would block the window.
        for size in Size.all where bytes.count <= Self.mostParts * size.bbqrBytes {
            if let texts = try? Self.texts(bytes, psbt, form, size) {
                self.texts = texts
                version = form == .base64 ? nil : size.version
                interval = form == .bbqr ? .milliseconds(250) : .milliseconds(200)
                return
            }
        }
        throw WalletError(
            field: .form, localized("The transaction is too large for QR codes of this form. Save it as a file."))
    }

    /// Divides a resource.
    ///
    /// - Throws: A sentence for the user if it is too large.
    package init(_ resource: UniformResource) throws(WalletError) {
        for size in Size.all {
            if let texts = try? Self.texts(resource, size) {
                (self.texts, version, interval) = (texts, size.version, .milliseconds(200))
                return
            }
        }
        throw WalletError(localized("The request is too large for QR codes."))
    }

    private static func texts(_ resource: UniformResource, _ size: Size) throws(UniformResourceError) -> [String] {
        let encoder = try FountainEncoder(resource, longest: size.urBytes)
        guard encoder.count <= mostParts else { throw .tooLarge }
        guard encoder.count > 1 else { return [resource.text.uppercased()] }
        // After each fragment come mixtures, so that a code that was missed need not be awaited.
        return (1...2 * encoder.count).map { encoder.text(ofPart: UInt32(truncatingIfNeeded: $0)).uppercased() }
    }

    private static func texts(
        _ bytes: [UInt8], _ psbt: PSBT, _ form: Form, _ size: Size
    ) throws(UniformResourceError) -> [String] {
        switch form {
        case .ur: return try texts(UniformResource(psbt: bytes), size)
        case .bbqr:
            let parts = try BBQrPart.parts(of: bytes, .psbt, longest: size.bbqrBytes)
            guard parts.count <= mostParts else { throw .tooLarge }
            return parts.map(\.text)
        case .base64:
            let text = psbt.base64
            guard text.utf8.count <= QRCode.longest else { throw .tooLarge }
            return [text]
        }
    }

    /// Draws the codes without blocking the window.
    @concurrent package func codes() async -> [QRCode] {
        texts.compactMap { text in version.map { QRCode(alphanumeric: text, version: $0) } ?? QRCode(text) }
    }
}
