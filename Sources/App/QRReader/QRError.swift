import Messages

/// Why no text could be read from an image.
package enum QRError: String, Error, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// The file cannot be opened.
    case noFile

    /// The file is larger than 20 MB, or has more than 20 million pixels.
    case tooLarge

    /// The file is not a PNG or JPEG, or is damaged.
    case notAnImage

    /// The image has no readable code.
    case noCode

    /// The image contains several codes, so it is not clear which one is meant.
    case several

    /// The process that reads the image did not exit, or its result is impossible.
    case failed

    /// The sentence for the user.
    package var description: String {
        switch self {
        case .noFile: localized("The file cannot be opened.")
        case .tooLarge: localized("The image is too large: at most 20 MB and 20 million pixels.")
        case .notAnImage: localized("The file is not a readable PNG or JPEG image.")
        case .noCode: localized("The image has no readable QR code.")
        case .several: localized("The image has several QR codes. Crop it to the one that you mean.")
        case .failed: localized("The image could not be read.")
        }
    }
}

extension QRError {
    /// The exit status with which the process reports it.
    var status: Int32 {
        Int32(64 + (Self.allCases.firstIndex(of: self) ?? 0))  // No trap: a place among the faults.
    }

    /// Reads an exit status.
    init(status: Int32) {
        self = Self.allCases.first { $0.status == status } ?? .failed
    }
}
