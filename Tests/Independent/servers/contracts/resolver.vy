# pragma version 0.4.3
# pragma evm-version cancun
"""
A resolver of EIP-137, EIP-181, EIP-634 and EIP-2304, in which anyone may set anything.
"""

addr: public(HashMap[bytes32, address])
name: public(HashMap[bytes32, String[255]])
others: HashMap[bytes32, HashMap[uint256, Bytes[64]]]
texts: HashMap[bytes32, HashMap[String[64], String[255]]]

@external
def setAddr(node: bytes32, account: address):
    self.addr[node] = account

@external
def setOther(node: bytes32, coin: uint256, account: Bytes[64]):
    self.others[node][coin] = account

@external
def setName(node: bytes32, name: String[255]):
    self.name[node] = name

@external
def setText(node: bytes32, key: String[64], text: String[255]):
    self.texts[node][key] = text

@external
@view
def text(node: bytes32, key: String[64]) -> String[255]:
    return self.texts[node][key]

@external
@view
def supportsInterface(kind: bytes4) -> bool:
    return kind in [0x01ffc9a7, 0x3b3b57de, 0x691f3431, 0x59d1d43c, 0xf1cb7e06]

# The second function with the name addr, which the language does not allow: addr(bytes32,uint256).
@external
@raw_return
def __default__() -> Bytes[160]:
    assert len(msg.data) == 68 and convert(slice(msg.data, 0, 4), bytes4) == 0xf1cb7e06
    node: bytes32 = extract32(slice(msg.data, 4, 64), 0)
    coin: uint256 = extract32(slice(msg.data, 4, 64), 32, output_type=uint256)
    account: Bytes[64] = self.others[node][coin]
    if coin == 60 and len(account) == 0 and self.addr[node] != empty(address):
        account = slice(convert(self.addr[node], bytes32), 12, 20)
    return abi_encode(account)
