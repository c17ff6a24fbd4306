import Glibc
import Keys

/// Kills writers of one vault in the middle of their work, and counts what was lost.
struct Killing {
    private let folder: VaultFolder

    /// Where `isCareless`, the disk is one that writes files in place, to show that the counting finds losses.
    init(path: String, isCareless: Bool) throws {
        let disk: any VaultDisk = isCareless ? CarelessDisk() : SystemDisk()
        folder = try VaultFolder(path: path, policy: .forTests, disk: disk)
    }

    /// Kills `count` writers, and prints how many writes were acknowledged, and how many vaults were lost or old.
    func run(_ count: Int) throws {
        _ = try folder.create(
            name: VaultName("Savings"),
            phrase: Mnemonic("legal winner thank year wave sausage worth useful legal winner thank yellow"),
            passphrase: Self.passphrase())
        var random = SystemRandomNumberGenerator()
        var (number, acknowledged, lost) = (0, 0, 0)
        for _ in 0..<count {
            var ends: [Int32] = [0, 0]
            guard pipe(&ends) == 0 else { exit(70) }
            let child = fork()
            if child == 0 { write(from: number, to: ends[1]) }
            close(ends[1])
            // Some whole writes, and then any moment of the next.
            for _ in 0..<Int.random(in: 0...2, using: &random) { number = max(number, next(ends[0]) ?? number) }
            usleep(.random(in: 0...2_500, using: &random))
            kill(child, SIGKILL)
            waitpid(child, nil, 0)
            let before = number
            while let more = next(ends[0]) { number = more }
            acknowledged += number - before
            close(ends[0])
            guard let found = found() else {
                lost += 1
                print("lost after \(number)")
                break
            }
            // There may be one more than was acknowledged, if the writer was killed before it could report it.
            if found != number && found != number + 1 { lost += 1 }
            number = found
        }
        print("\(count) kills, \(number) writes, \(lost) lost")
    }

    /// Writes the numbers after `number` into the vault, and tells each that is safe; never returns.
    private func write(from number: Int, to pipe: Int32) -> Never {
        var number = UInt32(number)
        do {
            let vault = try vault()
            while true {
                number += 1
                try vault.renameAccount(0, to: VaultName("\(number)"))
                withUnsafeBytes(of: number) { _ = Glibc.write(pipe, $0.baseAddress, $0.count) }
            }
        } catch {
            print("writer: \(error)")
            exit(1)
        }
    }

    /// The next number that a writer told; `nil` at its end.
    private func next(_ pipe: Int32) -> Int? {
        var number = UInt32(0)
        return withUnsafeMutableBytes(of: &number) { read(pipe, $0.baseAddress, $0.count) } == 4 ? Int(number) : nil
    }

    /// The number in the vault; `nil` if it does not open, 0 if nothing was written yet.
    private func found() -> Int? {
        guard let vault = try? vault(), let account = vault.accounts.first else { return nil }
        return Int(account.name.description) ?? 0
    }

    /// A fresh copy each time: a child does not inherit what lies in secret pages.
    private static func passphrase() -> SecretBytes {
        SecretBytes(copying: VaultWriter.passphrase.utf8)
    }

    private func vault() throws(KeyError) -> Vault {
        guard let entry = try folder.entries().first else { throw .unsafeFile(.missing) }
        let vault = try folder.open(entry)
        try vault.unlock(passphrase: Self.passphrase())
        return vault
    }
}

/// The call that the Swift overlay hides, since a child with threads can do little; this process has one thread.
@_silgen_name("fork")
private func fork() -> Int32
