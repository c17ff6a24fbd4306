import Bitcoin
import BitcoinWallet
import Bridge
import EthereumWallet
import Messages
import Network
import WalletCore

/// The file of the settings: it is read strictly, and what has its usual value is not written.
extension Settings: Codable {
    /// The members of the file, in the order in which they are written.
    private enum Name: String, CodingKey {
        case chains, electrum, payments, walletConnect, explorers, serversChosen, tokens, names, phishing, prices
        case through, proxy
    }

    private enum TokensName: String, CodingKey { case registry }
    private enum NamesName: String, CodingKey { case enabled, gateways }
    private enum PhishingName: String, CodingKey { case list }
    private enum PricesName: String, CodingKey { case url, currency }

    /// Parses settings from JSON text.
    ///
    /// - Throws: ``WalletError`` that names the first invalid value.
    package init(parsing text: [UInt8]) throws(WalletError) {
        switch text.withUnsafeBufferPointer({ JSON.read($0) }) {
        case .fault(let fault): throw WalletError(Self.sentence(about: fault))
        case .value(let value):
            do {
                self = try value.decoded(as: Read.self).settings.get()
            } catch let error as WalletError {
                throw error
            } catch let error as DecodingError {
                throw WalletError(error)
            } catch {
                throw WalletError(localized("The file must contain an object."))
            }
        }
    }

    /// Settings that were read, or why they cannot be.
    private struct Read: Decodable {
        let settings: Result<Settings, any Error>

        init(from decoder: any Decoder) { settings = Result { try Settings(from: decoder) } }
    }

    package init(from decoder: any Decoder) throws {
        self.init()
        let file = try SettingsMembers<Name>(decoder)
        for (index, entry) in (try file.value(.chains, as: [ChainEntry].self) ?? []).enumerated() {
            guard !chains.contains(where: { $0.chain.id == entry.chain.id }) else {
                let path = "\(file.path(.chains))[\(index)]"
                throw WalletError(
                    localized("“\(path, as: "setting")” repeats the chain \(entry.chain.id, as: "number")."))
            }
            set(entry.chain, entry.endpoint, alternatives: entry.alternatives, addedBy: entry.addedBy)
        }
        proxy =
            try file.read(
                .proxy,
                { localized("“\($0, as: "setting")” must be socks5://host:port or http://host:port.") },
                { Proxy($0) }) ?? Proxy.none
        payments = try file.value(.payments) ?? payments
        sessions = try file.value(.walletConnect) ?? sessions
        isServerQuestionAnswered = try file.value(.serversChosen) ?? false
        try readLookups(file)
        explorers = try Self.explorers(file)
        for name in try file.object(.electrum, of: UTXOChainName.self)?.names ?? [] {
            let servers = try file.object(.electrum, of: UTXOChainName.self)?.value(name, as: [ElectrumAddress].self)
            set(name.chain, servers?.map(\.address) ?? [])
        }
        try readRoutes(file)
    }

    /// Reads names, prices, the list of scam sites and the names of tokens.
    private mutating func readLookups(_ file: SettingsMembers<Name>) throws {
        let httpsSentence = { (setting: String) in localized("“\(setting, as: "setting")” must begin with https://.") }
        if let tokens = try file.object(.tokens, of: TokensName.self) {
            tokenRegistry = try tokens.read(.registry, httpsSentence) { address in
                address.hasPrefix("https://") && (try? Origin(ofURL: address)) != nil ? address : nil
            }
            guard tokenRegistry != nil else { throw WalletError(httpsSentence(tokens.path(.registry))) }
        }
        if let prices = try file.object(.prices, of: PricesName.self) {
            do throws(WalletError) {
                priceSource = try PriceSourceChoice(
                    prices.text(.url) ?? "", currency: prices.text(.currency) ?? "")
            } catch {
                throw WalletError(
                    localized(
                        "“\(file.path(.prices), as: "setting")” cannot be used. \(error.description, as: "reason")"))
            }
        }
        if let names = try file.object(.names, of: NamesName.self) {
            usesNames = try names.value(.enabled) ?? true
            usesNameGateways = try names.value(.gateways) ?? false
        }
        if let phishing = try file.object(.phishing, of: PhishingName.self) {
            phishingList = try phishing.read(.list, httpsSentence) { address in
                let isShort = address.hasPrefix("https://") && address.utf8.count <= 1_024
                return isShort && (try? Endpoint(address)) != nil ? address : nil
            }
            guard phishingList != nil else { throw WalletError(httpsSentence(phishing.path(.list))) }
        }
    }

    private static func explorers(_ file: SettingsMembers<Name>) throws -> [String: String] {
        guard let members = try file.object(.explorers, of: AnyName.self) else { return [:] }
        return try members.names.reduce(into: [:]) { explorers, name in
            guard ChainID(name.stringValue) != nil, let template = members.text(name),
                problem(explorer: template) == nil
            else {
                throw WalletError(
                    localized(
                        """
                        “\(file.path(.explorers), as: "setting")” must have an address with {txid} for each chain, such as \
                        https://explorer.example/tx/{txid}.
                        """))
            }
            explorers[name.stringValue] = template
        }
    }

    /// Reads how servers are reached, once the servers have been read.
    private mutating func readRoutes(_ file: SettingsMembers<Name>) throws {
        guard let members = try file.object(.through, of: AnyName.self) else { return }
        let setting = file.path(.through)
        var routes: [String: ServerRoute] = [:]
        for name in members.names {
            guard let route = members.text(name).flatMap({ ServerRoute($0) }) else {
                throw WalletError(
                    localized(
                        """
                        “\(setting, as: "setting")” must have “direct” or the address of a proxy for each server, such \
                        as socks5://127.0.0.1:9050.
                        """))
            }
            routes[name.stringValue] = route
        }
        let servers = reach(by: routes)
        if let stray = routes.keys.sorted().first(where: { !servers.contains($0) }) {
            throw WalletError(
                localized(
                    """
                    “\(setting, as: "setting")” contains \(RPCError.quoted(stray), as: "address"), which is not the \
                    address of a server.
                    """))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var file = encoder.container(keyedBy: Name.self)
        try file.encode(chains, forKey: .chains)
        try file.encode(
            JSON(sorted: electrum.map { ($0.rawValue, .array($1.map { .string($0.text) })) }), forKey: .electrum)
        if !payments.isEmpty { try file.encode(payments, forKey: .payments) }
        if !sessions.isEmpty { try file.encode(sessions, forKey: .walletConnect) }
        if !explorers.isEmpty {
            try file.encode(JSON(sorted: explorers.map { ($0, .string($1)) }), forKey: .explorers)
        }
        if isServerQuestionAnswered { try file.encode(true, forKey: .serversChosen) }
        if let tokenRegistry {
            var tokens = file.nestedContainer(keyedBy: TokensName.self, forKey: .tokens)
            try tokens.encode(tokenRegistry, forKey: .registry)
        }
        if !usesNames || usesNameGateways {
            var names = file.nestedContainer(keyedBy: NamesName.self, forKey: .names)
            if !usesNames { try names.encode(false, forKey: .enabled) }
            if usesNameGateways { try names.encode(true, forKey: .gateways) }
        }
        if let phishingList {
            var phishing = file.nestedContainer(keyedBy: PhishingName.self, forKey: .phishing)
            try phishing.encode(phishingList, forKey: .list)
        }
        if let priceSource {
            var prices = file.nestedContainer(keyedBy: PricesName.self, forKey: .prices)
            try prices.encode(priceSource.endpoint.url, forKey: .url)
            try prices.encode(priceSource.currency, forKey: .currency)
        }
        let routes = routes.compactMap { address, route in route.text.map { (address, JSON.string($0)) } }
        if !routes.isEmpty { try file.encode(JSON(sorted: routes), forKey: .through) }
        if let address = proxy.address { try file.encode(address, forKey: .proxy) }
    }

    /// The settings as JSON text that can be parsed again: a line for each member, and for each network with servers.
    package var text: [UInt8] {
        guard case .object(let file)? = try? EncodedValue(encoding: self).json else {
            preconditionFailure("settings are an object")  // No trap: they consist of texts, and of JSON.
        }
        let lines = file.members.map { member in
            let value =
                switch (Name(rawValue: member.key), member.value) {
                case (.chains, .array(let chains)):
                    "[\n\(chains.map { "    \($0.text)" }.joined(separator: ",\n"))\(chains.isEmpty ? "" : "\n")  ]"
                case (.electrum, .object(let chains)):
                    "{\n\(Self.lines(of: chains, indent: "    ", ",\n"))\(chains.members.isEmpty ? "" : "\n")  }"
                case (.tokens, .object(let object)), (.names, .object(let object)), (.phishing, .object(let object)):
                    "{\(Self.lines(of: object, indent: "", ", "))}"
                default: member.value.text
                }
            return "  \(JSON.string(member.key).text): \(value)"
        }
        return Array("{\n\(lines.joined(separator: ",\n"))\n}\n".utf8)
    }

    private static func lines(of object: JSONObject, indent: String, _ separator: String) -> String {
        object.members.map { "\(indent)\(JSON.string($0.key).text): \($0.value.text)" }.joined(separator: separator)
    }

    private static func sentence(about fault: JSON.Fault) -> String {
        let offset = fault.offset
        return switch fault.reason {
        case .syntax: localized("The file is not JSON, at byte \(offset, as: "offset").")
        case .depth: localized("The file is nested too deeply, at byte \(offset, as: "offset").")
        case .tooMany: localized("The file has too many values, at byte \(offset, as: "offset").")
        case .duplicateKey: localized("The file has a duplicate member, at byte \(offset, as: "offset").")
        case .marks: localized("The file has too many marks on a letter, at byte \(offset, as: "offset").")
        case .notUTF8: localized("The file is not Unicode text, at byte \(offset, as: "offset").")
        }
    }
}

extension Settings.ChainEntry: Codable {
    private enum Name: String, CodingKey { case id, name, symbol, test, endpoint, alternatives, addedBy }

    package init(from decoder: any Decoder) throws {
        let members = try SettingsMembers<Name>(decoder)
        guard let number = try members.value(.id, as: JSON.self)?.number?.integer, number > 0,
            let id = UInt64(exactly: number)
        else {
            throw WalletError(localized("“\(members.path(.id), as: "setting")” must be a chain ID, such as 1."))
        }
        let chain = try Chain.wellKnown.first { $0.id == id } ?? Self.chain(id, members)
        guard let url = members.text(.endpoint) else {
            throw WalletError(
                localized("“\(members.path(.endpoint), as: "setting")” must be the address of a node."))
        }
        let site = try members.read(
            .addedBy,
            {
                localized(
                    "“\($0, as: "setting")” must be the origin of a site, such as https://dapp.example.")
            }, { try? Origin(serialized: $0) })
        let alternatives: [NodeAddress] = try members.list(.alternatives, most: Chain.mostNodes - 1) {
            localized(
                "“\($0, as: "setting")” must hold at most \(Chain.mostNodes - 1, as: "count") addresses.")
        }
        self.init(
            chain, try NodeAddress(url, at: members.path(.endpoint)).endpoint,
            alternatives: alternatives.map(\.endpoint), addedBy: site)
    }

    private static func chain(_ id: UInt64, _ members: SettingsMembers<Name>) throws -> Chain {
        guard let name = members.text(.name), Chain.isName(name, upTo: 64) else {
            throw WalletError(
                localized("“\(members.path(.name), as: "setting")” must be a name of 1 to 64 plain characters."))
        }
        guard let symbol = members.text(.symbol), Chain.isName(symbol, upTo: 11) else {
            throw WalletError(
                localized(
                    """
                    “\(members.path(.symbol), as: "setting")” must be the symbol of the chain's coin, 1 to 11 plain \
                    characters.
                    """))
        }
        guard let isTest: Bool = try members.value(.test) else { return Chain(id: id, name: name, symbol: symbol) }
        return Chain(id: id, name: name, symbol: symbol, isTest: isTest)
    }

    package func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Name.self)
        try members.encode(JSON.number(JSONNumber(Int(clamping: chain.id))), forKey: .id)
        if !chain.isWellKnown {
            try members.encode(chain.name, forKey: .name)
            try members.encode(chain.symbol, forKey: .symbol)
            if chain.isTest, !Chain.testNetworks.contains(chain.id) { try members.encode(true, forKey: .test) }
        }
        try members.encode(endpoint.text, forKey: .endpoint)
        if !alternatives.isEmpty { try members.encode(alternatives.map(\.text), forKey: .alternatives) }
        try members.encodeIfPresent(addedBy?.description, forKey: .addedBy)
    }
}

/// The address of a node.
struct NodeAddress: SettingsText {
    let endpoint: Endpoint

    init(_ text: String, at setting: String) throws(WalletError) {
        do throws(NodeError) {
            endpoint = try Endpoint(text: text)
        } catch {
            throw WalletError(error.sentence(about: setting))
        }
    }
}

/// The address of an Electrum server.
private struct ElectrumAddress: SettingsText {
    let address: LineAddress

    init(_ text: String, at setting: String) throws(WalletError) {
        guard let address = LineAddress(text) else {
            throw WalletError(
                localized(
                    """
                    “\(setting, as: "setting")” must be ssl://host:port; tcp://host:port is for this machine and .onion \
                    addresses only.
                    """))
        }
        self.address = address
    }
}

/// The name of a network that has Electrum servers.
private struct UTXOChainName: CodingKey {
    let chain: UTXOChain

    var stringValue: String { chain.rawValue }
    var intValue: Int? { nil }

    init?(stringValue: String) {
        guard let chain = UTXOChain(rawValue: stringValue) else { return nil }
        self.chain = chain
    }

    init?(intValue: Int) { nil }
}

extension JSON {
    /// An object whose members are sorted by their names.
    fileprivate init(sorted members: [(name: String, value: JSON)]) {
        var object: JSONObject = [:]
        for member in members.sorted(by: { $0.name < $1.name }) { object[member.name] = member.value }
        self = .object(object)
    }
}
