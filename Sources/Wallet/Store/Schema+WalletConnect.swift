extension Schema {
    /// The tables of WalletConnect: its sessions, what the relay has not accepted, what was received, and the identity.
    ///
    /// A record of a session is a text under a name: the module that knows what is in it reads it.
    static let walletConnect = """
        CREATE TABLE walletConnect (
            id INTEGER PRIMARY KEY,
            kind TEXT NOT NULL,
            name TEXT NOT NULL,
            record TEXT NOT NULL CHECK (length(record) <= 16777216),
            UNIQUE (kind, name)
        ) STRICT;
        CREATE TABLE walletConnectLegacy (
            key TEXT PRIMARY KEY NOT NULL,
            value TEXT NOT NULL CHECK (length(value) <= 16777216)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE relayOutbox (
            id INTEGER PRIMARY KEY,
            topic TEXT NOT NULL,
            message TEXT NOT NULL,
            tag INTEGER NOT NULL,
            lifetime INTEGER NOT NULL,
            prompts INTEGER NOT NULL,
            expiry INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE relayReceived (
            id INTEGER PRIMARY KEY,
            topic TEXT NOT NULL,
            hash BLOB NOT NULL,
            at INTEGER NOT NULL,
            UNIQUE (topic, hash)
        ) STRICT;
        CREATE INDEX relayReceivedAt ON relayReceived (at);
        CREATE TABLE relayIdentity (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            seed BLOB NOT NULL CHECK (length(seed) = 32)
        ) STRICT;
        CREATE TABLE attestationKey (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            bytes BLOB NOT NULL CHECK (length(bytes) <= 4096)
        ) STRICT;
        """
}
