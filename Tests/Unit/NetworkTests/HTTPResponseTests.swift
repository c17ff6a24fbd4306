import Testing
import Network

@Suite struct HTTPResponseTests {
    @Test func `a header is found in any letter case`() {
        let response = HTTPResponse(status: 200, headers: [("content-type", "text/plain"), ("content-type", "b")])
        #expect(response.header("Content-Type") == "text/plain")
        #expect(response.header("Location") == nil)
    }
}
