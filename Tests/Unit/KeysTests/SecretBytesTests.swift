import Glibc
import Keys
import Testing

@Suite struct SecretBytesTests {
    @Test(arguments: [0, 1, 32, 4_096, 4_097, 100_000])
    func `memory of any size starts as zero and keeps what is written`(count: Int) {
        var secret = SecretBytes(count: count)
        #expect(secret.withUnsafeBytes { $0.allSatisfy { $0 == 0 } })
        secret.withUnsafeMutableBytes {
            for index in $0.indices { $0[index] = UInt8(truncatingIfNeeded: index) }
        }
        #expect(secret.withUnsafeBytes { Array($0) } == (0..<count).map { UInt8(truncatingIfNeeded: $0) })
        #expect(secret.count == count)
    }

    @Test func `an error while filling is passed on`() {
        #expect(throws: KeyError.unusableKey) {
            _ = try SecretBytes(count: 32) { _ throws(KeyError) in throw .unusableKey }
        }
    }

    @Test func `bytes are equal only if all of them are`() {
        let secret = SecretBytes(copying: 0..<40)
        expect(secret.matches(SecretBytes(copying: 0..<40)))
        expect(!secret.matches(SecretBytes(copying: 0..<39)))
        for index in 0..<40 {
            var other = secret.duplicate()
            other.withUnsafeMutableBytes { $0[index] ^= 1 }
            expect(!secret.matches(other))
        }
        let nothing = SecretBytes(count: 0)
        expect(nothing.matches(SecretBytes(count: 0)))
    }

    @Test func `random bytes always differ`() throws {
        let one = try SecretBytes(randomCount: 32)
        let other = try SecretBytes(randomCount: 32)
        expect(!one.matches(other))
        let many = try SecretBytes(randomCount: 100_000)
        #expect(many.withUnsafeBytes { Set($0).count } == 256)
    }

    @Test(arguments: [0, 1, 32, 4_096, 4_097, 100_000])
    func `pages are locked, excluded from core dumps, wiped after a fork, and between two guard pages`(
        count: Int
    ) throws {
        let secret = SecretBytes(count: count)
        try secret.withUnsafeBytes { bytes in
            let address = UInt(bitPattern: bytes.baseAddress)
            let maps = try MemoryMap.own()
            // An empty secret starts where its page ends.
            let index = try #require(maps.firstIndex { $0.range.contains(count == 0 ? address - 1 : address) })
            // The system limits how much can be locked; a container may allow only a few pages.
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(__RLIMIT_MEMLOCK.rawValue), &limit)
            let isAllowed = geteuid() == 0 || limit.rlim_cur >= 1 << 20
            for flag in isAllowed ? ["lo", "dd", "wf"] : ["dd", "wf"] {
                #expect(maps[index].flags.contains(Substring(flag)))
            }
            #expect(maps[index].permissions == "rw-p")
            #expect(maps[index - 1].permissions == "---p")
            #expect(maps[index - 1].range.upperBound == maps[index].range.lowerBound)
            #expect(maps[index + 1].permissions == "---p")
            #expect(maps[index + 1].range.lowerBound == maps[index].range.upperBound)
            #expect(maps[index].range.upperBound - (address + UInt(count)) < 16)
        }
    }

    @Test func `an overrun crashes the program`() async {
        await #expect(processExitsWith: .signal(SIGSEGV)) {
            let secret = SecretBytes(count: 32)
            secret.withUnsafeBytes { bytes in
                guard let start = bytes.baseAddress else { return }
                print(start.load(fromByteOffset: 32, as: UInt8.self))
            }
        }
    }

    @Test func `released memory is zero for the next secret`() {
        for _ in 0..<1_000 {
            var secret = SecretBytes(count: 4_096)
            secret.withUnsafeMutableBytes { bytes in
                if bytes.contains(where: { $0 != 0 }) { Issue.record("left over") }
                for index in bytes.indices { bytes[index] = 0xA5 }
            }
        }
    }

    @Test func `a process can protect itself from others and from core dumps`() async {
        await #expect(processExitsWith: .success) {
            let before = ProcessGuard.isHardened
            let granted = ProcessGuard.harden()
            exit(!before && granted && ProcessGuard.isHardened ? 0 : 1)
        }
    }
}
