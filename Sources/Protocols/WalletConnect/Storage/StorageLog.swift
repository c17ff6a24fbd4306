internal import Bridge
internal import Dispatch
internal import Glibc
internal import Primitives
internal import Synchronization

/// Values under names in a file of the user: each change is appended as one line with a checksum, and is on the disk before
/// it counts.
///
/// Without a claim, the file is only read.
final class StorageLog: Sendable {
    /// A value under a name; `nil` removes it.
    struct Change: Hashable, Sendable {
        let table: Table
        let name: String
        let value: String?
    }

    /// The kinds of values, as they are written.
    enum Table: String, Hashable, Sendable {
        case sessions, legacy, outbox, received, identity, attestationKey
    }

    /// Everything that is stored.
    typealias Contents = [Table: [String: String]]

    /// What only ``queue`` uses.
    private struct Disk {
        var file: Int32 = -1
        var lock: Int32 = -1
        /// The bytes of the file, and of a file with the same contents and no history.
        var size = 0
        var liveSize = 0
        /// Whether it is not known what the disk has: then nothing is stored any more until the file is opened again.
        var isBroken = false
    }

    /// The first line.
    static let header = "drawbridge-walletconnect 1\n"

    /// The most bytes of a file: far above the limits of sessions and messages.
    static let mostBytes = 1 << 30

    /// A file that is this much larger than its contents is rewritten.
    private static let slack = 1 << 20

    private let folder: String
    private let mostBytes: Int
    private let queue = DispatchQueue(label: "walletconnect.storage")
    private let disk = Mutex(Disk())
    private let known = Mutex<Contents?>(nil)

    private var path: String { "\(folder)/sessions.log" }
    private var draft: String { "\(folder)/sessions.log.new" }

    /// Names the folder; nothing is opened yet.
    init(folder: String, mostBytes: Int = StorageLog.mostBytes) {
        self.folder = folder
        self.mostBytes = mostBytes
    }

    // MARK: The claim

    /// Opens the file for one client, and creates it with its folder if necessary.
    ///
    /// - Throws: ``WalletConnectError/session(_:)``: `inUse` if another client has it; `storage` if it cannot be used, or is
    ///   damaged, and is then unchanged.
    func claim() throws(WalletConnectError) -> StorageClaim {
        let failure = queue.sync { () -> WalletConnectError? in
            do throws(WalletConnectError) {
                try open()
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw failure }
        return StorageClaim { self.queue.sync { self.close() } }
    }

    private func open() throws(WalletConnectError) {
        try disk.withLock { disk throws(WalletConnectError) in
            guard disk.lock < 0 else { throw .session(.inUse) }
            try Self.make(folder)
            let lock = try Self.openFile("\(folder)/lock", O_CREAT)
            guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
                let isHeld = errno == EWOULDBLOCK
                Glibc.close(lock)
                throw .session(isHeld ? .inUse : .storage)
            }
            var opened = Disk(lock: lock)
            do throws(WalletConnectError) {
                let (contents, size) = try read() ?? ([:], 0)
                unlink(draft)
                if size == 0 {
                    try rewrite(contents, &opened)
                } else {
                    opened.file = try Self.openFile(path, O_APPEND)
                    // The rest is a change that was not complete when the program ended, so nobody was told that it counts.
                    guard ftruncate(opened.file, off_t(size)) == 0, fsync(opened.file) == 0 else {
                        throw .session(.storage)
                    }
                    (opened.size, opened.liveSize) = (size, Self.size(of: contents))
                }
                known.withLock { $0 = contents }
                disk = opened
            } catch {
                if opened.file >= 0 { Glibc.close(opened.file) }
                Glibc.close(lock)
                throw error
            }
        }
    }

    private func close() {
        known.withLock { $0 = nil }
        disk.withLock { disk in
            if disk.file >= 0 { Glibc.close(disk.file) }
            // Closing it releases the lock, also when the process is killed.
            if disk.lock >= 0 { Glibc.close(disk.lock) }
            disk = Disk()
        }
    }

    // MARK: Reading and writing

    /// The values of a table; `nil` if the file cannot be read.
    func values(of table: Table) async -> [String: String]? {
        if let contents = known.withLock({ $0 }) { return contents[table] ?? [:] }
        return await run {
            guard let stored = try? self.read() else { return self.isMissing ? [:] : nil }
            return stored.contents[table] ?? [:]
        }
    }

    /// Applies changes together.
    ///
    /// - Returns: Whether they are on the disk now; if not, none of them is applied.
    func commit(_ changes: [Change]) async -> Bool { await commit { _ in changes } }

    /// Applies the changes that `decide` makes of the contents, as ``commit(_:)`` does.
    func commit(_ decide: @escaping @Sendable (Contents) -> [Change]) async -> Bool {
        await run {
            self.disk.withLock { disk in
                guard disk.file >= 0, !disk.isBroken, let changes = self.known.withLock({ $0.map(decide) }) else {
                    return false
                }
                guard !changes.isEmpty else { return true }
                guard self.append(Self.line(changes), to: &disk) else { return false }
                disk.liveSize += self.apply(changes)
                // If it cannot be rewritten, the old file stays as it is.
                if disk.size > 2 * disk.liveSize + Self.slack, let contents = self.known.withLock({ $0 }) {
                    try? self.rewrite(contents, &disk)
                }
                return true
            }
        }
    }

    /// Changes what is known.
    ///
    /// - Returns: By how many bytes the contents have grown.
    private func apply(_ changes: [Change]) -> Int {
        known.withLock { contents in
            changes.reduce(0) { growth, change in
                let (old, new) = (contents?[change.table]?[change.name], change.value)
                contents?[change.table, default: [:]][change.name] = new
                return growth + Self.size(change, as: new) - Self.size(change, as: old)
            }
        }
    }

    private func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in queue.async { continuation.resume(returning: body()) } }
    }

    private func append(_ line: [UInt8], to disk: inout Disk) -> Bool {
        guard line.count <= mostBytes - disk.size else { return false }
        guard Self.write(line, to: disk.file) else {
            // A part of the line may be there, for example on a full disk.
            disk.isBroken = ftruncate(disk.file, off_t(disk.size)) != 0 || fsync(disk.file) != 0
            return false
        }
        guard fdatasync(disk.file) == 0 else {
            disk.isBroken = true
            return false
        }
        disk.size += line.count
        return true
    }

    /// Writes a file without history, and puts it in the place of the old one.
    private func rewrite(_ contents: Contents, _ disk: inout Disk) throws(WalletConnectError) {
        unlink(draft)
        let file = try Self.openFile(draft, O_APPEND | O_CREAT | O_EXCL)
        var bytes = Array(Self.header.utf8)
        for (table, values) in contents {
            for (name, value) in values {
                bytes += Self.line([Change(table: table, name: name, value: value)])
            }
        }
        guard Self.write(bytes, to: file), fsync(file) == 0, rename(draft, path) == 0, Self.synchronize(folder) else {
            Glibc.close(file)
            unlink(draft)
            throw .session(.storage)
        }
        if disk.file >= 0 { Glibc.close(disk.file) }
        (disk.file, disk.size, disk.liveSize) = (file, bytes.count, Self.size(of: contents))
    }

    // MARK: The text

    /// A line: sixteen digits of its SHA-256, a space, and JSON.
    static func line(_ changes: [Change]) -> [UInt8] {
        let entries = changes.map { change -> JSON in
            [.string(change.table.rawValue), .string(change.name), change.value.map { JSON.string($0) } ?? .null]
        }
        let json = JSON.array(entries).bytes
        return checksum(of: json[...]) + [UInt8(ascii: " ")] + json + [UInt8(ascii: "\n")]
    }

    private static func checksum(of bytes: ArraySlice<UInt8>) -> [UInt8] {
        Array(Hex.encode(SHA256.hash(bytes).bytes.prefix(8)).utf8)
    }

    /// Reads the bytes of a file.
    ///
    /// - Returns: What is stored, and how many bytes of the file count: all but a last line that is not complete; `nil` if
    ///   the file is not a storage, or is damaged before its last line.
    static func parse(_ bytes: [UInt8]) -> (contents: Contents, size: Int)? {
        guard bytes.starts(with: header.utf8) else { return bytes.isEmpty ? ([:], 0) : nil }
        var contents: Contents = [:]
        var start = header.utf8.count
        while start < bytes.count {
            guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) else { break }
            guard let changes = changes(in: bytes[start..<end]) else {
                // Nothing may follow a line that was not completed.
                return end + 1 == bytes.count ? (contents, start) : nil
            }
            for change in changes { contents[change.table, default: [:]][change.name] = change.value }
            start = end + 1
        }
        return (contents, start)
    }

    private static func changes(in line: ArraySlice<UInt8>) -> [Change]? {
        let json = line.dropFirst(17)
        guard line.count > 17, line[line.startIndex + 16] == UInt8(ascii: " "),
            Array(line.prefix(16)) == checksum(of: json),
            case .value(let value) = json.withUnsafeBufferPointer({ JSON.read($0) }), let entries = value.array
        else { return nil }
        var changes: [Change] = []
        for entry in entries {
            guard let parts = entry.array, parts.count == 3, let name = parts[1].string,
                let table = parts[0].string.flatMap(Table.init(rawValue:)), parts[2].string != nil || parts[2] == .null
            else { return nil }
            changes.append(Change(table: table, name: name, value: parts[2].string))
        }
        return changes
    }

    private static func size(of contents: Contents) -> Int {
        contents.reduce(header.utf8.count) { size, table in
            table.value.reduce(size) { $0 + Self.size(table.key, $1.key, $1.value) }
        }
    }

    private static func size(_ change: Change, as value: String?) -> Int {
        value.map { size(change.table, change.name, $0) } ?? 0
    }

    /// About how many bytes the line of a value has.
    private static func size(_ table: Table, _ name: String, _ value: String) -> Int {
        32 + table.rawValue.utf8.count + name.utf8.count + value.utf8.count
    }
}

/// The files.
extension StorageLog {
    /// The contents of the file, and how many of its bytes count; `nil` without a file.
    private func read() throws(WalletConnectError) -> (contents: Contents, size: Int)? {
        do throws(PrimitiveError) {
            let (file, facts) = try PlainFile.open(path)
            defer { Glibc.close(file) }
            guard facts.st_uid == geteuid(), facts.st_mode & (S_IWGRP | S_IWOTH) == 0,
                let parsed = Self.parse(try PlainFile.read(file, facts, limit: Self.mostBytes))
            else { throw .file(.otherKind) }
            return parsed
        } catch {
            guard error == .file(.missing) else { throw .session(.storage) }
            return nil
        }
    }

    private var isMissing: Bool { access(path, F_OK) != 0 && errno == ENOENT }

    /// Opens a file of the folder that only this user can read, to read and write it.
    private static func openFile(_ path: String, _ flags: Int32) throws(WalletConnectError) -> Int32 {
        let file = Glibc.open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | flags, 0o600)
        guard file >= 0 else { throw .session(.storage) }
        var facts = stat()
        guard fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, facts.st_uid == geteuid() else {
            Glibc.close(file)
            throw .session(.storage)
        }
        return file
    }

    /// Creates the folder, and those above it, and closes it to other users.
    private static func make(_ folder: String) throws(WalletConnectError) {
        guard folder.hasPrefix("/") else { throw .session(.storage) }
        var path = ""
        for part in folder.split(separator: "/") {
            path += "/\(part)"
            guard mkdir(path, 0o700) == 0 || errno == EEXIST || access(path, X_OK) == 0 else {
                throw .session(.storage)
            }
        }
        guard chmod(folder, 0o700) == 0 else { throw .session(.storage) }
    }

    private static func write(_ bytes: [UInt8], to file: Int32) -> Bool {
        bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Glibc.write(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
    }

    /// Puts the names in the folder on the disk.
    private static func synchronize(_ folder: String) -> Bool {
        let file = Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { Glibc.close(file) }
        return fsync(file) == 0
    }
}
