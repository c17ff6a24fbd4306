import Foundation

/// Measures the bridge against a bare host in C: `Bench [quick] [KIND…] [--output FILE]`, `Bench soak CALLS`, or `Bench
/// only KIND CALLS [bare]` for a profiler; the cryptography against C and Python: `Bench crypto [PYTHON] [--output
/// FILE]`; payments with their forms: `Bench payments [quick] [--output FILE]`; and the memory of many HTTPS requests:
/// `Bench network [REQUESTS]`, in the project's folder.
let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == "crypto" {
    let python = arguments.dropFirst().first.flatMap { $0.hasPrefix("-") ? nil : $0 }
    try Summary.tell(CryptoCourse(python: python).run(), arguments)
    exit(0)
}
if arguments.first == "payments" {
    let forms = arguments.contains("quick") ? FormCourse(part: 10, parts: 3) : FormCourse()
    try Summary.tell(await PaymentCourse().run() + forms.run(), arguments)
    exit(0)
}
if arguments.first == "network" {
    let soak = NetworkSoak(count: arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000_000)
    exit(try await soak.run(CommandLine.arguments[0]) ? 0 : 1)
}
if arguments.first == "network-client" {
    let numbers = arguments.dropFirst().compactMap { Int($0) }
    guard numbers.count == 2 else { exit(64) }
    try await NetworkSoak(count: numbers[1]).send(to: numbers[0])
    exit(0)
}
let server = BenchServer()
try await server.open()

if arguments.first == "soak" {
    print(try await Soak(server: server, calls: arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000_000).run())
} else if arguments.first == "only" {
    guard let single = Single(server: server, arguments: Array(arguments.dropFirst())) else {
        print("usage: Bench only sequence|flood|echo CALLS [bare]")
        exit(64)
    }
    print(try await single.run())
} else {
    var length = arguments.first == "quick" ? BenchRun.Length.quick : BenchRun.Length()
    let kinds = BenchRun.Length.allKinds.intersection(arguments)
    if !kinds.isEmpty { length.kinds = kinds }
    var course = BenchRun(server: server, length: length)
    try await course.run()
    try Summary.tell(course.rows, arguments)
}
