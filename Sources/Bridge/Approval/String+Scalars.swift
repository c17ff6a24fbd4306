extension StringProtocol {
    /// The first `count` Unicode scalars.
    ///
    /// Text from outside is cut by them: one character may have any number of scalars, and so of bytes.
    package func prefix(scalars count: Int) -> String {
        String(String.UnicodeScalarView(unicodeScalars.prefix(count)))
    }
}
