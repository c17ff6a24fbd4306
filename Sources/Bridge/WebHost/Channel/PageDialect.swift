public import Bridge
import CPageScripts

/// A dialect with the script that provides it to pages.
public struct PageDialect: Sendable {
    let dialect: any Dialect
    let modules: [[UInt8]]
    let installer: String
    let options: JSON

    /// Creates a custom dialect.
    ///
    /// - Parameters:
    ///   - dialect: The native half.
    ///   - modules: ES modules, each importing only from earlier ones, with single-line imports and with named
    ///     functions and classes as exports. One exports a function named `installer`. It runs in the page's world
    ///     before any script of the page and is called with the window, the wire (`send(tag, body, receiver)`,
    ///     `listen(tag, listener)`, see `Scripts/page/wire.js`), and `options`.
    ///   - installer: The name of that function.
    ///   - options: The function's third argument.
    public init(_ dialect: any Dialect, modules: [[UInt8]], installer: String, options: JSON = .null) {
        self.dialect = dialect
        self.modules = modules
        self.installer = installer
        self.options = options
    }

    /// Bitcoin.com Link's `_bitcoinWalletApi`.
    public static let link = PageDialect(
        LinkDialect(), modules: [PageScripts.compact(drawbridge_link_js())], installer: "installLink")

    /// An object of the page with `invoke`, `on` and `off`, for the methods of any program.
    ///
    /// - Parameter name: The name of the object: `drawbridge` means `window.drawbridge`.
    /// - Returns: The dialect.
    public static func invoke(name: String = "drawbridge") -> PageDialect {
        PageDialect(
            InvokeDialect(),
            modules: invokeModules,
            installer: "installInvoke", options: ["name": .string(name)])
    }

    private static let invokeModules = [
        drawbridge_invoke_error_js(), drawbridge_loss_js(), drawbridge_binary_js(), drawbridge_invoke_js(),
    ].map(PageScripts.compact)

    private static let ethereumModules = [
        drawbridge_emitter_js(), drawbridge_provider_rpc_error_js(), drawbridge_ethereum_js(),
    ].map(PageScripts.compact)

    /// The completion messages of a payment's data-collection form; for ``CollectionView`` only.
    static let collection = PageDialect(
        FormDialect(), modules: [PageScripts.compact(drawbridge_collection_js())],
        installer: "installCollection")

    /// Ethereum's provider, announced as the wallet `name` (EIP-6963, section "Provider Info").
    ///
    /// - Parameters:
    ///   - name: The wallet's name, as dapps display it.
    ///   - icon: A square image of at least 96 pixels as a `data:` URI.
    ///   - domain: A domain of the wallet's developer in reverse order, such as `org.example.wallet`.
    /// - Returns: The dialect.
    public static func ethereum(name: String, icon: String, domain: String) -> PageDialect {
        PageDialect(
            EthereumDialect(),
            modules: ethereumModules,
            installer: "installEthereum",
            options: ["name": .string(name), "icon": .string(icon), "rdns": .string(domain)])
    }
}
