internal import Bridge

/// Checks data about a payer.
enum CollectCheck {
    /// The fields of the list, in order.
    static let fields: [(id: String, type: String, name: String)] = [
        ("fullName", "text", "Full name"), ("dob", "date", "Date of birth"),
        ("pobCountry", "text", "Country of birth"), ("pobAddress", "text", "Place of birth"),
        ("tosConfirmed", "checkbox", "I accept the terms and the privacy notice"),
    ]

    /// The requested data, as JSON Schema: either the payer's place of birth or residence.
    static let schema: JSON = [
        "type": "object", "required": ["fullName", "dob", "tosConfirmed"],
        "properties": [
            "fullName": ["type": "string", "minLength": 1, "maxLength": 200],
            "dob": ["type": "string", "format": "date"],
            "pobCountry": ["type": "string", "pattern": "^[A-Z]{2}$"],
            "pobAddress": ["type": "string", "minLength": 1, "maxLength": 200],
            "porCountry": ["type": "string", "pattern": "^[A-Z]{2}$"],
            "porAddress": ["type": "string", "minLength": 1, "maxLength": 200],
            "tosConfirmed": ["type": "boolean", "const": true],
        ],
        "anyOf": [["required": ["pobCountry", "pobAddress"]], ["required": ["porCountry", "porAddress"]]],
        "additionalProperties": false,
    ]

    /// The ID of the first invalid field; `nil` if the data is complete and valid.
    static func fault(in values: [String: String]) -> String? {
        let known: Set<String> = [
            "fullName", "dob", "pobCountry", "pobAddress", "porCountry", "porAddress", "tosConfirmed",
        ]
        if let unknown = values.keys.filter({ !known.contains($0) }).min() { return unknown }
        guard isText(values["fullName"]) else { return "fullName" }
        guard isDate(values["dob"]) else { return "dob" }
        guard values["tosConfirmed"] == "true" else { return "tosConfirmed" }
        for place in ["pob", "por"] {
            if let country = values["\(place)Country"], !isCountry(country) { return "\(place)Country" }
            if let address = values["\(place)Address"], !isText(address) { return "\(place)Address" }
        }
        let isPlaced = ["pob", "por"].contains { values["\($0)Country"] != nil && values["\($0)Address"] != nil }
        return isPlaced ? nil : "pobCountry"
    }

    private static func isText(_ text: String?) -> Bool {
        guard let text else { return false }
        return (1...200).contains(text.count) && text.contains { !$0.isWhitespace }
    }

    private static func isCountry(_ text: String) -> Bool {
        text.utf8.count == 2 && text.utf8.allSatisfy { (0x41...0x5A).contains($0) }
    }

    /// Whether `text` is a date since 1900 in the format `2001-02-28`.
    private static func isDate(_ text: String?) -> Bool {
        guard let parts = text?.split(separator: "-", omittingEmptySubsequences: false), parts.count == 3,
            zip(parts, [4, 2, 2]).allSatisfy({ part, length in
                part.utf8.count == length && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
            }), let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
            (1900...2100).contains(year), (1...12).contains(month)
        else { return false }
        let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
        let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return (1...lengths[month - 1]).contains(day)
    }
}
