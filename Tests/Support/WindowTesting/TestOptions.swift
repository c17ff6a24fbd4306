import Foundation

/// The arguments of the program.
public struct TestOptions: Sendable {
    /// The usage of the program.
    static let usage = """
        usage: WebTests --group NAME [OPTION…] [PART…]    runs the tests whose names contain one of the parts, or all
               WebTests --group NAME --list [PART…]       prints their names
               WebTests --show NAME [ARGUMENT…]           shows a window of the tests for a person to use
        options: --time-limit SECONDS (of each test, 600), --times, --thorough, --transport NAME,
                 --share K/N (only the Kth of every N tests)
        """

    /// The group whose tests are run: `--group NAME`.
    public var group: String?

    /// The window that is shown instead of running tests: `--show NAME`.
    public var window: String?

    /// Whether the names of the tests are printed instead of running them: `--list`.
    public var listsNames = false

    /// Parts of names, which select tests; or the arguments of the window.
    public var words: [String] = []

    /// How long a test may take: `--time-limit SECONDS`.
    public var timeLimit: Duration?

    /// Whether times are printed: `--times`.
    public var printsTimes = false

    /// Whether tests that repeat an action do it as often as a release needs: `--thorough`, or the variable `THOROUGH`.
    public var isThorough = ProcessInfo.processInfo.environment["THOROUGH"] != nil

    /// The transport between page and wallet that is tested: `--transport NAME`.
    public var transport: String?

    /// The share of the tests that is run, or `nil` for all: `--share K/N`.
    ///
    /// It is the test with `number` of every `count` tests, from 1.
    public var share: (number: Int, count: Int)?

    /// The options of this process; the defaults if its arguments cannot be parsed.
    public static let current = (try? TestOptions(CommandLine.arguments.dropFirst())) ?? TestOptions()

    private init() {}

    /// Parses `arguments`.
    public init(_ arguments: some Sequence<String>) throws(UsageError) {
        var rest = Array(arguments)[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--group": group = try Self.value(of: argument, &rest)
            case "--show": window = try Self.value(of: argument, &rest)
            case "--transport": transport = try Self.value(of: argument, &rest)
            case "--time-limit":
                guard let seconds = Int(try Self.value(of: argument, &rest)), seconds > 0 else {
                    throw UsageError("--time-limit takes a number of seconds")
                }
                timeLimit = .seconds(seconds)
            case "--share":
                let numbers = try Self.value(of: argument, &rest).split(separator: "/").map { Int($0) ?? 0 }
                guard numbers.count == 2, numbers[0] > 0, numbers[0] <= numbers[1] else {
                    throw UsageError("--share takes two numbers, such as 1/2")
                }
                share = (numbers[0], numbers[1])
            case "--list": listsNames = true
            case "--times": printsTimes = true
            case "--thorough": isThorough = true
            default:
                guard !argument.hasPrefix("--") else { throw UsageError("there is no option \(argument)") }
                words.append(argument)
            }
        }
        if (group == nil) == (window == nil) { throw UsageError("either --group or --show is needed") }
    }

    private static func value(of option: String, _ rest: inout ArraySlice<String>) throws(UsageError) -> String {
        guard let value = rest.popFirst() else { throw UsageError("\(option) takes a value") }
        return value
    }

    /// Prints a line if times are to be printed.
    public static func note(_ text: @autoclosure () -> String) {
        if current.printsTimes { TAP.write(["# \(text())"]) }
    }
}

/// Invalid arguments.
public struct UsageError: Error, CustomStringConvertible {
    /// What is wrong.
    public let description: String

    /// Creates an error.
    public init(_ description: String) {
        self.description = description
    }
}
