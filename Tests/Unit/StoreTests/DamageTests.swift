import Foundation
import GRDB
@testable import Store
import Testing
import EthereumWallet
import BitcoinWallet
import WalletMethods
import WalletCore

@Suite struct DamageTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    @Test func `a foreign file is refused and not changed`() throws {
        for content in [Data(), Data("my notes".utf8), Data(repeating: 0x41, count: 9_000)] {
            try content.write(to: folder.file)
            #expect(throws: StoreError.foreign(path: folder.file.path)) { _ = try Store(folder: folder.path) }
            #expect(try Data(contentsOf: folder.file) == content)
        }
    }

    @Test func `another program's database is refused and not changed`() throws {
        let queue = try DatabaseQueue(path: folder.file.path)
        try queue.write { try $0.execute(sql: "CREATE TABLE bookmark (url TEXT)") }
        try queue.close()
        let content = try Data(contentsOf: folder.file)
        #expect(throws: StoreError.foreign(path: folder.file.path)) { _ = try Store(folder: folder.path) }
        #expect(try Data(contentsOf: folder.file) == content)
    }

    @Test func `a link in place of the file is refused`() throws {
        let other = try TestFolder()
        _ = try Store(folder: other.path)
        try FileManager.default.createSymbolicLink(at: folder.file, withDestinationURL: other.file)
        #expect(throws: StoreError.foreign(path: folder.file.path)) { _ = try Store(folder: folder.path) }
    }

    @Test(.timeLimit(.minutes(1)), arguments: ["", "-wal", "-shm", "-journal"])
    func `a pipe, a folder or a device in place of a file is refused at once, and not changed`(suffix: String)
        async throws
    {
        try await fill()
        let path = folder.file.path + suffix
        for make: (String) -> Int32 in [
            { mkfifo($0, 0o600) }, { mkdir($0, 0o700) }, { symlink("/dev/zero", $0) }, { symlink("/nonexistent", $0) },
        ] {
            unlink(path)
            rmdir(path)
            #expect(make(path) == 0)
            #expect(throws: StoreError.foreign(path: path)) { _ = try Store(folder: folder.path) }
            var facts = stat()
            #expect(lstat(path, &facts) == 0 && facts.st_mode & S_IFMT != S_IFREG)
        }
    }

    @Test(.timeLimit(.minutes(1))) func `a pipe, a folder or a link in place of the lock file is refused at once`()
        throws
    {
        let path = "\(folder.path)/store.lock"
        for make: (String) -> Int32 in [
            { mkfifo($0, 0o600) }, { mkdir($0, 0o700) }, { symlink("/dev/zero", $0) }, { symlink("elsewhere", $0) },
        ] {
            unlink(path)
            rmdir(path)
            #expect(make(path) == 0)
            #expect(throws: StoreError.foreign(path: path)) { _ = try Store(folder: folder.path) }
        }
        rmdir(path)
        unlink(path)
        _ = try Store(folder: folder.path)
        #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/elsewhere"))
    }

    @Test(.timeLimit(.minutes(1))) func `the wait for a lock held by another program is limited`() throws {
        let held = open("\(folder.path)/store.lock", O_RDWR | O_CREAT, 0o600)
        #expect(held >= 0 && flock(held, LOCK_EX) == 0)
        defer { close(held) }
        let store = try StoreFolder(folder.path, patience: .milliseconds(200))
        #expect(
            throws: StoreError.unavailable(path: "\(folder.path)/store.lock", reason: "another program is using it")
        ) {
            try store.whileLocked { () throws(StoreError) in }
        }
    }

    @Test func `a file of a newer version is refused and not changed`() async throws {
        try await fill()
        try change("PRAGMA user_version = 99")
        let content = try Data(contentsOf: folder.file)
        #expect(throws: StoreError.newer(path: folder.file.path, format: 99, known: Schema.format)) {
            _ = try Store(folder: folder.path)
        }
        #expect(try Data(contentsOf: folder.file) == content)
    }

    @Test func `a newer version that is still only in the log is detected`() async throws {
        try await fill()
        let queue = try newer()
        #expect(throws: StoreError.newer(path: folder.file.path, format: 99, known: Schema.format)) {
            _ = try Store(folder: folder.path)
        }
        try queue.close()
    }

    @Test func `a file that is truncated anywhere is refused and not changed`() async throws {
        try await fill()
        let whole = try Data(contentsOf: folder.file)
        var refused = 0
        for length in stride(from: 0, to: whole.count, by: whole.count / 60) {
            let part = whole.prefix(length)
            try part.write(to: folder.file)
            #expect(throws: StoreError.self) { _ = try Store(folder: folder.path) }
            #expect(try Data(contentsOf: folder.file) == part)
            refused += 1
        }
        #expect(refused >= 60)
    }

    @Test func `a damaged page is refused or read with an error, and never overwritten by the refusal`() async throws {
        try await fill()
        let whole = try Data(contentsOf: folder.file)
        var random = SeededGenerator(seed: 3)
        var refused = 0
        // Damage to a part that is empty changes nothing.
        let used = stride(from: 0, to: whole.count - 63, by: 64).filter { start in
            whole[start..<(start + 64)].contains { $0 != 0 }
        }
        for _ in 0..<300 {
            var broken = whole
            // A sector of a disk that comes back as something else.
            let start = used[Int(random.next() % UInt64(used.count))]
            for index in start..<(start + 64) { broken[index] = UInt8(truncatingIfNeeded: random.next()) }
            try broken.write(to: folder.file)
            do {
                let store = try Store(folder: folder.path)
                _ = try? await store.journal.recent(limit: 1_000)
                _ = try? await store.recipients.recent(limit: 1_000)
            } catch {
                refused += 1
                #expect(try Data(contentsOf: folder.file) == broken)
            }
            for log in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: folder.file.path + log) }
        }
        #expect(refused > 50)
    }

    @Test func `the log of a file that was moved is kept, and not used for the new file`() async throws {
        let log = folder.file.path + "-wal"
        try Data("committed, but elsewhere".utf8).write(to: URL(filePath: log))
        do {
            let store = try Store(folder: folder.path)
            #expect(try await store.journal.recent(limit: 9).isEmpty)
        }
        #expect(FileManager.default.fileExists(atPath: log + ".left"))
    }

    @Test func `a folder that cannot be created is reported with the reason`() {
        #expect(throws: StoreError.folder(path: "/proc/none", reason: "No such file or directory")) {
            _ = try Store(folder: "/proc/none/drawbridge")
        }
    }

    /// A store with some pages, closed.
    private func fill() async throws {
        do {
            let store = try Store(folder: folder.path)
            for number in 0..<60 {
                try await store.journal.record(.sample("t\(number)"))
                try await store.recipients.remember(Recipient(chain: "x", address: "\(number)", lastUsed: 1))
            }
        }
        try change("PRAGMA wal_checkpoint(TRUNCATE)")
    }

    /// A connection that has given the file another version, and keeps it open.
    private func newer() throws -> DatabaseQueue {
        let queue = try DatabaseQueue(path: folder.file.path, configuration: patient)
        try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA user_version = 99") }
        return queue
    }

    /// The store that was open before may still be closing the file on another thread.
    private var patient: Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(10)
        return configuration
    }

    private func change(_ sql: String) throws {
        let queue = try DatabaseQueue(path: folder.file.path, configuration: patient)
        try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
        try queue.close()
    }
}
