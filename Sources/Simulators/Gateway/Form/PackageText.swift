/// The files of the form, as they were when the program was built.
enum PackageText {
    static var formHTML: String { text(PackageResources.form_html) }
    static var formJS: String { text(PackageResources.form_js) }
    static var formCSS: String { text(PackageResources.form_css) }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
