// A wallet with one command: pages may send `greet` in the Link dialect, and the user decides.
//
//   embed URL           opens the page in a window
//   embed --check URL   approves automatically

import Bridge
import Glibc
import GLibKit
import WalletUI
import WebHost

struct Greet: Handler {
    let gate: Gate

    func handle(_ request: Request) async throws(RPCError) -> JSON {
        guard let name = request.params["name"]?.string else {
            throw RPCError(.invalidParameters, "“name” must be a string.")
        }
        let consent = try await gate.ask(Greeting(site: request.peer.origin.site, name: name), for: request)
        return ["greeting": .string("Hello, \(consent.subject.name)!")]
    }
}

/// What the user approves.
struct Greeting: Approvable {
    let site: String
    let name: String

    func approval() -> Approval {
        var approval = Approval("Greet \(site).", verb: "Greet")
        approval.rows = [Approval.Row("As", .untrusted(name))]
        return approval
    }
}

/// Approves everything, for the check.
final class Agreeable: Approver {
    func decide(_ approval: PendingApproval) async -> Decision { .approved }
}

let words = CommandLine.arguments.dropFirst()
let isCheck = words.first == "--check"
guard let url = words.last, words.count == (isCheck ? 2 : 1), MainLoop.start() else {
    print("usage: embed [--check] URL, with a display")
    exit(64)
}

var windowOptions = BrowserWindow.Options()
windowOptions.hasLock = false
let window = BrowserWindow(options: windowOptions)
let gate = Gate(approver: isCheck ? Agreeable() : ApprovalPresenter(parent: window, notice: nil))
let dispatcher = RequestDispatcher(handler: Router(["link": ["greet": Greet(gate: gate)]]), gate: gate)
dispatcher.traffic.add { message in print(message.direction.rawValue, message.text) }

var options = WebView.Options()
options.dialects = [.link]
let view = WebView(dispatcher: dispatcher, profile: Profile(), options: options)
window.show(view)
window.onClose = { MainLoop.stop() }
view.load(url)
MainLoop.run()
