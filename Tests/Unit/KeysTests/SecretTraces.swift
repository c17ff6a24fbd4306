import Foundation

@testable import Keys
import Primitives

/// The forms in which the secrets of a vault may appear in the memory of a careless process.
struct SecretTraces {
    private var traces: [(name: String, bytes: [UInt8])] = []

    var count: Int { traces.count }

    init(
        entropy: borrowing SecretBytes, phrase: borrowing Mnemonic, passphrase: String, extraWord: String,
        stage: VaultFixture
    ) throws {
        func bytes(_ secret: borrowing SecretBytes) -> [UInt8] { secret.withUnsafeBytes { Array($0) } }
        add("entropy", bytes(entropy))
        let seed = try phrase.seed(passphrase: SecretBytes(copying: extraWord.utf8))
        add("seed", bytes(seed))
        let master = try HDKey(seed: seed)
        add("key of m", master.privateKey.withUnsafeBytes { Array($0) })
        for path in ["m/44'", "m/44'/60'", "m/44'/60'/0'", "m/44'/60'/0'/0", "m/44'/60'/0'/0/0", "m/44'/145'/4'/0/0"] {
            let key = try master.derived(DerivationPath(path))
            add("key of \(path)", key.privateKey.withUnsafeBytes { Array($0) })
        }
        let sealing = SymmetricNode(seed: seed).child("Drawbridge")
        add("sealing key", bytes(sealing.child("Tests").key()))
        add("parent of the sealing key", bytes(sealing.key()))
        let header = try VaultFile(stage.bytes(), policy: .forTests).header
        let key = try VaultKey(passphrase: SecretBytes(copying: passphrase.utf8), header: header)
        add("file key", bytes(key.bytes))
        add(text: "passphrase", passphrase)
        add(text: "extra word", extraWord)
        // Single words are in the word lists, and two may be in any text; three do not occur together by chance.
        let words = phrase.text.split(separator: " ")
        for index in words.indices.dropLast(2) {
            for separator in [" ", "\u{3000}"] {
                add(text: "words from \(index + 1)", words[index...(index + 2)].joined(separator: separator))
            }
        }
    }

    /// The names of the traces in the writable memory of the process `id`.
    func found(in id: Int32) throws -> [String] {
        // Most bytes do not start a trace: a table by the first two bytes leaves few candidates.
        var beginnings = [[Int]](repeating: [], count: 65_536)
        for (index, trace) in traces.enumerated() {
            beginnings[Int(trace.bytes[0]) << 8 | Int(trace.bytes[1])].append(index)
        }
        let isBeginning = beginnings.map { !$0.isEmpty }
        var found: Set<String> = []
        let memory = try FileHandle(forReadingFrom: URL(fileURLWithPath: "/proc/\(id)/mem"))
        for map in try MemoryMap.read("/proc/\(id)/smaps") where map.permissions.hasPrefix("rw") {
            var room = [UInt8](repeating: 0, count: map.range.count)
            let got = pread(memory.fileDescriptor, &room, room.count, Int(map.range.lowerBound))
            guard got > 1 else { continue }
            room.withUnsafeBytes { room in
                isBeginning.withUnsafeBufferPointer { isBeginning in
                    var index = 0
                    while index < got - 1 {
                        let first = Int(room[index]) << 8 | Int(room[index + 1])
                        if isBeginning[first] {
                            for trace in beginnings[first] where room[index..<got].starts(with: traces[trace].bytes) {
                                found.insert("\(traces[trace].name) in \(map.name)")
                            }
                        }
                        index += 1
                    }
                }
            }
        }
        return found.sorted()
    }

    private mutating func add(_ name: String, _ bytes: [UInt8]) {
        for start in stride(from: 0, to: bytes.count, by: 16) {
            let part = Array(bytes[start..<min(start + 16, bytes.count)])
            traces.append(("\(name), bytes from \(start)", part))
            // As 64-bit numbers or as one little-endian number, as the libraries compute with them.
            traces.append(("\(name), reversed bytes from \(start)", part.reversed()))
            traces.append(
                (
                    "\(name), words from \(start)",
                    stride(from: 0, to: part.count, by: 8).flatMap { part[$0..<min($0 + 8, part.count)].reversed() }
                ))
        }
        for hex in [Hex.encode(bytes), Hex.encode(bytes).uppercased()] {
            add(text: "\(name), hexadecimal", String(hex.prefix(32)))
            add(text: "\(name), hexadecimal", String(hex.suffix(32)))
        }
        add(text: "\(name), base64", String(Data(bytes).base64EncodedString().prefix(20)))
    }

    private mutating func add(text name: String, _ text: String) {
        traces.append(("\(name), UTF-8", Array(text.utf8)))
        traces.append(("\(name), UTF-16", text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }))
    }
}
