import Bridge
import Glibc
import WebHost

/// The bridge as a program would use it, with two methods that do nothing: what `make bench` measures.
guard CommandLine.arguments.count == 2 else {
    print("usage: BridgeHost URL")
    exit(64)
}
guard MainLoop.start() else { exit(2) }

let gate = Gate(approver: Nobody())
let hall = Hall(handler: Router(["link": ["getAddress": Clock(), "echo": Parrot()]]), gate: gate)
var options = WebView.Options()
options.dialects = [.link]
let view = WebView(hall: hall, profile: Profile(), options: options)
view.load(CommandLine.arguments[1])
MainLoop.run()
