import WalletTerminal

CommandLineProgram.run(DrawbridgePractice.self)
