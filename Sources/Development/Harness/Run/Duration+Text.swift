extension Duration {
    /// Whole milliseconds.
    var milliseconds: Int {
        let (seconds, attoseconds) = components
        return Int(seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000)
    }

    /// Seconds with three decimals, as JUnit and YAML use them: `1.042`.
    var secondsText: String {
        let fraction = String(milliseconds % 1_000)
        return "\(milliseconds / 1_000)." + String(repeating: "0", count: max(0, 3 - fraction.utf8.count)) + fraction
    }

    /// In words: `10 s`, `1.5 s`.
    var words: String {
        guard milliseconds % 1_000 != 0 else { return "\(milliseconds / 1_000) s" }
        var text = secondsText
        while text.hasSuffix("0") { text.removeLast() }
        return "\(text) s"
    }
}
