import Testing
import Wire

@Suite struct HTTPResponseTests {
    @Test func `a header is found in whatever case it is asked for`() {
        let response = HTTPResponse(status: 200, headers: [("content-type", "text/plain"), ("content-type", "b")])
        #expect(response.header("Content-Type") == "text/plain")
        #expect(response.header("Location") == nil)
    }
}
