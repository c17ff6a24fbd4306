import Glibc
import NIOCore
import Testing

@testable import Network

struct NetworkErrorTests {
    @Test(arguments: [EHOSTUNREACH, ENETUNREACH, ENETDOWN, ECONNREFUSED])
    func `a network error on an established connection is not reported as unsent`(code: CInt) {
        let error = NetworkError(cause: IOError(errnoCode: code, reason: "write"))
        #expect(error == .unreachable)
        #expect(error.afterSending == .interrupted)
    }

    @Test func `the message says who did not answer, and what happened`() {
        let errors: [NetworkError] = [
            .unusableAddress, .unreachable, .untrusted, .timedOut, .interrupted, .closed, .tooLarge, .malformed,
        ]
        for error in errors {
            let sentence = error.sentence(about: "The node of this chain")
            #expect(sentence.hasPrefix("The node of this chain ") && sentence.hasSuffix("."))
            #expect(error.description == "The server" + sentence.dropFirst("The node of this chain".count))
        }
        #expect(NetworkError.untrusted.description == "The server could not prove its identity.")
    }
}
