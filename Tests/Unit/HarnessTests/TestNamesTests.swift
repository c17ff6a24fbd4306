import Testing

@testable import Harness

@Suite struct TestNamesTests {
    @Test(arguments: [
        ("test(\"a b\", () => {}); test('c', (t) => t.equal(1, 2)); test.skip(`d`);", ["a b", "c", "d"]),
        ("// this test is about a test of tests\nif (/x/.test('y')) latest('z'); window.test('a', f)", ["a"]),
        ("import './test.js'; /* data-test test-case */ test(\n  'a',\n  body)", ["a"]), ("", []),
    ])
    func `names are read from plain calls`(source: String, names: [String]) {
        #expect(TestNames.names(in: source) == names)
    }

    @Test(arguments: [
        "test(name, () => {})", "test(`a ${b}`, f)", "test('a' + b, f)", "test('a\\u0062', f)",
        "const t = test; t('a', f)",
        "each(test)", "({ test })", "window['test']('a', f)", "globalThis.test", "this.test(name)", "test?.('a', f)",
        "test.call(null, 'a', f)", "const { skip } = test", "test.skip(name)", "test /* x */ ('a', f)", "test\n(name)",
        "const t = test\nt('a', f)", "export default test", "const t = window.test\nt('a', f)",
    ])
    func `another use of the word may stand for any name`(source: String) {
        #expect(TestNames.names(in: source) == nil)
    }

    @Test func `the scripts that a page loads are read, unless they are computed`() {
        let source = "import a from './a.js'; import \"b.mjs\"; export { c } from '../c.js'; await import('/d.js');"
        #expect(TestNames.scripts(in: source) == ["./a.js", "b.mjs", "../c.js", "/d.js"])
        #expect(TestNames.scripts(in: "<script type=module src=\"x.js\"></script><script>y()</script>") == ["x.js"])
        #expect(TestNames.scripts(in: "await import(name)") == nil)
        #expect(TestNames.scripts(in: "<script src=x.js></script>") == nil)
    }

    @Test func `a page is left out only if neither it nor a script that it loads can have the name`() throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        let files = [
            "plain.test.js": "test('one', f)", "loads.test.js": "import './lib/all.js'; test('two', f)",
            "lib/all.js": "import './deep/three.js'", "lib/deep/three.js": "import '../all.js'; test('three', f)",
            "far.test.js": "import 'https://cdn.example/x.js'; test('four', f)", "lost.test.js": "import './none.js'",
            "above.test.js": "import '../../x.js'", "page.test.html": "<script src='lib/all.js'></script>",
        ]
        for (name, text) in files { try folder.write(text, to: name) }
        let targets = try TestTarget.find([folder.path, "http://127.0.0.1:5173/"], root: nil)
        let wanted = { filter in
            targets.filter { TestNames.mayMatch(filter, in: $0) }
                .map { String($0.name.split(separator: "/").last ?? "") }
        }
        let unknown = ["above.test.js", "far.test.js", "lost.test.js"]
        #expect(wanted("one") == unknown + ["plain.test.js", "127.0.0.1:5173"])
        #expect(
            wanted("three") == unknown.prefix(2) + [
                "loads.test.js", "lost.test.js", "page.test.html", "127.0.0.1:5173",
            ])
        #expect(wanted("five") == unknown + ["127.0.0.1:5173"])
    }
}
