# pragma version 0.4.3
# pragma evm-version cancun
"""
The registry of EIP-137, in which anyone may set anything.
"""

owner: public(HashMap[bytes32, address])
resolver: public(HashMap[bytes32, address])

@external
def setRecord(node: bytes32, owner: address, resolver: address):
    self.owner[node] = owner
    self.resolver[node] = resolver
