import Bridge
import BigInt
import Foundation
import GRDB
import WalletConnectPay
import Store
import Testing

@Suite struct StoredPaymentsTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    @Test func `an attempt is complete after a restart, in every state`() async throws {
        let all = try PaymentAttempt.State.allCases.enumerated().map { number, state in
            try PaymentAttempt.sample("pay_\(number)", at: Int64(number), state: state)
        }
        do {
            let journal = try Store(folder: folder.path).payments
            for attempt in all { try await journal.keep(attempt) }
        }
        do {
            let journal = try Store(folder: folder.path).payments
            #expect(try await journal.recent(limit: 99) == all.reversed())
            #expect(try await journal.open() == all.filter(\.state.isOpen))
            #expect(try await journal.recent(limit: 2) == all.suffix(2).reversed())
            #expect(try await journal.recent(limit: -1).isEmpty)
            #expect(try await journal.attempt(at: all[3].payment) == all[3])
            #expect(try await journal.attempt(at: PaymentAttempt.name("pay_none")) == nil)
        }
    }

    @Test func `the largest numbers and names survive a restart`() async throws {
        let journal = try Store(folder: folder.path).payments
        let attempt = try PaymentAttempt.sample(
            "pay_big", id: "x", option: String(repeating: "ö", count: 32_768), amount: "\(UInt64.max)\(UInt64.max)",
            merchant: "O'Neill's \u{202E} \"Shop\"; DROP TABLE payment; --")
        try await journal.keep(attempt)
        #expect(try await journal.attempt(at: attempt.payment) == attempt)
    }

    @Test(arguments: [-1, 79, Int64.max, .min])
    func `a payment with an impossible number of decimals in the file is refused`(decimals: Int64) async throws {
        let payment = try PaymentAttempt.name("pay_1")
        try await Store(folder: folder.path).payments.keep(try .sample("pay_1"))
        // The store may still be closing the file on another thread.
        var patient = Configuration()
        patient.busyMode = .timeout(10)
        let queue = try DatabaseQueue(path: folder.file.path, configuration: patient)
        try await queue.write { db in
            try db.execute(sql: "UPDATE payment SET decimals = ?", arguments: [decimals])
        }
        try queue.close()
        let journal = try Store(folder: folder.path).payments
        await #expect(throws: (any Error).self) { try await journal.attempt(at: payment) }
    }

    @Test func `an attempt is replaced by itself, and its steps with it`() async throws {
        let journal = try Store(folder: folder.path).payments
        try await journal.keep(try .sample("pay_1", steps: [.init(.approval, .begun), .init(.signature)]))
        let later = try PaymentAttempt.sample(
            "pay_1", steps: [.init(.approval, .done(hash: "0x1")), .init(.payment, .signed(hash: "0x2"))],
            state: .confirming)
        try await journal.keep(later)
        #expect(try await journal.recent(limit: 9) == [later])
        #expect(later.paidHashes.isEmpty && later.signedHashes == ["0x2"])
    }

    @Test func `each step is complete after a restart, in every state`() async throws {
        let kinds: [PaymentAttempt.Step.Kind] = [.reset, .approval, .payment, .signature]
        let progress: [PaymentAttempt.Step.Progress] = [
            .waiting, .begun, .signed(hash: "0x1"), .done(hash: "0x2"), .done(hash: nil), .confirmed(hash: "0x3"),
            .reverted(hash: "0x4"), .lost(hash: "0x5"), .unneeded(hash: "0x6"), .unneeded(hash: nil),
        ]
        let steps = kinds.flatMap { kind in
            progress.map { PaymentAttempt.Step(kind, $0, isOwn: kind == .reset) }
        }
        let attempt = try PaymentAttempt.sample("pay_1", steps: steps)
        try await Store(folder: folder.path).payments.keep(attempt)
        #expect(try await Store(folder: folder.path).payments.attempt(at: attempt.payment) == attempt)
    }

    @Test(arguments: PaymentAttempt.State.allCases)
    func `a new attempt replaces only one that ended unpaid`(
        state: PaymentAttempt.State
    ) async throws {
        let journal = try Store(folder: folder.path).payments
        let first = try PaymentAttempt.sample("pay_1", id: "first", state: state)
        let second = try PaymentAttempt.sample("pay_1", id: "second")
        try await journal.keep(first)
        if state.canBeReplaced {
            try await journal.keep(second)
            await #expect(throws: PayError.journal(.taken)) { try await journal.keep(first) }
        } else {
            await #expect(throws: PayError.journal(.taken)) { try await journal.keep(second) }
        }
        let kept = try await journal.attempt(at: first.payment)
        #expect(kept == (state.canBeReplaced ? second : first))
    }

    @Test func `of many simultaneous attempts at the same payment, only one may continue`() async throws {
        let stores = try (0..<4).map { _ in try Store(folder: folder.path) }
        let winners = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<32 {
                group.addTask {
                    do {
                        try await stores[number % 4].payments.keep(.sample("pay_1", id: "a\(number)"))
                        return true
                    } catch {
                        return false
                    }
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(winners == 1)
    }

    @Test func `a payment is locked once at a time, by whichever store in its folder`() throws {
        let (first, second) = (try Store(folder: folder.path), try Store(folder: folder.path))
        let (one, other) = (try PaymentAttempt.name("pay_1"), try PaymentAttempt.name("pay_2"))
        var lock: PaymentLock? = try first.paymentLocks.lock(one)
        #expect(throws: PayError.journal(.taken)) { try first.paymentLocks.lock(one) }
        #expect(throws: PayError.journal(.taken)) { try second.paymentLocks.lock(one) }
        let beside = try second.paymentLocks.lock(other)
        #expect(throws: PayError.journal(.taken)) { try first.paymentLocks.lock(other) }
        #expect(lock != nil)
        lock = nil
        lock = try second.paymentLocks.lock(one)
        #expect(throws: PayError.journal(.taken)) { try first.paymentLocks.lock(one) }
        withExtendedLifetime((lock, beside)) {}
        #expect(try folder.mode("payments.lock") == 0o600)
        #expect(FileManager.default.contents(atPath: "\(folder.path)/payments.lock") == Data())
    }

    @Test func `the lock of a killed program ends with it`() throws {
        let payment = try PaymentAttempt.name("pay_w")
        let writer = try Writer(folder: folder.path)
        writer.waitForLines(1)
        let locks = try Store(folder: folder.path).paymentLocks
        #expect(throws: PayError.journal(.taken)) { try locks.lock(payment) }
        writer.kill()
        #expect(throws: Never.self) { try locks.lock(payment) }
    }

    @Test func `a lock file that is a link or a folder is not opened, and nothing is signed`() throws {
        let locks = try Store(folder: folder.path).paymentLocks
        let path = "\(folder.path)/payments.lock"
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "\(folder.path)/other")
        let payment = try PaymentAttempt.name("pay_1")
        let reason = "\(StoreError.foreign(path: path))"
        #expect(throws: PayError.journal(.unavailable(reason))) { try locks.lock(payment) }
        #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/other"))
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        #expect(throws: PayError.journal(.unavailable(reason))) { try locks.lock(payment) }
    }

    @Test func `it is stored even if its task was cancelled`() async throws {
        let journal = try Store(folder: folder.path).payments
        let attempt = try PaymentAttempt.sample("pay_1")
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await journal.keep(attempt)
        }
        try await task.value
        #expect(try await journal.open() == [attempt])
    }
}

extension PaymentAttempt {
    /// An attempt with something in every field.
    static func sample(
        _ payment: String, id: String = "a", option: String = "o1", amount: String = "25000000",
        merchant: String = "Corner Shop", at: Int64 = 1_800_000_000,
        steps: [Step] = [.init(.approval, .done(hash: "0x01")), .init(.payment, .begun), .init(.signature)],
        state: State = .signing
    ) throws -> PaymentAttempt {
        PaymentAttempt(
            id: id, payment: try name(payment), option: option,
            choice: PaymentChoice(
                asset: try #require(AssetID("eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913")),
                account: try #require(AccountID("eip155:8453:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"))),
            amount: try #require(BigUInt(amount, radix: 10)), decimals: 6, symbol: "USDC", merchant: merchant,
            startedAt: at, expiresAt: at + 600, steps: steps, state: state,
            transaction: state == .succeeded ? "0x07" : nil, replacedUntil: state == .failed ? .max : nil,
            signatureUntil: at + 77)
    }

    static func name(_ text: String) throws -> PaymentID { try #require(PaymentID(text)) }
}
