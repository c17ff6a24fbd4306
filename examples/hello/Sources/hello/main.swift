import BridgeKit

struct Greeting: Decodable {
    let name: String
}

let app = BridgeApp()
app.handle("greet") { (greeting: Greeting) in "Hello, \(greeting.name)!" }
// A development server, or the folder of the guide.
if let url = CommandLine.arguments.dropFirst().first { app.open(url) } else { try app.open(folder: "page") }
app.run()
