import Glibc
import Keys

/// A disk whose rename copies the new bytes over the old file, in pieces: what a vault must never do.
struct CarelessDisk: VaultDisk {
    private let disk = SystemDisk()

    func read(_ name: String, in folder: Int32, limit: Int) throws(KeyError) -> [UInt8] {
        try disk.read(name, in: folder, limit: limit)
    }

    func create(_ name: String, in folder: Int32) throws(KeyError) -> Int32 { try disk.create(name, in: folder) }
    func write(_ bytes: [UInt8], to file: Int32) throws(KeyError) { try disk.write(bytes, to: file) }
    func synchronize(_ descriptor: Int32) throws(KeyError) { try disk.synchronize(descriptor) }
    func close(_ file: Int32) { disk.close(file) }

    func rename(_ name: String, to other: String, in folder: Int32) throws(KeyError) {
        let bytes = try disk.read(name, in: folder, limit: 1_000_000)
        let file = openat(folder, other, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        for start in stride(from: 0, to: bytes.count, by: 64) {
            try disk.write(Array(bytes[start..<min(start + 64, bytes.count)]), to: file)
            usleep(50)
        }
        disk.close(file)
        try disk.remove(name, in: folder)
    }

    func renameNew(_ name: String, to other: String, in folder: Int32) throws(KeyError) {
        try disk.renameNew(name, to: other, in: folder)
    }

    func remove(_ name: String, in folder: Int32) throws(KeyError) { try disk.remove(name, in: folder) }
}
