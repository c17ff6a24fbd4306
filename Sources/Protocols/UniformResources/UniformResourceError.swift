package import Messages

/// Why the text of a QR code, or a series of QR codes, cannot be read.
package enum UniformResourceError: Error, Hashable, Sendable {
    /// The text is not a uniform resource.
    case form
    /// The checksum of the text is wrong.
    case checksum
    /// A part is of another series than those before it.
    case otherSeries
    /// The series is larger than any that is used.
    case tooLarge
    /// The bytes are not CBOR of a form that these resources have.
    case cbor
    /// The resource has another type than the one that is expected.
    case type
    /// The resource is what a wallet asks a signer, where the signer's answer is expected.
    case request
    /// The header or the characters of a BBQr code are wrong.
    case bbqr

    /// The sentence for users.
    package var sentence: Message {
        switch self {
        case .form: localizable("The QR code does not contain what was expected.")
        case .checksum: localizable("The checksum of the QR code is wrong.")
        case .otherSeries: localizable("This QR code belongs to another series than those before it.")
        case .tooLarge: localizable("The series of QR codes is too large.")
        case .cbor: localizable("The QR code contains data that the wallet cannot read.")
        case .type: localizable("The QR code contains a different kind of data than was expected.")
        case .request:
            localizable("This is the QR code of the wallet itself. Take a photo of the QR code on the device.")
        case .bbqr: localizable("The BBQr code is not well formed.")
        }
    }
}
