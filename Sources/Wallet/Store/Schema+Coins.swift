extension Schema {
    /// The tables of accounts on Bitcoin and Bitcoin Cash.
    ///
    /// Which coins are spent follows from the inputs of the transactions, so it cannot contradict them. The bytes of the
    /// transactions are in a table of their own: they are not needed when an account is opened.
    static let coinAccounts = """
        CREATE TABLE coinAccount (
            id INTEGER PRIMARY KEY,
            chain TEXT NOT NULL,
            address TEXT NOT NULL,
            ledger TEXT NOT NULL,
            scriptType TEXT NOT NULL,
            source TEXT NOT NULL,
            first BLOB NOT NULL,
            name TEXT NOT NULL,
            syncedAt INTEGER,
            syncedHeight INTEGER,
            syncedSource TEXT,
            UNIQUE (chain, address)
        ) STRICT;
        CREATE TABLE coinAddress (
            account INTEGER NOT NULL REFERENCES coinAccount (id) ON DELETE CASCADE,
            branch INTEGER NOT NULL CHECK (branch IN (0, 1)),
            position INTEGER NOT NULL,
            script BLOB NOT NULL,
            redeemScript BLOB,
            status TEXT,
            shown INTEGER NOT NULL,
            PRIMARY KEY (account, branch, position)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE coinTransaction (
            account INTEGER NOT NULL REFERENCES coinAccount (id) ON DELETE CASCADE,
            txid BLOB NOT NULL CHECK (length(txid) = 32),
            height INTEGER,
            block BLOB CHECK ((block IS NULL) = (height IS NULL)),
            blockTime INTEGER,
            inputs BLOB NOT NULL CHECK (length(inputs) % 36 = 0),
            total INTEGER NOT NULL,
            payee BLOB,
            payees INTEGER NOT NULL,
            size INTEGER NOT NULL,
            plainSize INTEGER NOT NULL,
            replaceable INTEGER NOT NULL,
            seen INTEGER NOT NULL,
            PRIMARY KEY (account, txid)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE coinOutput (
            account INTEGER NOT NULL,
            txid BLOB NOT NULL,
            position INTEGER NOT NULL,
            value INTEGER NOT NULL,
            branch INTEGER NOT NULL,
            address INTEGER NOT NULL,
            content INTEGER NOT NULL,
            token BLOB,
            PRIMARY KEY (account, txid, position),
            FOREIGN KEY (account, txid) REFERENCES coinTransaction (account, txid) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE coinRaw (
            account INTEGER NOT NULL,
            txid BLOB NOT NULL,
            raw BLOB NOT NULL,
            PRIMARY KEY (account, txid),
            FOREIGN KEY (account, txid) REFERENCES coinTransaction (account, txid) ON DELETE CASCADE
        ) STRICT;
        CREATE TABLE coinLabel (
            account INTEGER NOT NULL REFERENCES coinAccount (id) ON DELETE CASCADE,
            kind TEXT NOT NULL CHECK (kind IN ('tx', 'addr', 'output')),
            subject BLOB NOT NULL,
            label TEXT NOT NULL,
            PRIMARY KEY (account, kind, subject)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE frozenCoin (
            account INTEGER NOT NULL REFERENCES coinAccount (id) ON DELETE CASCADE,
            coin BLOB NOT NULL CHECK (length(coin) = 36),
            PRIMARY KEY (account, coin)
        ) STRICT, WITHOUT ROWID;
        """
}
