public import Bridge

/// Adds data of the wallet to the address of a data-collection form: values to fill in, and a theme.
///
/// No other byte of the address changes, because the gateway chose the payment ID and the accounts in it.
public enum CollectURL {
    /// The appearance of the form.
    public enum Theme: String, Sendable {
        /// Dark on light.
        case light
        /// Light on dark.
        case dark
    }

    /// The address with `prefill` and `theme` in its query; existing parameters with these names are replaced.
    ///
    /// - Parameters:
    ///   - values: Values by the IDs of the form's fields; empty for none.
    ///   - theme: The appearance of the form; `nil` leaves it to the form.
    ///   - url: The address as the gateway gave it.
    /// - Returns: The address to open.
    public static func adding(prefill values: [String: String] = [:], theme: Theme? = nil, to url: String) -> String {
        var added: [(name: String, value: String)] = []
        if !values.isEmpty {
            var object = JSONObject()
            // The order is fixed, so that the same values give the same address.
            for (id, value) in values.sorted(by: { $0.key < $1.key }) { object[id] = .string(value) }
            // The form would read a `+` as a space.
            added.append(("prefill", PercentCode.encode(Base64.encode(JSON.object(object).bytes))))
        }
        if let theme { added.append(("theme", theme.rawValue)) }
        guard !added.isEmpty else { return url }
        let fragment = url.firstIndex(of: "#") ?? url.endIndex
        let question = url[..<fragment].firstIndex(of: "?") ?? fragment
        let old = url[question..<fragment].dropFirst().split(separator: "&", omittingEmptySubsequences: false)
        let kept = old.filter { part in !added.contains { $0.name == LenientURL.word(part.prefix { $0 != "=" }) } }
        let parts = (old == [""] ? [] : kept.map(String.init)) + added.map { "\($0.name)=\($0.value)" }
        return "\(url[..<question])?\(parts.joined(separator: "&"))\(url[fragment...])"
    }

    /// The part of `known` that the form can use: the values of the fields that `schema` requires, in any of its
    /// alternatives.
    ///
    /// Consent is never filled in for the user.
    ///
    /// - Parameters:
    ///   - known: Values by the IDs of fields, such as `fullName`.
    ///   - schema: The JSON Schema that came with the form: `required`, and `anyOf[].required`.
    /// - Returns: Values for ``adding(prefill:theme:to:)``.
    public static func prefill(from known: [String: String], for schema: JSON?) -> [String: String] {
        let choices = [schema?["required"]] + (schema?["anyOf"]?.array ?? []).map { $0["required"] }
        let ids = Set(choices.flatMap { $0?.array ?? [] }.compactMap(\.string)).subtracting(["tosConfirmed"])
        return known.filter { ids.contains($0.key) && !$0.value.isEmpty }
    }
}
