/// Finds texts for people that are not in the message catalog.
///
/// The search knows no types. It checks the arguments of functions that show text in a window, arguments with certain
/// labels, and the bodies of certain properties; ``allowed`` gives the reason why the rest needs no translation.
enum UntranslatedTexts {
    /// The modules whose texts are in the catalog.
    static let modules = [
        "WalletUI", "WebHost", "Bridge", "Keys", "Desktop", "QRReader", "Ethereum", "Bitcoin", "WalletConnectPay",
        "SumUp",
        "Store", "HeadlessWallet", "WalletTerminal", "WalletWindow", "drawbridge", "WalletCore", "EthereumWallet",
        "BitcoinWallet", "BitcoinKeys",
        "WalletMethods", "WalletConnect", "UniformResources",
    ]

    /// Functions and initializers whose arguments are shown to the user.
    static let calls = [
        "gtk_label_new", "gtk_label_set_text", "gtk_button_new_with_label", "gtk_button_set_label",
        "gtk_toggle_button_new_with_label", "gtk_menu_item_new_with_label", "gtk_check_menu_item_new_with_label",
        "gtk_widget_set_tooltip_text", "gtk_entry_set_placeholder_text", "gtk_entry_set_icon_tooltip_text",
        "gtk_window_set_title", "gtk_info_bar_add_button", "gtk_file_chooser_native_new", "atk_object_set_name",
        "atk_object_set_description", "Draw.label", "Draw.button", "Draw.heading", "Draw.name", "Draw.describe",
        "Draw.value", "Draw.icon", "Draw.fill", "CopyButton.draw", "Approval", "Row", "Warning", "Adjustment",
        "Choice", "Form", "FormField", "Paragraph", "Question", "bar.show", "lockBar.show", "say", "refuse", "report",
        "tell", "warn", "plain", "busy", "conclude", "complain", "wait", "work", "ArgumentHelp", "ValidationError",
        "WalletError",
    ]

    /// Labels of arguments that are shown to the user.
    static let labels = [
        "sentence", "title", "heading", "label", "name", "verb", "refusal", "note", "hint", "problem", "busy", "yes",
        "no", "button", "action", "outcome", "reason", "notice", "detail", "badge",
        "abstract", "discussion", "help",
    ]

    /// Properties and functions that return a text that is shown to the user.
    static let properties = [
        "sentence", "title", "heading", "label", "question", "problem", "remedy", "hint", "sentences", "look",
        "rejectedSentence", "outcomeText", "explanation", "description",
        "words", "notice", "outcome", "paragraphs",
    ]

    private static let translated = ["localized", "localizable"]

    /// Functions and initializers whose arguments are for pages and logs.
    private static let untranslated = [
        "RPCError", "precondition", "preconditionFailure", "log.error", "log.warning", "log.notice", "log.info",
    ]

    /// Matches that are English in every language: the end of the path, a part of the text (or any), and the reason.
    static let allowed: [(file: String, part: String, reason: String)] = [
        ("Bytewords.swift", "able acid also", "the words of BCR-2020-012"),
        ("Window/BrowserWindow+Options.swift", "Drawbridge", "the name of the program"),
        ("Bitcoin/UTXOChain.swift", "Bitcoin", "the names of the networks"),
        ("Desktop/DesktopEntry.swift", "[Desktop Entry]", "a file for the desktop"),
        ("Desktop/Instance.swift", "<node>", "the description of an interface for D-Bus"),
        ("Bridge/BridgeError.swift", "", "the description is for pages and logs"),
        ("Ethereum/EthereumError.swift", "", "the description is for pages and logs"),
        ("Bitcoin/BitcoinError.swift", "", "the description is for pages and logs"),
        ("Pages/AllowancesPage.swift", "Permit2", "the name of a contract"),
        ("Messages/Vocabulary.swift", "", "words that are looked for in messages"),
        ("Messages/SignInMessage.swift", "wants you to", "the text of a sign-in by ERC-4361"),
        ("Tables/Aggregators.swift", "uint256 ", "the parameters of a function"),
        ("Window/Screenshot.swift", "", "only development tools make screenshots"),
        ("WalletWindow/StartFault.swift", "Drawbridge", "the name of the program"),
        ("Window/LockController+Forms.swift", "Drawbridge", "the name of the program"),
        ("Window/PageWallet.swift", "Drawbridge", "the name of the program"),
        ("SumUp/SumUpPayCommand.swift", "drawbridge sumup resolve ", "a command"),
        ("Client/GatewayAccess.swift", "", "the names of HTTP headers"),
        ("Client/GatewayRefusal.swift", "", "an answer of the payment service"),
        ("WalletConnect/WalletConnectError.swift", "The ", "the description is for logs"),
        ("Relay/WalletConnectError+Relay.swift", "", "the description is for logs"),
        ("Sessions/SessionFault.swift", "", "the description is for logs"),
        ("Gateway/CollectedField.swift", "", "the description is for logs"),
        ("Chains/Chain.swift", "", "the names of the networks and their coins"),
        ("Permissions/AddressKind.swift", "", "the names of the networks"),
        ("Methods/GetAddress.swift", "Drawbridge wallet", "a label that pages get"),
        ("Phrase/ElectrumSeed.swift", "Seed version", "what the specification hashes"),
        ("Holdings/CoinDiscovery.swift", "BIP-44", "the name of a specification"),
        ("Store/StoredCoins.swift", "", "the language of the database"),
        ("Settings/PriceBook.swift", "Accept", "the name of an HTTP header"),
        ("Nodes/NodeError.swift", "An address in", "a sentence for pages"),
        ("Dispatcher/RPCError.swift", "execution reverted: ", "what libraries look for"),
    ]

    /// The texts in `file` that are shown but are not in the catalog, each as a sentence with the line's number.
    static func breaches(in file: TextFile) -> [String] {
        let source = SwiftSource(file.text)
        let shown = source.arguments(of: calls) + source.arguments(labeled: labels) + source.bodies(of: properties)
        let others = source.arguments(of: translated + untranslated)
        return source.literals.filter { literal in
            literal.isProse && shown.contains { $0.contains(literal.start) }
                && !others.contains { $0.contains(literal.start) }
                && !allowed.contains {
                    file.path.hasSuffix($0.file) && ($0.part.isEmpty || literal.text.contains($0.part))
                }
        }.map { "\(file.path):\(source.line(of: $0.start)) is not in the message catalog: \($0.text)" }
    }
}
