import Foundation

/// Measures the bridge against a bare host in C: `Bench [quick] [--output FILE]`, or `Bench soak CALLS`.
let arguments = Array(CommandLine.arguments.dropFirst())
let desk = try Desk()
try await desk.open()

if arguments.first == "soak" {
    print(try await Soak(desk: desk, calls: arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000_000).run())
} else {
    var course = Course(desk: desk, length: arguments.first == "quick" ? .quick : Course.Length())
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
