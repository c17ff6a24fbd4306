import Testing

@Suite struct ModuleTableTests {
    @Test func `every import is in the table of modules`() {
        let swift = Repository.files.filter { $0.isNamed(".swift") }
        #expect(swift.count > 1)
        #expect(swift.flatMap(ModuleTable.breaches) == [])
    }

    @Test func `imports are found behind attributes and access levels`() {
        let file = TextFile(
            path: "Sources/Bridge/A.swift",
            text: """
                import Logging
                public import Keys
                @preconcurrency @testable import WalletCore
                @_exported public import struct Foundation.Data
                // import Nothing
                let important = "import"
                """)
        #expect(ModuleTable.imports(of: file) == ["Logging", "Keys", "WalletCore", "Foundation"])
    }

    @Test(arguments: [
        ("Sources/Bridge/A.swift", "import Foundation"),
        ("Sources/Bridge/A.swift", "internal import Glibc"),
        ("Sources/Bridge/A.swift", "import Keys"),
        ("Sources/Keys/A.swift", "import Bridge"),
        ("Sources/WalletCore/A.swift", "public import WebHost"),
        ("Sources/WalletCore/A.swift", "import CSecp256k1"),
        ("Sources/WebHost/A.swift", "import WalletCore"),
        ("Sources/WalletApp/A.swift", "import CWebKit"),
        ("Sources/WalletApp/A.swift", "import Harness"),
        ("Sources/WalletApp/A.swift", "import Simulators"),
        ("Sources/drawbridge/A.swift", "import Harness"),
        ("Sources/drawbridge/A.swift", "import Simulators"),
        ("Sources/drawbridge-practice/A.swift", "import Harness"),
        ("Sources/drawbridge-practice/A.swift", "import Keys"),
        ("Sources/drawbridge-dev/A.swift", "import Keys"),
        ("Sources/Harness/A.swift", "import WalletCore"),
        ("Sources/Attic/A.swift", "import Bridge"),
        ("Tests/Unit/KeysTests/A.swift", "import CNettle"),
        ("examples/embed/Sources/embed/main.swift", "import Store"),
        ("examples/embed/Sources/embed/main.swift", "import CWebKit"),
    ])
    func `a forbidden import is detected`(path: String, text: String) {
        #expect(ModuleTable.breaches(in: TextFile(path: path, text: text)).count == 1)
    }

    @Test(arguments: [
        ("Sources/WebHost/A.swift", "private import CWebKit"),
        ("Sources/Bridge/A.swift", "public import Logging"),
        ("Tests/Tools/BareHost/main.swift", "import CWebKit"),
        ("Sources/drawbridge-dev/A.swift", "import Harness"),
        ("Tests/Unit/KeysTests/A.swift", "@testable import Keys"),
        ("examples/embed/Sources/embed/main.swift", "import WebHost"),
    ])
    func `a permitted import is accepted`(path: String, text: String) {
        #expect(ModuleTable.breaches(in: TextFile(path: path, text: text)) == [])
    }
}
