import CSoup
import Glibc
import Testing

@testable import Network

struct NetworkErrorTests {
    @Test(arguments: [EHOSTUNREACH, ENETUNREACH, ENETDOWN, ECONNREFUSED])
    func `a network error on an established connection is not reported as unsent`(code: CInt) {
        let reported = Int32(bitPattern: g_io_error_from_errno(code).rawValue)
        let error = NetworkError(cause: GLibError(domain: g_io_error_quark(), code: reported))
        #expect(error == .unreachable)
        #expect(error.afterSending == .interrupted)
    }

    @Test func `the description says what happened`() {
        let errors: [NetworkError] = [
            .unusableAddress, .unreachable, .untrusted, .privateAddress, .timedOut, .interrupted, .closed, .tooLarge,
            .malformed,
        ]
        for error in errors {
            #expect(error.description.hasPrefix("The server ") && error.description.hasSuffix("."))
        }
        #expect(NetworkError.proxyUnreachable.description == "The proxy cannot be reached.")
        #expect(NetworkError.needsTor.description.contains("Tor"))
        #expect(NetworkError.needsTor.afterSending == .interrupted)
        #expect(NetworkError.proxyUnreachable.afterSending == .interrupted)
        #expect(NetworkError.untrusted.description == "The server could not prove its identity.")
    }
}
