import Glibc
import Synchronization
import Testing

@testable import Keys

/// A failure to lock memory is reported once.
@Suite struct MemoryLockTests {
    @Test func `only the first failure is reported`() async {
        await #expect(processExitsWith: .success) {
            let told = Mutex<[Int32]>([])
            MemoryLock.onFailure { error in told.withLock { $0.append(error) } }
            precondition(MemoryLock.firstError == nil)
            MemoryLock.fail(ENOMEM)
            MemoryLock.fail(EPERM)
            precondition(MemoryLock.firstError == ENOMEM)
            precondition(told.withLock { $0 } == [ENOMEM])
        }
    }

    @Test func `a handler that is set after the failure is called at once`() async {
        await #expect(processExitsWith: .success) {
            MemoryLock.fail(EPERM)
            let told = Mutex<[Int32]>([])
            MemoryLock.onFailure { error in told.withLock { $0.append(error) } }
            precondition(told.withLock { $0 } == [EPERM])
        }
    }

    @Test func `a secret that cannot be locked is reported`() async {
        await #expect(processExitsWith: .success) {
            var limit = rlimit(rlim_cur: 0, rlim_max: 0)
            setrlimit(__rlimit_resource_t(__RLIMIT_MEMLOCK.rawValue), &limit)
            // Root can lock without a limit.
            if geteuid() == 0 { precondition(seteuid(65_534) == 0) }
            _ = SecretBytes(count: 1 << 20)
            precondition(MemoryLock.firstError != nil)
        }
    }
}
