import Bitcoin
import BitcoinWallet
import Bridge
import EthereumWallet
import Messages
import Network
import WalletCore

extension Settings {
    /// Parses settings from JSON text.
    ///
    /// - Throws: ``WalletError`` that names the first invalid value.
    init(parsing text: [UInt8]) throws(WalletError) {
        let root: JSON
        switch text.withUnsafeBufferPointer({ JSON.read($0) }) {
        case .value(let value): root = value
        case .fault(let fault): throw WalletError(Self.sentence(about: fault))
        }
        self.init()
        let members = try Self.members(
            root, nil,
            allowed: [
                "chains", "electrum", "explorers", "names", "payments", "phishing", "prices", "proxy", "serversChosen",
                "through", "tokens", "walletConnect",
            ])
        for (index, entry) in try Self.array(members["chains"], "chains").enumerated() {
            try add(entry, path: "chains[\(index)]")
        }
        if let proxy = members["proxy"] { self.proxy = try Self.proxy(proxy) }
        if let payments = members["payments"] { self.payments = try Self.payments(payments) }
        if let sessions = members["walletConnect"] {
            let allowed: Set<String> = ["relay", "projectId", "enabled", "verification", "verificationKey"]
            self.sessions = try SessionSettings(try Self.members(sessions, "walletConnect", allowed: allowed))
        }
        try readHome(members)
        try readEthereum(members)
        if let servers = members["electrum"] {
            let allowed = Set(UTXOChain.allCases.map(\.rawValue))
            for member in try Self.members(servers, "electrum", allowed: allowed).members {
                guard let utxoChain = UTXOChain(rawValue: member.key) else { continue }
                try add(utxoChain, member.value, path: "electrum.\(member.key)")
            }
        }
        if let routes = members["through"] { try readRoutes(routes) }
    }

    /// The settings as JSON text that can be parsed again.
    var text: [UInt8] {
        var lines = ["{", "  \"chains\": ["]
        lines += Self.joined(chains.map { "    \(Self.json(of: $0).text)" })
        lines += ["  ],", "  \"electrum\": {"]
        let utxoChains = electrum.keys.sorted { $0.rawValue < $1.rawValue }
        lines += Self.joined(
            utxoChains.map { utxoChain in
                let servers = JSON.array((electrum[utxoChain] ?? []).map { .string($0.text) })
                return "    \"\(utxoChain.rawValue)\": \(servers.text)"
            })
        var others: [String] = []
        if !payments.isEmpty { others.append("  \"payments\": \(Self.json(of: payments).text)") }
        if !sessions.isEmpty { others.append("  \"walletConnect\": \(sessions.json.text)") }
        if !explorers.isEmpty { others.append("  \"explorers\": \(explorersJSON.text)") }
        if isServerQuestionAnswered { others.append("  \"serversChosen\": true") }
        if let tokenRegistry { others.append("  \"tokens\": {\"registry\": \(JSON.string(tokenRegistry).text)}") }
        others += ethereumLines
        if let prices = pricesJSON { others.append("  \"prices\": \(prices.text)") }
        if let routes = routesJSON { others.append("  \"through\": \(routes.text)") }
        if let address = proxy.address { others.append("  \"proxy\": \(JSON.string(address).text)") }
        lines += ["  }" + (others.isEmpty ? "" : ",")] + Self.joined(others)
        lines += ["}", ""]
        return Array(lines.joined(separator: "\n").utf8)
    }

    private static func proxy(_ value: JSON) throws(WalletError) -> Proxy {
        guard let proxy = value.string.flatMap(Proxy.init) else {
            throw WalletError(
                localized("“\("proxy", as: "setting")” must be socks5://host:port or http://host:port."))
        }
        return proxy
    }

    private static func payments(_ value: JSON) throws(WalletError) -> PaymentSettings {
        let members = try Self.members(
            value, "payments", allowed: ["gateway", "appId", "apiKey", "forms", "opensLinks"])
        var texts: [String: String] = [:]
        for member in members.members where !["forms", "opensLinks"].contains(member.key) {
            guard let text = member.value.string, PaymentSettings.isWord(text) else {
                throw WalletError(
                    localized(
                        "“\("payments.\(member.key)", as: "setting")” must be a string of 1 to 256 plain characters."))
            }
            texts[member.key] = text
        }
        if let gateway = texts["gateway"] {
            do throws(NodeError) {
                _ = try Endpoint(gateway)
            } catch {
                throw WalletError(error.sentence(about: "payments.gateway"))
            }
        }
        var payments = PaymentSettings(gateway: texts["gateway"], appID: texts["appId"], apiKey: texts["apiKey"])
        if let opensLinks = members["opensLinks"] {
            guard let opensLinks = opensLinks.bool else {
                throw WalletError(localized("“\("payments.opensLinks", as: "setting")” must be true or false."))
            }
            payments.opensLinks = opensLinks
        }
        let forms = try Self.array(members["forms"], "payments.forms")
        guard forms.count <= PaymentSettings.mostForms else {
            throw WalletError(
                localized(
                    """
                    “\("payments.forms", as: "setting")” must hold at most \
                    \(PaymentSettings.mostForms, as: "count") origins.
                    """
                ))
        }
        for (index, form) in forms.enumerated() {
            guard let origin = form.string.flatMap(PaymentSettings.form) else {
                throw WalletError(
                    localized(
                        """
                        “\("payments.forms[\(index)]", as: "setting")” must be an origin, such as \
                        https://forms.example.
                        """
                    ))
            }
            payments.forms.append(origin)
        }
        return payments
    }

    private static func json(of payments: PaymentSettings) -> JSON {
        var members: JSONObject = [:]
        for (key, text) in [
            ("gateway", payments.gateway), ("appId", payments.appID), ("apiKey", payments.apiKey),
        ] {
            if let text { members[key] = .string(text) }
        }
        if !payments.forms.isEmpty { members["forms"] = .array(payments.forms.map { .string($0) }) }
        if !payments.opensLinks { members["opensLinks"] = false }
        return .object(members)
    }

    private mutating func add(_ entry: JSON, path: String) throws(WalletError) {
        let members = try Self.members(
            entry, path, allowed: ["id", "name", "symbol", "test", "endpoint", "alternatives", "addedBy"])
        guard let number = members["id"]?.number?.integer, number > 0, let id = UInt64(exactly: number) else {
            throw WalletError(localized("“\("\(path).id", as: "setting")” must be a chain ID, such as 1."))
        }
        guard !chains.contains(where: { $0.chain.id == id }) else {
            throw WalletError(localized("“\(path, as: "setting")” repeats the chain \(id, as: "number")."))
        }
        let known = Chain.wellKnown.first { $0.id == id }
        let chain: Chain
        if let known { chain = known } else { chain = try Self.chain(id, members, path: path) }
        guard let url = members["endpoint"]?.string else {
            throw WalletError(localized("“\("\(path).endpoint", as: "setting")” must be the address of a node."))
        }
        var site: Origin?
        if let text = members["addedBy"] {
            guard let origin = text.string.flatMap({ try? Origin(serialized: $0) }) else {
                throw WalletError(
                    localized(
                        """
                        “\("\(path).addedBy", as: "setting")” must be the origin of a site, such as \
                        https://dapp.example.
                        """
                    ))
            }
            site = origin
        }
        let alternatives = try Self.alternatives(members["alternatives"], path: "\(path).alternatives")
        do throws(NodeError) {
            set(chain, try Endpoint(text: url), alternatives: alternatives, addedBy: site)
        } catch {
            throw WalletError(error.sentence(about: "\(path).endpoint"))
        }
    }

    private static func chain(_ id: UInt64, _ members: JSONObject, path: String) throws(WalletError) -> Chain {
        guard let name = members["name"]?.string, Chain.isName(name, upTo: 64) else {
            throw WalletError(
                localized("“\("\(path).name", as: "setting")” must be a name of 1 to 64 plain characters."))
        }
        guard let symbol = members["symbol"]?.string, Chain.isName(symbol, upTo: 11) else {
            throw WalletError(
                localized(
                    """
                    “\("\(path).symbol", as: "setting")” must be the symbol of the chain's coin, 1 to 11 plain \
                    characters.
                    """
                ))
        }
        guard let test = members["test"] else { return Chain(id: id, name: name, symbol: symbol) }
        guard let isTest = test.bool else {
            throw WalletError(localized("“\("\(path).test", as: "setting")” must be true or false."))
        }
        return Chain(id: id, name: name, symbol: symbol, isTest: isTest)
    }

    private mutating func add(_ utxoChain: UTXOChain, _ value: JSON, path: String) throws(WalletError) {
        var servers: [LineAddress] = []
        for (index, server) in try Self.array(value, path).enumerated() {
            guard let text = server.string, let address = LineAddress(text) else {
                throw WalletError(
                    localized(
                        """
                        “\("\(path)[\(index)]", as: "setting")” must be ssl://host:port; tcp://host:port is for \
                        this machine and .onion addresses only.
                        """
                    ))
            }
            servers.append(address)
        }
        set(utxoChain, servers)
    }

    private static func json(of entry: ChainEntry) -> JSON {
        var members: JSONObject = ["id": .number(JSONNumber(Int(clamping: entry.chain.id)))]
        if !entry.chain.isWellKnown {
            members["name"] = .string(entry.chain.name)
            members["symbol"] = .string(entry.chain.symbol)
            if entry.chain.isTest, !Chain.testNetworks.contains(entry.chain.id) { members["test"] = .bool(true) }
        }
        members["endpoint"] = .string(entry.endpoint.text)
        if !entry.alternatives.isEmpty { members["alternatives"] = .array(entry.alternatives.map { .string($0.text) }) }
        if let site = entry.addedBy { members["addedBy"] = .string(site.description) }
        return .object(members)
    }

    private static func joined(_ lines: [String]) -> [String] {
        lines.enumerated().map { $0.offset + 1 < lines.count ? $0.element + "," : $0.element }
    }

    /// The object that is the value of a member of the file; without `path`, the whole file.
    static func members(
        _ value: JSON, _ path: String?, allowed: Set<String>?
    ) throws(WalletError) -> JSONObject {
        guard let object = value.object else {
            throw WalletError(
                path.map { localized("“\($0, as: "setting")” must be an object.") }
                    ?? localized("The file must contain an object."))
        }
        for key in object.keys where allowed?.contains(key) == false {
            let member = RPCError.quoted(key)
            throw WalletError(
                path.map { localized("“\($0, as: "setting")” contains the unknown member \(member, as: "member").") }
                    ?? localized("The file contains the unknown member \(member, as: "member")."))
        }
        return object
    }

    private static func sentence(about fault: JSON.Fault) -> String {
        let offset = fault.offset
        return switch fault.reason {
        case .syntax: localized("The file is not JSON, at byte \(offset, as: "offset").")
        case .depth: localized("The file is nested too deeply, at byte \(offset, as: "offset").")
        case .tooMany: localized("The file has too many values, at byte \(offset, as: "offset").")
        case .duplicateKey: localized("The file has a duplicate member, at byte \(offset, as: "offset").")
        case .notUTF8: localized("The file is not Unicode text, at byte \(offset, as: "offset").")
        }
    }

    static func array(_ value: JSON?, _ path: String) throws(WalletError) -> [JSON] {
        guard let value else { return [] }
        guard let array = value.array else {
            throw WalletError(localized("“\(path, as: "setting")” must be an array."))
        }
        return array
    }
}
