import BridgeKit

struct Greeting: Decodable {
    let name: String
}

let app = BridgeApp()
app.handle("greet") { (greeting: Greeting) in "Hello, \(greeting.name)!" }
app.open(CommandLine.arguments.dropFirst().first ?? "http://localhost:8080/")
app.run()
