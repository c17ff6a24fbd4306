import ArgumentParser
import Bridge
import Glibc
import Harness
import EthereumWallet
import HeadlessWallet
import WalletCore
import WalletMethods
import GLibKit
import Network
import WalletTerminal
import WalletWindow

/// `drawbridge-dev test PATH…`: runs the tests of pages.
struct TestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: "Run page tests against a wallet that the tests control.",
        discussion: """
            Paths are pages (.html), test scripts (.js, .mjs), folders with files named *.test.html or *.test.js, or \
            URLs of a server on this machine. Prints TAP. Exit status: 0 if all tests passed, 1 if one failed, 2 if nothing could \
            be run. Without a display, it runs in a virtual one.
            """)

    @Argument(help: "What to test.")
    var paths: [String]

    @Option(help: "Write the results as JUnit XML to this file.")
    var junit: String?

    @Option(help: "Time limit of one test, in seconds.")
    var timeout: Int = 10

    @Option(help: "Run only the tests whose names contain this text.")
    var filter: String?

    @Option(help: "How many pages to run at a time.")
    var jobs: Int = 1

    @Option(help: "The folder for screenshots of pages whose tests took too long; it is created for the first.")
    var screenshots: String = "test-screenshots"

    @Option(help: "The folder to serve, if pages need files outside their own folder.")
    var root: String?

    @Option(help: "A file with the nodes of chains, as `drawbridge endpoint set … --config FILE` writes it.")
    var config: String?

    @Flag(
        help: "Give the wallet a simulated chain of Ethereum, which tests control by t.chain; a new one for each page.")
    var chain = false

    @OptionGroup var sandbox: SandboxOption

    func validate() throws {
        guard !paths.isEmpty else { throw ValidationError("Nothing to test: give a path.") }
        guard (1...64).contains(jobs) else { throw ValidationError("Run 1 to 64 pages at a time.") }
        guard (1...3_600).contains(timeout) else { throw ValidationError("The timeout must be 1 to 3600 seconds.") }
    }

    func run() throws {
        let status = try MainActor.assumeIsolated {
            guard MainLoop.start() else { return try VirtualDisplay.restart() }
            Task { Glibc.exit(await test().rawValue) }
            MainLoop.run()
            return TestRun.Verdict.unusable.rawValue
        }
        throw ExitCode(status)
    }

    @MainActor private func test() async -> TestRun.Verdict {
        // The user's own settings must not affect a test: without a file nothing is set.
        var settings = Settings()
        if let config {
            do { settings = try ConfigurationFile(config).read() } catch {
                Console.complain("\(error)")
                return .unusable
            }
        }
        let client = WebClient(proxy: settings.proxy)
        var options = TestRun.Options()
        options.timeout = .seconds(timeout)
        options.junit = junit
        options.filter = filter
        options.jobs = jobs
        options.screenshots = screenshots
        options.root = root
        sandbox.apply()
        let run = TestRun(
            options: options, print: { Console.say($0) }, warn: { Console.complain("\($0)") },
            makeWallet: { [chain] gate, eventBus in
                chain
                    ? PracticeWallet.make(gate, eventBus, settings)
                    : Self.wallet(
                        gate, eventBus,
                        ChainBook(settings.allChains, endpoints: settings.endpoints) {
                            JSONRPCNode($0, sender: client)
                        })
            })
        return await run.run(paths)
    }

    /// The demo wallet, controlled by a test.
    @MainActor static func wallet(_ gate: Gate, _ eventBus: EventBus, _ chains: ChainBook) -> TestWallet {
        guard let activeAccount = try? WalletSigner.demo() else {
            preconditionFailure("the demo phrase is a valid phrase")  // No trap: the demo phrase is a constant.
        }
        let services = WalletServices(activeAccount: activeAccount, gate: gate, eventBus: eventBus, chains: chains)
        var wallet = TestWallet(
            handler: Router.wallet(services, version: AppIdentity.version), dialects: PageWallet.dialects)
        wallet.initialEvents = services.ethereum.initialEvents
        if chains.endpoints.isEmpty {
            wallet.nodeAdvice =
                "The wallet has no node: run the tests with --chain for simulated chains, or set nodes with --config FILE."
        }
        wallet.announceLock = { services.sites.announceLock() }
        wallet.disconnect = { origin throws(RPCError) in try await services.sites.disconnect(origin) }
        wallet.setChain = { chainID, origin throws(RPCError) in try await services.ethereum.choose(chainID, for: origin)
        }
        return wallet
    }
}
