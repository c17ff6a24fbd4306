import WalletTerminal

CommandLineProgram.run(Drawbridge.self)
