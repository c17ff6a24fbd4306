import Bridge
import Glibc
import GLibKit
import WebHost

/// The bridge as a program would use it, with two methods that do nothing: what `make bench` measures.
///
/// With `forms`, one data-collection form after the other instead.
let arguments = CommandLine.arguments.dropFirst()
guard let url = arguments.last, arguments.count == 1 || arguments.count == 2 && arguments.first == "forms" else {
    print("usage: BridgeHost [forms] URL")
    exit(64)
}
guard MainLoop.start() else { exit(2) }

if arguments.count == 2 {
    let forms = try Forms(url)
    forms.open()
    withExtendedLifetime(forms) { MainLoop.run() }
    exit(0)
}
let gate = Gate(approver: NoApprover())
let dispatcher = RequestDispatcher(
    handler: Router(["link": ["getAddress": Clock(), "echo": EchoHandler()]]), gate: gate)
var options = WebView.Options()
options.dialects = [.link]
let view = WebView(dispatcher: dispatcher, profile: Profile(), options: options)
view.load(url)
MainLoop.run()
