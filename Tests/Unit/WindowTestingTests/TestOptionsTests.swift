import Testing

@testable import WindowTesting

@Suite struct TestOptionsTests {
    @Test func `options and parts of names may be in any order`() throws {
        let options = try TestOptions(["a frame", "--group", "pages", "--times", "--time-limit", "5", "a worker"])
        #expect(options.group == "pages")
        #expect(options.words == ["a frame", "a worker"])
        #expect(options.printsTimes)
        #expect(options.timeLimit == .seconds(5))
        #expect(options.window == nil)
    }

    @Test func `a share of the tests is two numbers`() throws {
        let share = try #require(try TestOptions(["--group", "app", "--share", "2/3"]).share)
        #expect(share == (2, 3))
    }

    @Test(arguments: [
        [], ["--group"], ["--frob"], ["a part"], ["--group", "pages", "--show", "form"],
        ["--group", "pages", "--share", "3/2"], ["--group", "pages", "--share", "0/2"],
        ["--group", "pages", "--share", "1"],
        ["--group", "pages", "--time-limit", "0"], ["--group", "pages", "--time-limit", "soon"],
    ])
    func `arguments that cannot be used are an error`(_ arguments: [String]) {
        #expect(throws: UsageError.self) { try TestOptions(arguments) }
    }
}
