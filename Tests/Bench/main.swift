import Foundation

/// Measures the bridge against a bare host in C: `Bench [quick] [KIND…] [--output FILE]`, `Bench soak CALLS`, or
/// `Bench only KIND CALLS [bare]` for a profiler.
let arguments = Array(CommandLine.arguments.dropFirst())
let desk = try Desk()
try await desk.open()

if arguments.first == "soak" {
    print(try await Soak(desk: desk, calls: arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000_000).run())
} else if arguments.first == "only" {
    guard let single = Single(desk: desk, arguments: Array(arguments.dropFirst())) else {
        print("usage: Bench only sequence|flood|echo CALLS [bare]")
        exit(64)
    }
    print(try await single.run())
} else {
    var length = arguments.first == "quick" ? Course.Length.quick : Course.Length()
    let kinds = Course.Length.allKinds.intersection(arguments)
    if !kinds.isEmpty { length.kinds = kinds }
    var course = Course(desk: desk, length: length)
    try await course.run()
    let rows = course.rows
    print(Summary.header)
    for row in rows { print(row.line) }
    if let option = arguments.firstIndex(of: "--output"), arguments.indices.contains(option + 1) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .withoutEscapingSlashes]
        try encoder.encode(rows).write(to: URL(filePath: arguments[option + 1]))
    }
}
