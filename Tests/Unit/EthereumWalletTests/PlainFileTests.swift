import ClearSigning
import Ethereum
import Foundation
import Primitives
import Testing

@testable import WalletCore
@testable import EthereumWallet
@testable import BitcoinWallet
@testable import WalletMethods

/// Files in whose place is something else.
@Suite(.timeLimit(.minutes(1))) struct PlainFileTests {
    private let folder = FileManager.default.temporaryDirectory.path + "/plain-\(UUID().uuidString)"

    private func path(_ name: String) throws -> String {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        return "\(folder)/\(name)"
    }

    @Test func `a plain file is read, also through a link, up to the limit`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (file, link) = (try path("file"), try path("link"))
        let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0) }
        try Data(bytes).write(to: URL(filePath: file))
        #expect(symlink(file, link) == 0)
        for path in [file, link] {
            #expect(try PlainFile.read(path, limit: 200_000) == bytes)
            #expect(throws: PrimitiveError.file(.tooLarge)) { try PlainFile.read(path, limit: 199_999) }
        }
        // The kernel's own say that they are empty, and are not.
        #expect(throws: PrimitiveError.file(.tooLarge)) { try PlainFile.read("/proc/self/status", limit: 10) }
    }

    @Test func `anything but a plain file is refused at once`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (pipe, link) = (try path("pipe"), try path("link"))
        #expect(mkfifo(pipe, 0o600) == 0 && symlink(pipe, link) == 0)
        for path in [pipe, link, folder, "/dev/zero", "/dev/null", "/dev/tty"] {
            #expect(throws: PrimitiveError.self) { try PlainFile.read(path, limit: 100) }
        }
        #expect(throws: PrimitiveError.file(.missing)) { try PlainFile.read("\(folder)/nothing", limit: 100) }
    }

    @Test func `a pipe is not even opened, so the process at its other end does not notice`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let pipe = try path("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        // The system tells of each time it is opened.
        let watch = inotify_init1(Int32(IN_NONBLOCK))
        #expect(watch >= 0)
        defer { close(watch) }
        #expect(inotify_add_watch(watch, pipe, UInt32(IN_OPEN)) >= 0)
        #expect(throws: PrimitiveError.file(.otherKind)) { try PlainFile.read(pipe, limit: 100) }
        var events = [UInt8](repeating: 0, count: 1_024)
        #expect(read(watch, &events, events.count) == -1)
        #expect(errno == EAGAIN)
    }

    @Test func `pipes in place of descriptor files do not block the program`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (pipe, link, index) = (try path("a.json"), try path("b.json"), try path("index.tsv"))
        #expect(mkfifo(pipe, 0o600) == 0 && symlink("/dev/zero", link) == 0)
        #expect(DescriptorFolder(folder).read().count == 0)
        #expect(mkfifo(index, 0o600) == 0)
        #expect(DescriptorFolder(folder).read().count == 0)
    }
}
