/// The files of the pages, embedded when the program was built.
enum PackageText {
    static var formHTML: String { text(PackageResources.form_html) }
    static var formJS: String { text(PackageResources.form_js) }
    static var formCSS: String { text(PackageResources.form_css) }
    static var shopHTML: String { text(PackageResources.index_html) }
    static var shopJS: String { text(PackageResources.shop_js) }
    static var shopCSS: String { text(PackageResources.style_css) }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
