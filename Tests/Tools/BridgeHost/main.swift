import Bridge
import Glibc
import GLibKit
import WebHost

/// The bridge as a program would use it, with two methods that do nothing: what `make bench` measures.
///
/// With `forms`, one data-collection form after the other instead; with `views`, several views, each of which loads the URL
/// with `-` and its number.
let arguments = Array(CommandLine.arguments.dropFirst())
guard let word = arguments.first, let url = arguments.last,
    arguments.count == 2 && (word == "forms" || WebView.Options.Transport(rawValue: word) != nil)
        || arguments.count == 3 && word == "views" && Int(arguments[1]) != nil
else {
    print("usage: BridgeHost forms|reply|socket URL, or BridgeHost views COUNT URL")
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
// Room for the echo of 8 MiB, also as Base64.
var limits = Limits()
limits.bodyBytes = 12 << 20
limits.bytesUnfetchedPerDocument = 24 << 20
let dispatcher = RequestDispatcher(
    handler: Router(["link": ["getAddress": Clock(), "echo": EchoHandler()], "invoke": ["echo": EchoHandler()]]),
    gate: gate, limits: limits)
var options = WebView.Options()
options.dialects = [.link, .invoke()]
options.transport = WebView.Options.Transport(rawValue: word) ?? options.transport
let profile = Profile()
let urls = word == "views" ? (1...max(1, Int(arguments[1]) ?? 1)).map { "\(url)-\($0)" } : [url]
let views = urls.map { url in
    let view = WebView(dispatcher: dispatcher, profile: profile, options: options)
    view.load(url)
    return view
}
withExtendedLifetime(views) { MainLoop.run() }
