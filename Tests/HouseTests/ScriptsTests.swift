import Testing

@Suite struct ScriptsTests {
    private let scripts = Repository.files.filter { $0.isIn("Sources/Bridge/WebHost") && $0.isNamed(".js") }

    @Test func `every page script can be joined`() {
        #expect(scripts.flatMap(Scripts.breaches) == [])
    }

    @Test func `every file of a page is embedded`() {
        let files = Repository.files.filter { $0.isIn("Sources") && $0.isNamed(".js", ".css", ".html") }
        #expect(Scripts.unlisted(files, in: Repository.files.filter { $0.isIn("Sources/C") && $0.isNamed(".c") }) == [])
    }

    @Test(arguments: [
        "import wire from \"./wire.js\";", "import {", "import * as wire from \"./wire.js\";",
        "import \"./wire.js\";",
        "import { a } from \"wire\";", "import { a } from './wire.js';", "export default function a() {}",
        "export { a };", "export * from \"./wire.js\";", "export let a = 1;", "export const a = 1;",
        "export async function a() {}", "import { a as b } from \"./a.js\";",
        "    const a = await import(\"./a.js\");",
    ])
    func `a script that cannot be joined is detected`(line: String) {
        #expect(
            Scripts.breaches(
                in: TextFile(path: "Sources/Bridge/WebHost/Scripts/page/a.js", text: "// @ts-check\n\(line)\n")
            )
            .count == 1)
    }

    @Test(arguments: [
        "import { a } from \"./wire.js\";", "import { a, b } from \"../page/wire.js\";",
        "export function a() {}", "export class A {", "// import what you need",
    ])
    func `a script that can be joined is accepted`(line: String) {
        #expect(Scripts.breaches(in: TextFile(path: "Sources/Bridge/WebHost/Scripts/page/a.js", text: line)) == [])
    }

    @Test func `a script that is not embedded is detected`() {
        let source = TextFile(
            path: "Sources/C/CPageScripts/scripts.c", text: "#embed \"../../Bridge/WebHost/Scripts/page/link.js\"")
        let files = ["Sources/Bridge/WebHost/Scripts/page/link.js", "Sources/Bridge/WebHost/Scripts/page/new.js"].map {
            TextFile(path: $0, text: "")
        }
        #expect(Scripts.unlisted(files, in: [source]) == ["Sources/Bridge/WebHost/Scripts/page/new.js"])
    }
}
