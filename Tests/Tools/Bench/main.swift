import Foundation

// Measures this project's code; `Bench --help` lists what can be measured. It runs in the project's folder.

/// Runs a command, and returns the exit status.
func run(_ command: BenchCommand) async throws -> Int32 {
    switch command {
    case .help:
        print(BenchCommand.usage)
    case .crypto(let python, let output):
        try Summary.tell(CryptoCourse(python: python).run(), output: output)
    case .payments(let isQuick, let output):
        let forms = isQuick ? FormCourse(part: 10, parts: 3) : FormCourse()
        try Summary.tell(await PaymentCourse().run() + forms.run(), output: output)
    case .accounts(let output):
        try Summary.tell(await AccountCourse().run(), output: output)
    case .chain(let isQuick, let output):
        try Summary.tell(await (isQuick ? ChainCourse(rounds: 2, count: 500) : ChainCourse()).run(), output: output)
    case .window(let isQuick, let output):
        let (rows, problem) = try await WindowCourse(isQuick: isQuick).run()
        try Summary.tell(rows, output: output)
        if let problem { throw problem }
    case .network(let requests):
        return try await NetworkSoak(count: requests).run(CommandLine.arguments[0]) ? 0 : 1
    case .networkClient(let port, let requests):
        try await NetworkSoak(count: requests).send(to: port)
    case .soak(let calls, let transport, let style):
        let soak = Soak(server: try await openServer(), calls: calls, transport: transport, style: style)
        print(try await soak.run())
    case .only(let kind, let calls, let host):
        let server = try await openServer()
        guard let single = Single(server: server, kind: kind, calls: calls, host: host) else { return 64 }
        print(try await single.run())
    case .bridge(let isQuick, let kinds, let output):
        var length = isQuick ? BenchRun.Length.quick : BenchRun.Length()
        if !kinds.isEmpty { length.kinds = kinds }
        let server = try await openServer()
        var course = BenchRun(server: server, length: length)
        try await course.run()
        var rows = course.rows
        if length.kinds.contains("peers") {
            var peers = BenchRun(server: server, length: length.ofPeers, names: BenchRun.peers)
            try await peers.run()
            rows += peers.ways
        }
        try Summary.tell(rows, output: output)
        if length.kinds.contains("views") { print(ViewGrowth.drawing(try await ViewGrowth(server: server).run())) }
    }
    return 0
}

/// The server of the page that measures, in windows.
func openServer() async throws -> BenchServer {
    let environment = ProcessInfo.processInfo.environment
    guard environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil else {
        throw BenchError("There is no display. Run it with scripts/screen.")
    }
    let server = BenchServer()
    try await server.open()
    return server
}

func complain(_ sentence: String) { FileHandle.standardError.write(Data("\(sentence)\n".utf8)) }

guard let command = BenchCommand(Array(CommandLine.arguments.dropFirst())) else {
    complain(BenchCommand.usage)
    exit(64)
}
do {
    exit(try await run(command))
} catch {
    // An error that leaves the program's main code would end it with a trap.
    complain("Bench: \(error)")
    exit(1)
}
