import Glibc
import NIOCore
import Testing

@testable import Wire

struct WireErrorTests {
    @Test(arguments: [EHOSTUNREACH, ENETUNREACH, ENETDOWN, ECONNREFUSED])
    func `a network error on a connection that stands does not say that nothing left`(code: CInt) {
        let error = WireError(cause: IOError(errnoCode: code, reason: "write"))
        #expect(error == .unreachable)
        #expect(error.afterSending == .interrupted)
    }
}
