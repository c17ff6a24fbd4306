import Synchronization
import Testing

@testable import Keys

@Suite struct SafeWriteTests {
    /// A vault, the disk operations of one change, and the bytes before and after.
    private struct Recording {
        let steps: [DiskStep]
        let old: [UInt8]
        let new: [UInt8]
        let opens: ([UInt8]) -> Bool

        init() throws {
            let stage = try VaultFixture()
            let disk = RecordingDisk()
            let vault = try stage.vault(disk: disk)
            old = try stage.bytes()
            disk.steps.withLock { $0 = [] }
            try vault.addAccount(name: VaultName("Two"))
            new = try stage.bytes()
            steps = disk.steps.withLock { $0 }
            let salt = try VaultFile(old, policy: .forTests).header
            opens = { bytes in
                guard let file = try? VaultFile(bytes, policy: .forTests),
                    let key = try? VaultKey(passphrase: VaultFixture.secret(VaultFixture.passphrase), header: salt),
                    let plain = file.open(key: key.bytes)
                else { return false }
                return (try? VaultContents(plain)) != nil
            }
        }

        /// The number of crashes, and of those that lose the vault, or the new one after the write was acknowledged.
        func losses(after steps: [DiskStep]) -> (crashes: Int, lost: Int) {
            var seen: [[UInt8]: Bool] = [:]
            var (crashes, lost) = (0, 0)
            CrashModel(steps: steps, name: "savings.vault", old: old).forEachCrash { bytes, isAcknowledged in
                crashes += 1
                guard let bytes else {
                    lost += 1
                    return
                }
                let isWhole = seen[bytes] ?? opens(bytes)
                seen[bytes] = isWhole
                if !isWhole || (isAcknowledged && bytes != new) { lost += 1 }
            }
            return (crashes, lost)
        }
    }

    @Test func `after a power failure at any byte of a write, the old or the new vault is there`() throws {
        let recording = try Recording()
        let (crashes, lost) = recording.losses(after: recording.steps)
        #expect(crashes > 1_000)
        #expect(lost == 0)
    }

    @Test func `without one of the syncs or the rename, the same check finds losses`() throws {
        let recording = try Recording()
        let noFileWait = recording.steps.filter { if case .synchronizeFile = $0 { false } else { true } }
        #expect(recording.losses(after: noFileWait).lost > 0)
        let noFolderWait = recording.steps.filter { if case .synchronizeFolder = $0 { false } else { true } }
        #expect(recording.losses(after: noFolderWait).lost > 0)
        let inPlace = recording.steps.compactMap { step -> DiskStep? in
            switch step {
            case .create("savings.vault.new"): .create("savings.vault")
            case .write("savings.vault.new", let bytes): .write("savings.vault", bytes)
            case .synchronizeFile("savings.vault.new"): .synchronizeFile("savings.vault")
            case .rename("savings.vault.new", _): nil
            default: step
            }
        }
        #expect(recording.losses(after: inPlace).lost > 0)
    }

    @Test func `a write has exactly these steps`() throws {
        let names = try Recording().steps.map(\.description)
        #expect(
            names == [
                "remove savings.vault.new", "create savings.vault.new", "write savings.vault.new",
                "wait for savings.vault.new", "rename savings.vault.new to savings.vault", "wait for the folder",
                "remove savings.vault.seen.new", "create savings.vault.seen.new", "write savings.vault.seen.new",
                "rename savings.vault.seen.new to savings.vault.seen",
            ])
    }

    @Test func `a disk that writes wrong bytes is detected while the old vault is still there`() throws {
        let stage = try VaultFixture()
        _ = try stage.vault()
        let vault = try stage.again(disk: LyingDisk(hides: false))
        try vault.unlock()
        let before = try stage.bytes()
        #expect(throws: KeyError.notWritten) { try vault.addAccount(name: VaultName("Two")) }
        #expect(try stage.bytes() == before)
        #expect(vault.accounts.count == 1)
        // Without reading back, the vault would be lost.
        let blind = try stage.again(disk: LyingDisk(hides: true))
        try blind.unlock()
        try blind.addAccount(name: VaultName("Two"))
        #expect(throws: KeyError.damagedVault) { try stage.again().unlock() }
    }

    @Test(arguments: 0..<6)
    func `a disk that fails at any step leaves the old vault, on disk and in memory`(step: Int) throws {
        let stage = try VaultFixture()
        _ = try stage.vault()
        let disk = FailingDisk()
        let vault = try stage.again(disk: disk)
        try vault.unlock()
        let before = try stage.bytes()
        disk.left.withLock { $0 = step }
        #expect(throws: KeyError.system(28)) { try vault.addAccount(name: VaultName("Two")) }
        disk.left.withLock { $0 = .max }
        if step < 5 {
            #expect(try stage.bytes() == before)
            #expect(vault.accounts.count == 1)
            try vault.addAccount(name: VaultName("Two"))
            #expect(vault.accounts.count == 2)
        } else {
            // The new name is there, but it may not be durable: the vault is read again before it is used.
            #expect(throws: KeyError.changedElsewhere) { try vault.addAccount(name: VaultName("Three")) }
            try vault.unlock()
            #expect(vault.accounts.count == 2)
        }
    }

    @Test func `leftovers of an aborted write cause no problem`() throws {
        let stage = try VaultFixture()
        let vault = try stage.vault()
        try stage.write([1, 2, 3], to: "savings.vault.new")
        try stage.write([], to: "savings.vault.seen.new")
        try vault.addAccount(name: VaultName("Two"))
        #expect(try stage.folder().entries().count == 1)
        try stage.again().unlock()
    }

    @Test func `a folder that another writer has locked is not written to`() throws {
        let stage = try VaultFixture()
        let vault = try stage.vault()
        let other = try OpenFolder(stage.path)
        try other.lock()
        let before = try stage.bytes()
        #expect(throws: KeyError.busy) { try vault.addAccount(name: VaultName("Two")) }
        #expect(try stage.bytes() == before)
    }
}
