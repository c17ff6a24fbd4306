import Testing

@Suite struct ModuleTableTests {
    @Test func `every import is in the table of modules`() {
        let swift = Repository.files.filter { $0.isNamed(".swift") }
        #expect(swift.count > 1)
        #expect(swift.flatMap(ModuleTable.breaches) == [])
    }

    @Test func `every module that the table allows is imported`() {
        let swift = Repository.files.filter { $0.isNamed(".swift") }
        #expect(ModuleTable.unused(by: swift) == [])
        let one = TextFile(path: "Sources/Protocols/SumUp/A.swift", text: "import Messages\n")
        #expect(ModuleTable.unused(by: [one]).contains("SumUp does not import Bridge"))
    }

    @Test func `the table and the libraries in C are read from the manifest`() {
        let manifest = TextFile(
            path: "Package.swift",
            text: """

                let modules: [(folder: String, imports: String)] = [
                    ("Base/Messages", "CGettext Glibc"),
                    (
                        "App/a-program",
                        \"\"\"
                        Messages \\
                        Foundation
                        \"\"\"
                    ),
                ]
                let others = [("Bridge", "Messages")]
                    system("CGettext"), .target(name: "CZXing")
                """)
        #expect(
            ModuleTable.rows(of: manifest) == [
                "Messages": ["CGettext", "Glibc"],
                "a-program": ["Messages", "Foundation", "FoundationEssentials", "Glibc", "Dispatch"],
            ])
        #expect(ModuleTable.interop(of: manifest) == ["CGettext", "CZXing"])
    }

    @Test func `imports are found behind attributes and access levels`() {
        let file = TextFile(
            path: "Sources/Bridge/Bridge/A.swift",
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
        ("Sources/Bridge/Bridge/A.swift", "import Foundation"),
        ("Sources/Bridge/Bridge/A.swift", "internal import Glibc"),
        ("Sources/Bridge/Bridge/A.swift", "import Keys"),
        ("Sources/Keys/Keys/A.swift", "import Bridge"),
        ("Sources/Wallet/WalletCore/A.swift", "public import WebHost"),
        ("Sources/Wallet/WalletCore/A.swift", "import CSecp256k1"),
        ("Sources/Bridge/WebHost/A.swift", "import WalletCore"),
        ("Sources/App/WalletTerminal/A.swift", "import WalletUI"),
        ("Sources/App/WalletTerminal/A.swift", "import WalletWindow"),
        ("Sources/App/WalletWindow/A.swift", "import CWebKit"),
        ("Sources/App/WalletWindow/A.swift", "import Harness"),
        ("Sources/App/WalletWindow/A.swift", "import Simulators"),
        ("Sources/App/drawbridge/A.swift", "import Harness"),
        ("Sources/App/drawbridge/A.swift", "import Simulators"),
        ("Sources/App/drawbridge-practice/A.swift", "import Harness"),
        ("Sources/App/drawbridge-practice/A.swift", "import Keys"),
        ("Sources/Development/drawbridge-dev/A.swift", "import Keys"),
        ("Sources/Development/Harness/A.swift", "import WalletCore"),
        ("Sources/Attic/A.swift", "import Bridge"),
        ("Tests/Unit/KeysTests/A.swift", "import CNettle"),
        ("Tests/Web/PageTests/A.swift", "import CWebKit"),
        ("examples/embed/Sources/embed/main.swift", "import Store"),
        ("examples/embed/Sources/embed/main.swift", "import CWebKit"),
    ])
    func `a forbidden import is detected`(path: String, text: String) {
        #expect(ModuleTable.breaches(in: TextFile(path: path, text: text)).count == 1)
    }

    @Test(arguments: [
        ("Sources/Bridge/WebHost/A.swift", "private import CWebKit"),
        ("Sources/Bridge/Bridge/A.swift", "public import Logging"),
        ("Tests/Tools/BareHost/main.swift", "import CWebKit"),
        ("Tests/Unit/WalletUITests/A.swift", "import CWebKit"),
        ("Sources/Development/drawbridge-dev/A.swift", "import Harness"),
        ("Tests/Unit/KeysTests/A.swift", "@testable import Keys"),
        ("examples/embed/Sources/embed/main.swift", "import WebHost"),
    ])
    func `a permitted import is accepted`(path: String, text: String) {
        #expect(ModuleTable.breaches(in: TextFile(path: path, text: text)) == [])
    }
}
