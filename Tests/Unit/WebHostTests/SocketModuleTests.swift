import Foundation
import Testing

@testable import WebHost

@Suite struct SocketModuleTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

    private func module(_ name: String = SocketModule.name, mode: Int = 0o644) throws -> String {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let path = folder.appending(path: name).path
        try Data().write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        return path
    }

    private func reason(_ path: String) -> String? {
        guard case .missing(let reason) = SocketModule(path) else { return nil }
        return reason
    }

    @Test func `a file that only its owner can change is used`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = try module()
        #expect(SocketModule(path).path == path)
    }

    @Test func `a file that does not exist, is relative, or is a folder is refused`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        _ = try module()
        #expect(reason("/nowhere/\(SocketModule.name)")?.contains("does not exist") == true)
        #expect(reason(SocketModule.name)?.contains("does not exist") == true)
        #expect(reason(folder.path)?.contains("is not a file") == true)
    }

    @Test func `a file that every user can change is refused`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(reason(try module(mode: 0o666))?.contains("can be changed by every user") == true)
    }

    @Test func `a file in a folder with any other file is refused, because web processes can read the folder`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = try module()
        for name in ["other.so", "notes.txt", ".hidden", "DrawbridgePageSocket.so"] {
            let other = try module(name)
            #expect(reason(path)?.contains("with other files") == true, "\(name)")
            try FileManager.default.removeItem(atPath: other)
        }
        #expect(reason(path) == nil)
    }

    @Test func `a file in a folder that every user can change is refused`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = try module()
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path)
        #expect(reason(path)?.contains("is in a folder that can be changed by every user") == true)
    }
}
