import GRDB

/// The tables, and the migrations between the versions of the format.
enum Schema {
    /// The version that this program writes.
    static var format: Int { steps.count }

    /// The migrations, from the empty file on.
    ///
    /// A released migration is never changed.
    static let steps = [
        """
        CREATE TABLE outgoing (
            id INTEGER PRIMARY KEY,
            chain TEXT NOT NULL,
            txid TEXT NOT NULL,
            raw BLOB NOT NULL,
            sender TEXT NOT NULL,
            nonce INTEGER,
            what TEXT NOT NULL,
            origin TEXT,
            at INTEGER NOT NULL,
            state TEXT NOT NULL CHECK (
                state IN ('signed', 'sent', 'unknown', 'succeeded', 'failed', 'replaced', 'refused')),
            successor TEXT CHECK ((successor IS NOT NULL) = (state = 'replaced')),
            UNIQUE (chain, txid)
        ) STRICT;
        CREATE INDEX open ON outgoing (id) WHERE state IN ('signed', 'sent', 'unknown');
        CREATE TABLE spend (
            outgoing INTEGER NOT NULL REFERENCES outgoing (id) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            coin TEXT NOT NULL,
            PRIMARY KEY (outgoing, position)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE recipient (
            chain TEXT NOT NULL,
            address TEXT NOT NULL,
            name TEXT,
            lastUsed INTEGER NOT NULL,
            turn INTEGER NOT NULL,
            PRIMARY KEY (chain, address)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX latest ON recipient (lastUsed, turn);
        CREATE TABLE grants (
            account TEXT NOT NULL,
            origin TEXT NOT NULL,
            kind TEXT NOT NULL,
            PRIMARY KEY (account, origin, kind)
        ) STRICT, WITHOUT ROWID;
        """,
        // A transaction can be given up. A constraint of a column cannot be changed, so both tables are rewritten; the
        // one with the foreign key first, because its rows would be deleted with the other's.
        """
        CREATE TABLE outgoing2 (
            id INTEGER PRIMARY KEY,
            chain TEXT NOT NULL,
            txid TEXT NOT NULL,
            raw BLOB NOT NULL,
            sender TEXT NOT NULL,
            nonce INTEGER,
            what TEXT NOT NULL,
            origin TEXT,
            at INTEGER NOT NULL,
            state TEXT NOT NULL CHECK (
                state IN ('signed', 'sent', 'unknown', 'succeeded', 'failed', 'replaced', 'refused', 'abandoned')),
            successor TEXT CHECK ((successor IS NOT NULL) = (state = 'replaced')),
            UNIQUE (chain, txid)
        ) STRICT;
        CREATE TABLE spend2 (
            outgoing INTEGER NOT NULL REFERENCES outgoing2 (id) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            coin TEXT NOT NULL,
            PRIMARY KEY (outgoing, position)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO outgoing2 SELECT * FROM outgoing;
        INSERT INTO spend2 SELECT * FROM spend;
        DROP TABLE spend;
        DROP TABLE outgoing;
        ALTER TABLE outgoing2 RENAME TO outgoing;
        ALTER TABLE spend2 RENAME TO spend;
        CREATE INDEX open ON outgoing (id) WHERE state IN ('signed', 'sent', 'unknown');
        CREATE TABLE token (
            chain INTEGER NOT NULL,
            address TEXT NOT NULL,
            symbol TEXT NOT NULL,
            decimals INTEGER NOT NULL,
            PRIMARY KEY (chain, address)
        ) STRICT, WITHOUT ROWID;
        """,
        """
        CREATE TABLE sumup (
            id INTEGER PRIMARY KEY,
            secret TEXT NOT NULL UNIQUE,
            foreignID TEXT NOT NULL,
            request TEXT NOT NULL,
            page TEXT,
            asked TEXT CHECK ((asked IS NULL) = (page IS NULL)),
            begun INTEGER NOT NULL,
            deadline INTEGER NOT NULL,
            state TEXT NOT NULL CHECK (
                state IN ('started', 'waiting', 'said', 'failed', 'abandoned', 'mismatch', 'timedOut', 'resolved')),
            detail TEXT,
            changed INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX sumupName ON sumup (foreignID);
        """,
        payments, declined, signedSteps,
        // A transaction is found by its purpose, not by its time.
        """
        ALTER TABLE outgoing ADD COLUMN purpose TEXT;
        CREATE INDEX purpose ON outgoing (purpose) WHERE purpose IS NOT NULL;
        """,
        // An undocumented response is not a failure.
        "UPDATE sumup SET state = 'timedOut' WHERE state = 'failed' AND detail = 'unknownStatus'",
        // Whether a declined or given-up transaction was seen since then.
        """
        ALTER TABLE outgoing ADD COLUMN returned INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX returned ON outgoing (id) WHERE returned = 1;
        """,
        roles,
        // The description of a transaction is a message with its values. An earlier sentence stays unchanged.
        "UPDATE outgoing SET what = json_object('message', '{text}', 'values', json_object('text', what))",
        walletConnect, holdings, coinAccounts, replacedPayments, incoming, watchedAccounts,
        "ALTER TABLE site ADD COLUMN chain TEXT", callBundles, "ALTER TABLE token ADD COLUMN site TEXT",
        histories, movements, deviceKeys, coinMovements, paymentPlans,
        // What the servers said when a transaction was offered to them, as JSON.
        """
        CREATE TABLE IF NOT EXISTS broadcastReply (
            chain TEXT NOT NULL,
            txid TEXT NOT NULL,
            replies TEXT NOT NULL,
            PRIMARY KEY (chain, txid)
        ) STRICT, WITHOUT ROWID;
        """,
        shared,
        // The first price of each day, which servers with false prices contradict.
        """
        CREATE TABLE price (
            chain INTEGER NOT NULL,
            token TEXT NOT NULL,
            day INTEGER NOT NULL,
            least TEXT NOT NULL,
            most TEXT NOT NULL,
            at INTEGER NOT NULL,
            servers INTEGER NOT NULL,
            PRIMARY KEY (chain, token, day)
        ) STRICT, WITHOUT ROWID;
        """,
    ]

    /// Migrates an empty or older database, in one transaction.
    static func migrate(_ db: Database) throws {
        let found = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        for step in steps.dropFirst(found) { try db.execute(sql: step) }
        if found < format { try db.execute(sql: "PRAGMA user_version = \(format)") }
    }
}

extension Schema {
    /// A transaction can be declined by every server that was asked; the tables are rewritten as in the earlier
    /// migration that added a state.
    private static let declined = """
        CREATE TABLE outgoing2 (
            id INTEGER PRIMARY KEY,
            chain TEXT NOT NULL,
            txid TEXT NOT NULL,
            raw BLOB NOT NULL,
            sender TEXT NOT NULL,
            nonce INTEGER,
            what TEXT NOT NULL,
            origin TEXT,
            at INTEGER NOT NULL,
            state TEXT NOT NULL CHECK (
                state IN (
                    'signed', 'sent', 'unknown', 'succeeded', 'failed', 'replaced', 'refused', 'abandoned', 'declined')),
            successor TEXT CHECK ((successor IS NOT NULL) = (state = 'replaced')),
            UNIQUE (chain, txid)
        ) STRICT;
        CREATE TABLE spend2 (
            outgoing INTEGER NOT NULL REFERENCES outgoing2 (id) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            coin TEXT NOT NULL,
            PRIMARY KEY (outgoing, position)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO outgoing2 SELECT * FROM outgoing;
        INSERT INTO spend2 SELECT * FROM spend;
        DROP TABLE spend;
        DROP TABLE outgoing;
        ALTER TABLE outgoing2 RENAME TO outgoing;
        ALTER TABLE spend2 RENAME TO spend;
        CREATE INDEX open ON outgoing (id) WHERE state IN ('signed', 'sent', 'unknown');
        CREATE INDEX possible ON outgoing (id) WHERE state IN ('abandoned', 'declined');
        """

    /// A recipient is stored with its uses.
    ///
    /// Entries of earlier versions count as recipients of payments, and never as spenders.
    private static let roles = "ALTER TABLE recipient ADD COLUMN roles INTEGER NOT NULL DEFAULT 1;"

    /// A step of a payment can be a transaction that was signed and perhaps never sent.
    private static let signedSteps = """
        CREATE TABLE paymentStep2 (
            payment TEXT NOT NULL REFERENCES payment (payment) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            kind TEXT NOT NULL CHECK (kind IN ('approval', 'payment', 'signature')),
            progress TEXT NOT NULL CHECK (progress IN ('waiting', 'begun', 'signed', 'done')),
            hash TEXT CHECK (hash IS NULL OR progress IN ('signed', 'done')),
            PRIMARY KEY (payment, position)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO paymentStep2 SELECT * FROM paymentStep;
        DROP TABLE paymentStep;
        ALTER TABLE paymentStep2 RENAME TO paymentStep;
        """
}
