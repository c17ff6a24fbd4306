public import Bridge

/// A dialect with the script that gives it to pages.
public struct PageDialect: Sendable {
    let dialect: any Dialect
    let module: [UInt8]
    let installer: String
    let options: JSON

    /// Brings a dialect of your own.
    ///
    /// - Parameters:
    ///   - dialect: The native half.
    ///   - module: An ES module without imports that exports a function named `installer`. It runs in the page's world
    ///     before any script of the page and is called with the window, the wire (`send(tag, body, receiver)`,
    ///     `listen(tag, listener)`, see `web/page/wire.js`), and `options`.
    ///   - installer: The name of that function.
    ///   - options: What the function gets as its third argument.
    public init(_ dialect: any Dialect, module: [UInt8], installer: String, options: JSON = .null) {
        self.dialect = dialect
        self.module = module
        self.installer = installer
        self.options = options
    }

    /// Bitcoin.com Link's `_bitcoinWalletApi`.
    public static let link = PageDialect(
        LinkDialect(), module: PackageResources.link_js, installer: "installLink")

    /// Ethereum's provider, announced as the wallet `name` (EIP-6963, section "Provider Info").
    ///
    /// - Parameters:
    ///   - name: The wallet's name, as dapps list it.
    ///   - icon: A square image of at least 96 pixels as a `data:` URI.
    ///   - domain: A domain of the wallet's makers in reverse order, such as `org.example.wallet`.
    public static func ethereum(name: String, icon: String, domain: String) -> PageDialect {
        PageDialect(
            EthereumDialect(), module: PackageResources.ethereum_js, installer: "installEthereum",
            options: ["name": .string(name), "icon": .string(icon), "rdns": .string(domain)])
    }
}
