import Foundation
import Harness
import Simulators
import WindowTesting

/// The settings of nodes, names and scam sites, and the contacts, with a person at the window.
@MainActor let homeSettingScenarios = [
    Scenario("a node in reserve takes over when the first one fails, and can be asked first") { workshop in
        let driver = try await HomeDriver(workshop)
        defer { driver.end() }
        let person = driver.person
        let reserve = try await ChainSimulator(chain: 1)
        defer { Task { await reserve.close() } }
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
        await driver.node.close()
        try await person.press("push button", "Check again")
        try await person.see("push button", .holding("\(second), works, block"))
        try await driver.goBack(from: "Nodes of Ethereum")
        try await driver.goBack(from: "Servers")
        try await person.press("push button", "Refresh")
        try await person.see("push button", .holding("1000000 ETH"))
        try expectHolds(try driver.run("balance", "--refresh", "--json"), "\"state\":\"current\"")
        try await person.press("push button", "Servers…")
        try await person.press("push button", .holding("Ethereum: 127.0.0.1"))
        try await person.press("push button", .holding(second))
        try await person.press("push button", "Ask this node first")
        try await person.press("push button", .holding(first))
        try await person.press("push button", "Remove node")
        try await person.see("push button", .holding("Asked first"))
        try expectEqual(person.sees("push button", .holding(first)), false)
        try expectEqual(try driver.run("endpoint", "list"), "1\tEthereum\t\(reserve.address)\n")
    },
    Scenario("names and the list of scam sites are set in the window and the terminal, at once") { workshop in
        let driver = try await HomeDriver(workshop)
        defer { driver.end() }
        let person = driver.person
        try await person.see("push button", .holding("1000000 ETH"))
        try await person.press("push button", "Servers…")
        try await person.see("heading", "Servers")
        person.readToEnd()
        try await person.press("push button", .holding("Names of ENS"))
        try await person.press("check box", .holding("Also ask servers"))
        try await portray("home-names")
        try await person.press("push button", "Save")
        try await person.see("heading", "Servers")
        person.readToEnd()
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
        try await driver.goBack(from: .holding("Send ETH"))
        try workshop.write(#"{"blacklist": ["bad.example", "worse.example"]}"#, to: "scams.json")
        try await person.press("push button", "Servers…")
        try await person.see("heading", "Servers")
        person.readToEnd()
        try await person.press("push button", .holding("There is no list."))
        try await person.type("http://list.example", into: "text", "Address of the list")
        try await person.press("push button", "Update the list")
        try await person.see("label", .holding("must begin with https://"))
        try await person.type("", into: "text", "Address of the list")
        try await person.type("\(workshop.folder)/scams.json", into: "text", "File of the list")
        try await portray("home-scams")
        try await person.press("push button", "Update the list")
        try await person.see("label", "The list names 2 sites.")
        try await person.press("push button", "Remove the list")
        try await person.see("label", "There is no list.")
        _ = try driver.run("phishing", "update", "\(workshop.folder)/scams.json")
        try await driver.goBack(from: "List of scam sites")
        try await person.see("heading", "Servers")
        person.readToEnd()
        try await person.see("push button", .holding("The list names 2 sites."))
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
        try await driver.goBack(from: .holding("Send ETH"))
        try expectEqual(try driver.run("contacts", "rename", "Bobby", "Robert").hasPrefix("Robert"), true)
        try expectEqual(try await driver.status(of: "contacts", "add", "Robert", address), 64)
        try await person.press("push button", "Contacts")
        try await person.press("push button", .holding("Robert"))
        try await person.press("push button", "Remove contact")
        try await person.see("label", .holding("There is no contact yet."))
        try expectEqual(try driver.run("contacts", "--json"), "[]\n")
    },
]
