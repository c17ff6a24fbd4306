import WalletTerminal

CommandLineProgram.run(DrawbridgeDev.self)
