package import Bridge
package import LocalServer

extension ServedAnswer {
    /// Creates a response with a JSON value as its body.
    package static func json(_ json: JSON, status: Int = 200) -> ServedAnswer {
        ServedAnswer(status, headers: [.init("Content-Type", "application/json")], body: json.bytes)
    }
}
