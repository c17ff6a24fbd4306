import WalletApp

CommandLineProgram.run(Drawbridge.self)
