import Foundation
import HeadlessWallet
import Testing

/// What is set is read from plain files only.
@Suite(.timeLimit(.minutes(1))) struct SpecialFilesTests {
    private static let kinds: [@Sendable (String) -> Int32] = [
        { mkfifo($0, 0o600) }, { mkdir($0, 0o700) }, { symlink("/dev/zero", $0) },
    ]

    @Test(arguments: kinds.indices)
    func `a pipe, a folder or a device in place of the settings is refused at once`(kind: Int) throws {
        let base = FileManager.default.temporaryDirectory.path + "/special-\(UUID().uuidString)"
        let folder = "\(base)/drawbridge"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: base) }
        for name in ["config.json", "sumup.json"] { #expect(Self.kinds[kind]("\(folder)/\(name)") == 0) }
        #expect(throws: WalletError.self) { try ConfigurationFile("\(folder)/config.json").read() }
        #expect(throws: WalletError.self) { try SumUpSettings.read(["XDG_CONFIG_HOME": base]) }
    }

    @Test(.enabled(if: geteuid() == 0)) func `settings that belong to another user are refused`() throws {
        let folder = FileManager.default.temporaryDirectory.path + "/special-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = ConfigurationFile("\(folder)/config.json")
        try file.write(Settings())
        #expect(throws: Never.self) { try file.read() }
        #expect(chown(file.path, 65_534, 65_534) == 0)
        #expect(throws: WalletError.self) { try file.read() }
    }
}
