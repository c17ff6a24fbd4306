import Synchronization

@testable import Keys

/// The real disk, with a log of its operations.
final class RecordingDisk: VaultDisk {
    let steps = Mutex<[DiskStep]>([])
    private let names = Mutex<[Int32: String]>([:])
    private let disk = SystemDisk()

    func read(_ name: String, in folder: Int32, limit: Int) throws(KeyError) -> [UInt8] {
        try disk.read(name, in: folder, limit: limit)
    }

    func create(_ name: String, in folder: Int32) throws(KeyError) -> Int32 {
        let file = try disk.create(name, in: folder)
        names.withLock { $0[file] = name }
        add(.create(name))
        return file
    }

    func write(_ bytes: [UInt8], to file: Int32) throws(KeyError) {
        try disk.write(bytes, to: file)
        add(.write(names.withLock { $0[file] ?? "" }, bytes))
    }

    func synchronize(_ descriptor: Int32) throws(KeyError) {
        try disk.synchronize(descriptor)
        let name = names.withLock { $0[descriptor] }
        add(name.map { .synchronizeFile($0) } ?? .synchronizeFolder)
    }

    func close(_ file: Int32) {
        disk.close(file)
        names.withLock { $0[file] = nil }
    }

    func rename(_ name: String, to other: String, in folder: Int32) throws(KeyError) {
        try disk.rename(name, to: other, in: folder)
        add(.rename(name, to: other))
    }

    func renameNew(_ name: String, to other: String, in folder: Int32) throws(KeyError) {
        try disk.renameNew(name, to: other, in: folder)
        add(.rename(name, to: other))
    }

    func remove(_ name: String, in folder: Int32) throws(KeyError) {
        try disk.remove(name, in: folder)
        add(.remove(name))
    }

    private func add(_ step: DiskStep) {
        steps.withLock { $0.append(step) }
    }
}

/// A disk that writes a wrong bit of a vault; if it `hides` that, a draft reads back correctly.
final class LyingDisk: VaultDisk {
    private let hides: Bool
    private let last = Mutex<[UInt8]>([])
    private let disk = SystemDisk()

    init(hides: Bool) {
        self.hides = hides
    }

    func read(_ name: String, in folder: Int32, limit: Int) throws(KeyError) -> [UInt8] {
        let bytes = try disk.read(name, in: folder, limit: limit)
        return hides && name.hasSuffix(".vault.new") ? last.withLock { $0 } : bytes
    }

    func write(_ bytes: [UInt8], to file: Int32) throws(KeyError) {
        guard bytes.count > 100 else { return try disk.write(bytes, to: file) }
        last.withLock { $0 = bytes }
        var wrong = bytes
        wrong[300] ^= 4
        try disk.write(wrong, to: file)
    }

    func create(_ name: String, in folder: Int32) throws(KeyError) -> Int32 { try disk.create(name, in: folder) }
    func synchronize(_ descriptor: Int32) throws(KeyError) { try disk.synchronize(descriptor) }
    func close(_ file: Int32) { disk.close(file) }
    func rename(_ name: String, to other: String, in folder: Int32) throws(KeyError) {
        try disk.rename(name, to: other, in: folder)
    }
    func renameNew(_ name: String, to other: String, in folder: Int32) throws(KeyError) {
        try disk.renameNew(name, to: other, in: folder)
    }
    func remove(_ name: String, in folder: Int32) throws(KeyError) { try disk.remove(name, in: folder) }
}

/// A disk that is full after a number of changes.
final class FailingDisk: VaultDisk {
    let left = Mutex(Int.max)
    private let disk = SystemDisk()

    private func step() throws(KeyError) {
        let isFull = left.withLock { left in
            left -= 1
            return left < 0
        }
        if isFull { throw .system(28) }
    }

    func read(_ name: String, in folder: Int32, limit: Int) throws(KeyError) -> [UInt8] {
        try disk.read(name, in: folder, limit: limit)
    }

    func create(_ name: String, in folder: Int32) throws(KeyError) -> Int32 {
        try step()
        return try disk.create(name, in: folder)
    }

    func write(_ bytes: [UInt8], to file: Int32) throws(KeyError) {
        do throws(KeyError) { try step() } catch {
            // Half of the bytes fit.
            try disk.write(Array(bytes[..<(bytes.count / 2)]), to: file)
            throw error
        }
        try disk.write(bytes, to: file)
    }

    func synchronize(_ descriptor: Int32) throws(KeyError) {
        try step()
        try disk.synchronize(descriptor)
    }

    func close(_ file: Int32) { disk.close(file) }

    func rename(_ name: String, to other: String, in folder: Int32) throws(KeyError) {
        try step()
        try disk.rename(name, to: other, in: folder)
    }

    func renameNew(_ name: String, to other: String, in folder: Int32) throws(KeyError) {
        try step()
        try disk.renameNew(name, to: other, in: folder)
    }

    func remove(_ name: String, in folder: Int32) throws(KeyError) {
        try step()
        try disk.remove(name, in: folder)
    }
}
