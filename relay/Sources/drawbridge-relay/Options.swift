import ArgumentParser
import Relay

/// Where the relay listens.
struct ListeningOptions: ParsableArguments {
    @Option(help: "The address to listen on.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen on; 0 for any that is free.")
    var port: UInt16 = 7700

    @Option(
        help: ArgumentHelp(
            "The address of a proxy whose header X-Forwarded-For names the client. Can be repeated.",
            discussion: "Without it, all clients behind the proxy share the limit of one address.",
            valueName: "address"))
    var trustedProxy: [String] = []

    @Flag(inversion: .prefixedNo, help: "Serve clients of WalletConnect 1, who have no credentials.")
    var legacyBridge = true
}

/// Who may connect.
struct AccessOptions: ParsableArguments {
    @Option(
        name: .customLong("project-id"),
        help: ArgumentHelp(
            "Accept only clients with this project id. Can be repeated. By default the id is ignored.",
            valueName: "id"))
    var projectID: [String] = []

    @Option(
        help: ArgumentHelp(
            "Accept only tokens for this audience, such as wss://relay.example.org. Can be repeated.",
            discussion: "Some clients always name the public relay, so every audience is accepted by default.",
            valueName: "url"))
    var audience: [String] = []

    @Option(
        help: ArgumentHelp(
            "Accept only web pages of this origin, such as https://example.org. Can be repeated. Programs that send no "
                + "origin are accepted.", valueName: "url"))
    var origin: [String] = []
}

/// Where messages wait.
struct MailboxOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Keep the mailbox in this Redis server: redis://[[user]:password@]host[:port][/database].",
            discussion: "By default it is in memory, and what has not been received is lost when the relay ends.",
            valueName: "url"))
    var redis: String?

    @Option(help: ArgumentHelp("The most messages of a topic.", valueName: "number"))
    var messagesPerTopic = RelayLimits().messagesPerTopic

    @Option(help: ArgumentHelp("The most bytes of a topic.", valueName: "bytes"))
    var bytesPerTopic = RelayLimits().bytesPerTopic

    @Option(help: ArgumentHelp("The most bytes of the mailbox in memory.", valueName: "bytes"))
    var mailboxBytes = RelayLimits().mailboxBytes

    @Option(help: ArgumentHelp("The most topics with messages in memory.", valueName: "number"))
    var topics = RelayLimits().topics

    @Option(help: ArgumentHelp("The shortest lifetime of a message.", valueName: "seconds"))
    var shortestLifetime = RelayLimits().shortestLifetime

    @Option(help: ArgumentHelp("The longest lifetime of a message.", valueName: "seconds"))
    var longestLifetime = RelayLimits().longestLifetime

    @Option(help: ArgumentHelp("The lifetime of a message of WalletConnect 1.", valueName: "seconds"))
    var legacyLifetime = RelayLimits().legacyLifetime

    func apply(to limits: inout RelayLimits) {
        limits.messagesPerTopic = messagesPerTopic
        limits.bytesPerTopic = bytesPerTopic
        limits.mailboxBytes = mailboxBytes
        limits.topics = topics
        limits.shortestLifetime = shortestLifetime
        limits.longestLifetime = longestLifetime
        limits.legacyLifetime = legacyLifetime
    }
}

/// What one client may do.
struct LimitOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The most connections.", valueName: "number"))
    var connections = RelayLimits().connections

    @Option(
        help: ArgumentHelp(
            "The most connections from one IPv4 address, or one IPv6 network of 64 bits.", valueName: "number"))
    var connectionsPerAddress = RelayLimits().connectionsPerAddress

    @Option(
        help: ArgumentHelp(
            "The most connections with one client id; the oldest is closed for a new one.", valueName: "number"))
    var connectionsPerClient = RelayLimits().connectionsPerClient

    @Option(help: ArgumentHelp("The most subscriptions of a connection.", valueName: "number"))
    var subscriptionsPerClient = RelayLimits().subscriptionsPerClient

    @Option(help: ArgumentHelp("The most subscriptions of all connections.", valueName: "number"))
    var subscriptions = RelayLimits().subscriptions

    @Option(help: ArgumentHelp("The most subscribers of a topic.", valueName: "number"))
    var subscribersPerTopic = RelayLimits().subscribersPerTopic

    @Option(help: ArgumentHelp("The most requests of a connection in a second, on average.", valueName: "number"))
    var requestsPerSecond = RelayLimits().requestsPerSecond

    @Option(help: ArgumentHelp("The most requests of a connection at once.", valueName: "number"))
    var requestBurst = RelayLimits().requestBurst

    @Option(help: ArgumentHelp("The most elements of a batch.", valueName: "number"))
    var batch = RelayLimits().batch

    @Option(help: ArgumentHelp("The most bytes of a message.", valueName: "bytes"))
    var messageBytes = RelayLimits().messageBytes

    @Option(help: ArgumentHelp("The most bytes of a frame.", valueName: "bytes"))
    var frameBytes = RelayLimits().frameBytes

    @Option(help: ArgumentHelp("The most bytes of frames that have begun, of all connections.", valueName: "bytes"))
    var incompleteBytes = RelayLimits().incompleteBytes

    @Option(help: ArgumentHelp("The most deliveries that a client has not confirmed.", valueName: "number"))
    var unconfirmed = RelayLimits().unconfirmed

    @Option(help: ArgumentHelp("The most bytes of such deliveries.", valueName: "bytes"))
    var unconfirmedBytes = RelayLimits().unconfirmedBytes

    func apply(to limits: inout RelayLimits) {
        limits.connections = connections
        limits.connectionsPerAddress = connectionsPerAddress
        limits.connectionsPerClient = connectionsPerClient
        limits.subscriptionsPerClient = subscriptionsPerClient
        limits.subscriptions = subscriptions
        limits.incompleteBytes = incompleteBytes
        limits.subscribersPerTopic = subscribersPerTopic
        limits.requestsPerSecond = requestsPerSecond
        limits.requestBurst = requestBurst
        limits.batch = batch
        limits.messageBytes = messageBytes
        limits.frameBytes = frameBytes
        limits.unconfirmed = unconfirmed
        limits.unconfirmedBytes = unconfirmedBytes
    }
}
