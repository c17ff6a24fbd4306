import WalletApp

CommandLineProgram.run(DrawbridgeDev.self)
