extension Schema {
    /// The tables of attempts to pay.
    static let payments = """
        CREATE TABLE payment (
            payment TEXT NOT NULL PRIMARY KEY,
            id TEXT NOT NULL,
            option TEXT NOT NULL,
            asset TEXT NOT NULL,
            account TEXT NOT NULL,
            amount TEXT NOT NULL,
            decimals INTEGER NOT NULL,
            symbol TEXT NOT NULL,
            merchant TEXT NOT NULL,
            startedAt INTEGER NOT NULL,
            expiresAt INTEGER NOT NULL,
            state TEXT NOT NULL CHECK (
                state IN (
                    'signing', 'confirming', 'processing', 'succeeded', 'abandoned', 'failed', 'expired', 'cancelled',
                    'unsettled')),
            moved TEXT
        ) STRICT;
        CREATE INDEX openPayment ON payment (startedAt) WHERE state IN ('signing', 'confirming', 'processing');
        CREATE INDEX latestPayment ON payment (startedAt);
        CREATE TABLE paymentStep (
            payment TEXT NOT NULL REFERENCES payment (payment) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            kind TEXT NOT NULL CHECK (kind IN ('approval', 'payment', 'signature')),
            progress TEXT NOT NULL CHECK (progress IN ('waiting', 'begun', 'done')),
            hash TEXT CHECK (hash IS NULL OR progress = 'done'),
            PRIMARY KEY (payment, position)
        ) STRICT, WITHOUT ROWID;
        """

    /// What became of each step of a payment, and until when its signature can be used.
    static let paymentPlans = """
        CREATE TABLE paymentStep3 (
            payment TEXT NOT NULL REFERENCES payment (payment) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            kind TEXT NOT NULL CHECK (kind IN ('reset', 'approval', 'payment', 'signature')),
            progress TEXT NOT NULL CHECK (
                progress IN ('waiting', 'begun', 'signed', 'done', 'confirmed', 'reverted', 'lost', 'unneeded')),
            hash TEXT CHECK (hash IS NULL OR progress NOT IN ('waiting', 'begun')),
            own INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (payment, position)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO paymentStep3 SELECT payment, position, kind, progress, hash, 0 FROM paymentStep;
        DROP TABLE paymentStep;
        ALTER TABLE paymentStep3 RENAME TO paymentStep;
        ALTER TABLE payment ADD COLUMN signatureUntil INTEGER;
        """

    /// When payments can still be used whose attempts were replaced.
    static let replacedPayments = """
        CREATE TABLE replacedPayment (
            payment TEXT NOT NULL PRIMARY KEY REFERENCES payment (payment) ON DELETE CASCADE,
            usableUntil INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """
}
