/// What the command line asks for.
enum BenchCommand: Hashable {
    /// The bridge beside a bare host in C.
    case bridge(isQuick: Bool, kinds: Set<String>, output: String?)
    /// Many calls of the bridge, whose memory must not grow.
    case soak(calls: Int, transport: String, style: String)
    /// One job of one host (`socket` or `reply` of the bridge, or `bare`), for a profiler.
    case only(kind: String, calls: Int, host: String)
    /// The cryptography beside C and Python.
    case crypto(python: String?, output: String?)
    /// Payments and their forms.
    case payments(isQuick: Bool, output: String?)
    /// A large account on Bitcoin, with a real server.
    case accounts(output: String?)
    /// The simulated chains.
    case chain(isQuick: Bool, output: String?)
    /// The real window with a large account.
    case window(isQuick: Bool, output: String?)
    /// The memory of many HTTPS requests.
    case network(requests: Int)
    /// The part of ``network(requests:)`` that runs in a process of its own.
    case networkClient(port: Int, requests: Int)
    /// The usage.
    case help

    static let usage = """
        usage: Bench [quick] [KIND…] [--output FILE]      the bridge beside a bare host in C
               Bench soak [CALLS] [reply] [STYLE]         the memory of many calls
               Bench only KIND CALLS [HOST]               one job of one host, for a profiler
               Bench crypto [PYTHON] [--output FILE]      the cryptography beside C and Python
               Bench payments [quick] [--output FILE]     payments and their forms
               Bench accounts [--output FILE]             a large account on Bitcoin, with ElectrumX
               Bench chain [quick] [--output FILE]        the simulated chains
               Bench window [quick] [--output FILE]       the real window with a large account
               Bench network [REQUESTS]                   the memory of many HTTPS requests
               Bench --help

        The bridge uses a socket; with "reply", WebKit's reply handles. HOST is reply, bare, evaluate or scheme.
        KIND is sequence, flood, echo, kept, start, peers (how other projects do it) or views (what more views cost);
        after "only", it is sequence, flood, echo or binaryEcho.
        STYLE is reloading (the page is reloaded every 100 ms) or hanging (it blocks repeatedly for 300 ms).
        Except for crypto, accounts, chain and network, it needs a display; "window" needs drawbridge and loop-watch.so beside
        it, and the others BareHost and BridgeHost.
        """

    /// Reads a command line; `nil` if it is not valid.
    init?(_ arguments: [String]) {
        var words = arguments
        if words.contains("--help") || words.contains("-h") {
            self = .help
            return
        }
        var output: String?
        if let option = words.firstIndex(of: "--output") {
            guard words.indices.contains(option + 1) else { return nil }
            output = words[option + 1]
            words.removeSubrange(option...option + 1)
        }
        let name = words.first ?? ""
        let rest = Array(words.dropFirst())
        switch name {
        case "soak":
            var options = rest
            let count = options.first.flatMap(Self.count)
            if count != nil { options.removeFirst() }
            guard output == nil, Set(options).count == options.count,
                options.allSatisfy(["reply", "reloading", "hanging"].contains)
            else { return nil }
            self = .soak(
                calls: count ?? 1_000_000, transport: options.contains("reply") ? "reply" : "socket",
                style: options.first { $0 != "reply" } ?? "")
        case "network":
            guard output == nil, rest.count <= 1, let count = Self.count(rest.first ?? "1000000") else { return nil }
            self = .network(requests: count)
        case "network-client":
            guard output == nil, rest.count == 2, let port = Self.count(rest[0]), let count = Self.count(rest[1])
            else { return nil }
            self = .networkClient(port: port, requests: count)
        case "only":
            let hosts = ["reply", "bare", "evaluate", "scheme"]
            guard output == nil, rest.count == 2 || rest.count == 3 && hosts.contains(rest[2]),
                ["sequence", "flood", "echo", "binaryEcho"].contains(rest[0]), let calls = Self.count(rest[1])
            else { return nil }
            self = .only(kind: rest[0], calls: calls, host: rest.count == 3 ? rest[2] : "socket")
        case "crypto":
            guard rest.count <= 1, rest.first?.hasPrefix("-") != true else { return nil }
            self = .crypto(python: rest.first, output: output)
        case "accounts":
            guard rest.isEmpty else { return nil }
            self = .accounts(output: output)
        case "chain":
            guard rest.isEmpty || rest == ["quick"] else { return nil }
            self = .chain(isQuick: !rest.isEmpty, output: output)
        case "window":
            guard rest.isEmpty || rest == ["quick"] else { return nil }
            self = .window(isQuick: !rest.isEmpty, output: output)
        case "payments":
            guard rest.isEmpty || rest == ["quick"] else { return nil }
            self = .payments(isQuick: !rest.isEmpty, output: output)
        default:
            let kinds = name == "quick" ? rest : words
            guard kinds.allSatisfy(BenchRun.Length.allKinds.contains) else { return nil }
            self = .bridge(isQuick: name == "quick", kinds: Set(kinds), output: output)
        }
    }

    private static func count(_ text: String) -> Int? { Int(text).flatMap { $0 > 0 ? $0 : nil } }
}
