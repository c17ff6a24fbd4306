import Foundation
import Harness
import Simulators
import Synchronization
import TestServers
import WindowTesting

/// The settings of nodes, prices, names and scam sites, and the contacts, with a person at the window.
@MainActor let homeSettingScenarios = [
    Scenario("a node in reserve takes over when the first one fails, and can be asked first") { workshop in
        let driver = try await HomeDriver(workshop)
        defer { driver.end() }
        let person = driver.person
        let reserve = try await EthereumChain.started(1, paying: Sample.address)
        defer { Task { await reserve.stop() } }
        let first = driver.node.address.replacing("http://", with: "")
        let second = reserve.address.replacing("http://", with: "")
        try await person.see("push button", .holding("1000000 ETH"))
        try await person.press("push button", "Servers…")
        try await person.press("push button", .holding("Ethereum: 127.0.0.1"))
        try await person.see("heading", "Nodes of Ethereum")
        try await person.press("push button", "Add node…")
        for (address, problem) in [
            ("http://node.example", "must begin with https://"), (driver.node.address, "already in the list"),
            ("http://127.0.0.1:1", "This node cannot be used."),
        ] {
            try await person.type(address, into: "text", "Address of the node")
            try await person.press("push button", "Add node")
            try await person.see("label", .holding(problem))
        }
        try await person.type(reserve.address, into: "text", "Address of the node")
        try await person.press("push button", "Add node")
        try await person.see("push button", .holding("\(second), works, block"))
        try await person.see("push button", .holding("\(first), works, block"))
        try await portray("home-nodes")
        await driver.node.stop()
        try await person.press("push button", "Check again")
        try await person.see("push button", .holding("\(second), works, block"))
        try await driver.goBack(from: "Nodes of Ethereum")
        try await driver.goBack(from: "Servers")
        try await person.press("push button", "Refresh")
        // The balance names the node that answered, not the one that is asked first.
        try await person.see("push button", .holding("from \(second)"))
        let report = try driver.run("balance", "--refresh", "--json")
        try expectHolds(report, "\"state\":\"current\"")
        try expectHolds(report, second)
        try expectEqual(report.contains(first), false)
        try await person.press("push button", "Servers…")
        try await person.press("push button", .holding("Ethereum: 127.0.0.1"))
        try await person.see("push button", .holding("In reserve · In use"))
        try await portray("home-nodes-reserve")
        try await person.press("push button", .holding(second))
        try await person.press("push button", "Ask this node first")
        try await person.press("push button", .holding(first))
        try await person.press("push button", "Remove node")
        try await person.see("push button", .holding("Asked first"))
        try expectEqual(person.sees("push button", .holding(first)), false)
        try expectEqual(try driver.run("endpoint", "list"), "1\tEthereum\t\(reserve.address)\n")
        // What is set in the terminal is used by the open window.
        _ = try driver.run("endpoint", "remove", "1")
        try await driver.goBack(from: "Nodes of Ethereum")
        try await person.see("push button", .holding("Ethereum: no node"))
        _ = try driver.run("endpoint", "set", "1", reserve.address, "--through", "direct")
        try await person.press("push button", .holding("Ethereum: \(second)"))
        try await person.press("push button", .holding("\(second), works, block"))
        try await person.see("label", "Directly, without a proxy")
    },
    Scenario("prices are asked for only while they are turned on, always for all coins") { workshop in
        let asked = Requests()
        let source = try await SocketPeer { connection in
            while let (head, _) = try await connection.request() {
                asked.add(head)
                try await connection.respond(Array(#"{"ethereum":{"eur":0.5},"bitcoin":{"eur":60000.25}}"#.utf8))
            }
        }
        let driver = try await HomeDriver(workshop)
        defer { driver.end() }
        let person = driver.person
        try await person.see("push button", .holding("1000000 ETH"))
        try await person.press("push button", "Servers…")
        try await person.press("push button", .holding("Prices, Turned off"))
        try await person.see("label", .holding("it does not learn which of them you have"))
        try expectEqual(asked.count, 0)
        try await person.type("http://127.0.0.1:\(source.port)/price", into: "text", "Address of the source")
        try await person.type("euro", into: "text", "Currency")
        try await person.press("push button", "Turn prices on")
        try await person.see("label", .holding("The currency is a code of three letters"))
        try await person.type("eur", into: "text", "Currency")
        try await portray("home-price-source")
        try await person.press("push button", "Turn prices on")
        try await person.see("push button", .holding("From 127.0.0.1:\(source.port), in EUR"))
        try await driver.goBack(from: "Servers")
        try await person.see("push button", .holding("≈ 500000.00 EUR (127.0.0.1:\(source.port), "))
        try await portray("home-prices")
        try expectEqual(asked.count, 1)
        try expectHolds(asked.last, "ids=avalanche-2,binancecoin,bitcoin,bitcoin-cash,dai,ethereum")
        try expectEqual(try driver.run("prices"), "http://127.0.0.1:\(source.port)/price\tEUR\n")
        _ = try driver.run("prices", "off")
        try await person.press("push button", "Refresh")
        try await person.waitUntilGone("push button", .holding("≈ 500000.00 EUR"))
        try expectEqual(asked.count, 1)
        await source.close()
    },
    Scenario("names and the list of scam sites are set in the window and the terminal, at once") { workshop in
        let driver = try await HomeDriver(workshop)
        defer { driver.end() }
        let person = driver.person
        try await person.see("push button", .holding("1000000 ETH"))
        try await person.press("push button", "Servers…")
        try await person.see("heading", "Servers")
        try await person.press("push button", .holding("ENS names"))
        try await person.press("check box", .holding("Also ask servers"))
        try await portray("home-names")
        try await person.press("push button", "Save")
        try await person.see("heading", "Servers")
        try await person.see("push button", .holding("and with the servers that names refer to"))
        try expectEqual(try driver.run("names", "gateways"), "on\n")
        _ = try driver.run("names", "lookup", "off")
        try await driver.goBack(from: "Servers")
        try await person.press("push button", .holding("1000000 ETH"))
        try await person.press("push button", "Send…")
        try await person.type("alice.eth", into: "text", "Recipient")
        try await person.type("1", into: "text", "Amount in ETH")
        try await person.press("push button", "Review")
        try await person.see("label", .holding("The lookup of names is turned off."))
        try await driver.person.press("push button", "Show the wallet")
        try workshop.write(#"{"blacklist": ["bad.example", "worse.example"]}"#, to: "scams.json")
        try await person.press("push button", "Servers…")
        try await person.see("heading", "Servers")
        try await person.press("push button", .holding("There is no list."))
        try await person.type("http://list.example", into: "text", "Address of the list")
        try await person.press("push button", "Update the list")
        try await person.see("label", .holding("must begin with https://"))
        try await person.type("", into: "text", "Address of the list")
        try await person.type("\(workshop.folder)/scams.json", into: "text", "File of the list")
        try await portray("home-scams")
        try await person.press("push button", "Update the list")
        try await person.see("label", "The list contains 2 sites.")
        try await person.press("push button", "Remove the list")
        try await person.see("label", "There is no list.")
        _ = try driver.run("phishing", "update", "\(workshop.folder)/scams.json")
        try await driver.goBack(from: "List of scam sites")
        try await person.see("heading", "Servers")
        try await person.see("push button", .holding("The list contains 2 sites."))
    },
    Scenario("a site is connected to several accounts, and the user takes one away") { workshop in
        try workshop.write(Sample.page, to: "site/index.html")
        let site = try await Site.serve("\(workshop.folder)/site")
        let driver = try await HomeDriver(workshop, ["open", site.url])
        defer { driver.end() }
        let (person, page) = (driver.person, driver.person.inside("document web"))
        try await person.choose("Add account…", from: .holding("Wallet: Savings"))
        let form = person.inside("dialog", .holding("accounts"))
        try await form.press("check box", "Use this account now")
        try await form.press("push button", "Add")
        try await person.see("toggle button", .holding("Account 2"))
        try await page.press("push button", "Connect")
        try await driver.approval.press("check box", .holding("Also connect Savings, Account 1"))
        try await driver.approval.see("label", .holding("learns that they belong together"))
        try await portray("connect-accounts")
        try await driver.approve("Connect")
        _ = try await page.text(of: "status bar", "Outcome") { $0.contains("ok 0x") }
        try await person.closeApproval()
        let both = try driver.run("sites")
        try expectEqual(both.components(separatedBy: "0x").count, 3)
        try await person.press("push button", "What this site may see and do")
        try await person.press("push button", "Accounts…")
        try await person.see("heading", .holding("Accounts for"))
        try await portray("home-site-accounts")
        try await person.press("check box", .holding("Savings, Account 1"))
        try await person.press("push button", "Save")
        try await person.see("label", "First used")
        try expectEqual(try driver.run("sites").components(separatedBy: "0x").count, 2)
    },
    Scenario("a contact is added, renamed, paid by its name, and removed") { workshop in
        let driver = try await HomeDriver(workshop)
        defer { driver.end() }
        let person = driver.person
        let address = "0x52908400098527886E0F7030069857D2E4169EE7"
        try await person.see("push button", .holding("1000000 ETH"))
        try await person.press("push button", "Contacts")
        try await person.press("push button", "Add contact…")
        try await person.type("Bob", into: "text", "Name")
        try await person.type("0x1234", into: "text", "Address of the contact")
        try await person.press("push button", "Add contact")
        try await person.see("label", .holding("is not an address"))
        try await person.press("radio button", .holding("Ethereum"))
        try await person.type(address, into: "text", "Address of the contact")
        try await person.press("push button", "Add contact")
        try await person.press("push button", .holding("Bob"))
        try await person.type("Bobby", into: "text", "Name")
        try await person.press("push button", "Rename")
        try await person.see("push button", .holding("Bobby"))
        try await portray("home-contacts")
        try expectEqual(try driver.run("contacts"), "Bobby\teip155:1\t\(address)\n")
        try await driver.goBack(from: "Contacts")
        try await person.press("push button", .holding("1000000 ETH"))
        try await person.press("push button", "Send…")
        try await person.type("bobby", into: "text", "Recipient")
        try await person.type("1", into: "text", "Amount in ETH")
        try await person.press("push button", "Review")
        try await driver.approval.see("label", .holding("Bobby"))
        try await driver.approval.press("push button", "Reject")
        try await driver.person.press("push button", "Show the wallet")
        try expectEqual(try driver.run("contacts", "rename", "Bobby", "Robert").hasPrefix("Robert"), true)
        try expectEqual(try await driver.status(of: "contacts", "add", "Robert", address), 64)
        try await person.press("push button", "Contacts")
        try await person.press("push button", .holding("Robert"))
        try await person.press("push button", "Remove contact")
        try await person.see("label", .holding("There is no contact yet."))
        try expectEqual(try driver.run("contacts", "--json"), "[]\n")
    },
]

/// The requests that a server got.
private final class Requests: Sendable {
    private let all = Mutex<[String]>([])

    var count: Int { all.withLock(\.count) }
    var last: String { all.withLock { $0.last ?? "" } }

    func add(_ head: String) { all.withLock { $0.append(head) } }
}
