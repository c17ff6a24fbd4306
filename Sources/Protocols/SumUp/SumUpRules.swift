/// The rules for the values of a request.
enum SumUpRules {
    /// Checks an optional value.
    static func check(_ value: String?, _ field: SumUpField) throws(SumUpError) {
        guard let value else { return }
        guard !value.isEmpty else { throw .wrong(field, .empty) }
        guard value.utf8.count <= longest(field) else { throw .wrong(field, .long) }
        if let reason = fault(value, field) { throw .wrong(field, reason) }
    }

    /// Checks all tags.
    static func check(_ tags: [SumUpRequest.Tag]) throws(SumUpError) {
        guard tags.count <= 16 else { throw .wrong(.tag, .many) }
        var names: Set<String> = []
        for tag in tags {
            guard !tag.name.isEmpty, tag.name.utf8.allSatisfy({ isWord($0) || "._-".utf8.contains($0) }) else {
                throw .wrong(.tag, .characters)
            }
            guard names.insert(tag.name.lowercased()).inserted else { throw .duplicate }
            guard tag.name.utf8.count <= 64 else { throw .wrong(.tag, .long) }
            guard !tag.value.isEmpty else { throw .wrong(.tag, .empty) }
            guard tag.value.utf8.count <= 256 else { throw .wrong(.tag, .long) }
            guard isText(tag.value) else { throw .wrong(.tag, .characters) }
        }
    }

    /// The maximum length in bytes of UTF-8; the guides only limit the foreign ID, and the other limits are our own.
    private static func longest(_ field: SumUpField) -> Int {
        switch field {
        case .foreignID: 128
        case .receiptPhone: 16
        case .receiptEmail: 254
        case .title: 512
        default: 256
        }
    }

    private static func fault(_ value: String, _ field: SumUpField) -> SumUpError.Reason? {
        switch field {
        case .affiliateKey: value.utf8.allSatisfy { 0x21...0x7E ~= $0 } ? nil : .characters
        case .foreignID: value.utf8.allSatisfy { 0x20...0x7E ~= $0 } ? nil : .characters
        case .appID: isApplication(value) ? nil : .form
        case .receiptEmail: isMail(value) ? nil : .form
        case .receiptPhone: isPhone(value) ? nil : .form
        default: isText(value) ? nil : .characters
        }
    }

    /// Whether a text is readable: no control characters and no unassigned characters.
    private static func isText(_ value: String) -> Bool {
        value.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
            default: true
            }
        }
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte
    }

    private static func isApplication(_ value: String) -> Bool {
        let parts = value.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count > 1
            && parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { isWord($0) || $0 == 0x5F || $0 == 0x2D } }
    }

    /// Whether a text is an email address in common use; this is stricter than RFC 5322.
    private static func isMail(_ value: String) -> Bool {
        let halves = value.split(separator: "@", omittingEmptySubsequences: false)
        guard halves.count == 2, 1...64 ~= halves[0].utf8.count,
            halves[0].utf8.allSatisfy({ isWord($0) || "!#$%&'*+-/=?^_`{|}~.".utf8.contains($0) })
        else { return false }
        let host = halves[1].split(separator: ".", omittingEmptySubsequences: false)
        return host.count > 1
            && host.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { isWord($0) || $0 == 0x2D } }
    }

    /// Whether a text is a phone number of up to 15 digits (ITU-T E.164).
    private static func isPhone(_ value: String) -> Bool {
        let digits = value.hasPrefix("+") ? value.dropFirst() : value[...]
        return 4...15 ~= digits.utf8.count && digits.utf8.allSatisfy { 0x30...0x39 ~= $0 }
    }
}
