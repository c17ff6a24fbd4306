import Bridge
import Glibc
import GLibKit
import WebHost

/// The bridge as a program would use it, with two methods that do nothing: what `make bench` measures.
///
/// With `forms`, one data-collection form after the other instead.
let arguments = CommandLine.arguments.dropFirst()
guard let word = arguments.first, let url = arguments.last, arguments.count == 2,
    word == "forms" || WebView.Options.Transport(rawValue: word) != nil
else {
    print("usage: BridgeHost forms|reply|socket URL")
    exit(64)
}
guard MainLoop.start() else { exit(2) }

if word == "forms" {
    let forms = try Forms(url)
    forms.open()
    withExtendedLifetime(forms) { MainLoop.run() }
    exit(0)
}
let gate = Gate(approver: NoApprover())
// Room for the echo of 8 MiB.
var limits = Limits()
limits.bodyBytes = 8 << 20
limits.bytesUnfetchedPerDocument = 16 << 20
let dispatcher = RequestDispatcher(
    handler: Router(["link": ["getAddress": Clock(), "echo": EchoHandler()]]), gate: gate, limits: limits)
var options = WebView.Options()
options.dialects = [.link]
options.transport = WebView.Options.Transport(rawValue: word) ?? options.transport
let view = WebView(dispatcher: dispatcher, profile: Profile(), options: options)
view.load(url)
MainLoop.run()
