extension Schema {
    /// The latest balances, and the user's notes of transactions, and the sites that used the wallet.
    ///
    /// A contact is a recipient with a name; one that was never used has no roles.
    static let holdings = """
        CREATE TABLE figure (
            account TEXT NOT NULL,
            asset TEXT NOT NULL,
            name TEXT NOT NULL,
            chainName TEXT NOT NULL,
            flags INTEGER NOT NULL,
            symbol TEXT NOT NULL,
            decimals INTEGER NOT NULL,
            units TEXT NOT NULL,
            unconfirmed TEXT NOT NULL,
            unavailable TEXT NOT NULL,
            at INTEGER,
            source TEXT,
            position INTEGER NOT NULL,
            PRIMARY KEY (account, asset)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE note (
            chain TEXT NOT NULL,
            txid TEXT NOT NULL,
            text TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 4096),
            PRIMARY KEY (chain, txid)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE site (
            origin TEXT PRIMARY KEY NOT NULL,
            since INTEGER NOT NULL,
            used INTEGER NOT NULL,
            blocked INTEGER NOT NULL DEFAULT 0
        ) STRICT, WITHOUT ROWID;
        """

    /// The payments of a chain's coin that accounts received.
    static let incoming = """
        CREATE TABLE incoming (
            account TEXT NOT NULL,
            txid TEXT NOT NULL,
            block INTEGER NOT NULL,
            at INTEGER NOT NULL,
            payer TEXT NOT NULL,
            units TEXT NOT NULL,
            PRIMARY KEY (account, txid)
        ) STRICT, WITHOUT ROWID;
        """

    /// The movements of tokens, and the blocks in which they were searched.
    static let movements = """
        CREATE TABLE movement (
            account TEXT NOT NULL,
            block INTEGER NOT NULL,
            log INTEGER NOT NULL,
            part INTEGER NOT NULL,
            txid TEXT NOT NULL,
            standard TEXT NOT NULL CHECK (standard IN ('erc20', 'erc721', 'erc1155')),
            contract TEXT NOT NULL,
            item TEXT,
            sender TEXT NOT NULL,
            recipient TEXT NOT NULL,
            units TEXT NOT NULL,
            at INTEGER,
            signed INTEGER,
            PRIMARY KEY (account, block, log, part)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE searchedBlocks (
            account TEXT PRIMARY KEY NOT NULL,
            blocks TEXT NOT NULL,
            anchor INTEGER,
            hash TEXT,
            since INTEGER,
            scope TEXT NOT NULL,
            site TEXT
        ) STRICT, WITHOUT ROWID;
        """

    /// The movements of chains' coins in both directions, and the blocks in which they were searched.
    static let coinMovements = """
        CREATE TABLE coinMovement (
            account TEXT NOT NULL,
            txid TEXT NOT NULL,
            block INTEGER NOT NULL,
            at INTEGER,
            other TEXT NOT NULL,
            units TEXT NOT NULL,
            failed INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (account, txid)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX coinBlock ON coinMovement (account, block);
        INSERT INTO coinMovement (account, txid, block, at, other, units)
        SELECT account, txid, block, at, payer, units FROM incoming;
        DROP TABLE incoming;
        CREATE TABLE searchedCoins (
            account TEXT PRIMARY KEY NOT NULL,
            blocks TEXT NOT NULL,
            anchor INTEGER,
            hash TEXT,
            since INTEGER,
            scope TEXT NOT NULL,
            site TEXT,
            figureBlock INTEGER,
            figure TEXT
        ) STRICT, WITHOUT ROWID;
        """

    /// What a transaction on an EVM chain cost, and in which block; and all recipients of a payment on Bitcoin.
    static let histories = """
        CREATE TABLE receipt (
            outgoing INTEGER PRIMARY KEY NOT NULL REFERENCES outgoing (id) ON DELETE CASCADE,
            block INTEGER NOT NULL,
            fee TEXT
        ) STRICT;
        ALTER TABLE coinTransaction ADD COLUMN otherPayees BLOB;
        """

    /// The addresses on EVM chains that are only watched.
    static let watchedAccounts = """
        CREATE TABLE watchedAddress (
            id INTEGER PRIMARY KEY,
            address TEXT NOT NULL UNIQUE,
            name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 64)
        ) STRICT;
        """

    /// Where the keys of some of these addresses are, on devices that sign by QR codes.
    static let deviceKeys = """
        ALTER TABLE watchedAddress ADD COLUMN fingerprint INTEGER;
        ALTER TABLE watchedAddress ADD COLUMN path TEXT;
        """

    /// The batches of calls that sites have sent.
    static let callBundles = """
        CREATE TABLE bundle (
            origin TEXT NOT NULL,
            id TEXT NOT NULL,
            chain TEXT NOT NULL,
            hashes TEXT NOT NULL,
            calls INTEGER NOT NULL,
            at INTEGER NOT NULL,
            PRIMARY KEY (origin, id)
        ) STRICT, WITHOUT ROWID;
        """

    /// What every process of the wallet must know at once.
    static let shared = """
        CREATE TABLE grantsTaken (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            count INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE mutedSite (origin TEXT PRIMARY KEY NOT NULL) STRICT, WITHOUT ROWID;
        CREATE TABLE endedSession (origin TEXT PRIMARY KEY NOT NULL) STRICT, WITHOUT ROWID;
        CREATE TABLE vaultUse (
            file TEXT PRIMARY KEY NOT NULL,
            account TEXT,
            locks INTEGER NOT NULL DEFAULT 0
        ) STRICT, WITHOUT ROWID;
        """
}
