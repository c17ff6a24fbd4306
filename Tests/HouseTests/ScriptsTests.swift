import Testing

@Suite struct ScriptsTests {
    private let scripts = Repository.files.filter { $0.isIn("Sources/Bridge/WebHost") && $0.isNamed(".js") }

    @Test func `every page script can be joined`() {
        #expect(scripts.flatMap(Scripts.breaches) == [])
    }

    @Test func `every page script is a resource of the package`() throws {
        let manifest = try #require(Repository.file("Package.swift"))
        #expect(Scripts.unlisted(scripts, in: manifest) == [])
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

    @Test func `a script that is not a resource is detected`() {
        let manifest = TextFile(path: "Package.swift", text: ".embedInCode(\"Scripts/page/link.js\"),")
        let files = ["Sources/Bridge/WebHost/Scripts/page/link.js", "Sources/Bridge/WebHost/Scripts/page/new.js"].map {
            TextFile(path: $0, text: "")
        }
        #expect(Scripts.unlisted(files, in: manifest) == ["Sources/Bridge/WebHost/Scripts/page/new.js"])
    }
}
