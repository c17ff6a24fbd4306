# pragma version 0.4.3
# pragma evm-version london
"""
A token of ERC-20 with permits of EIP-2612, as small as one can be. Its deployer gets all of it.

token.hex is what `vyper -f bytecode token.vy` (vyper 0.4.3) makes of this file.
"""

event Transfer:
    sender: indexed(address)
    receiver: indexed(address)
    amount: uint256

event Approval:
    owner: indexed(address)
    spender: indexed(address)
    amount: uint256

name: public(constant(String[8])) = "Practice"
symbol: public(constant(String[4])) = "PRAC"
decimals: public(constant(uint8)) = 6
version: public(constant(String[1])) = "1"

totalSupply: public(uint256)
balanceOf: public(HashMap[address, uint256])
allowance: public(HashMap[address, HashMap[address, uint256]])
nonces: public(HashMap[address, uint256])

DOMAIN: constant(bytes32) = keccak256(
    "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"
)
PERMIT: constant(bytes32) = keccak256(
    "Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)"
)


@deploy
def __init__(supply: uint256):
    self.totalSupply = supply
    self.balanceOf[msg.sender] = supply
    log Transfer(sender=empty(address), receiver=msg.sender, amount=supply)


@external
def transfer(receiver: address, amount: uint256) -> bool:
    assert self.balanceOf[msg.sender] >= amount, "not enough tokens"
    self.balanceOf[msg.sender] -= amount
    self.balanceOf[receiver] += amount
    log Transfer(sender=msg.sender, receiver=receiver, amount=amount)
    return True


@external
def approve(spender: address, amount: uint256) -> bool:
    self.allowance[msg.sender][spender] = amount
    log Approval(owner=msg.sender, spender=spender, amount=amount)
    return True


@external
def transferFrom(owner: address, receiver: address, amount: uint256) -> bool:
    assert self.allowance[owner][msg.sender] >= amount, "not allowed"
    assert self.balanceOf[owner] >= amount, "not enough tokens"
    self.allowance[owner][msg.sender] -= amount
    self.balanceOf[owner] -= amount
    self.balanceOf[receiver] += amount
    log Transfer(sender=owner, receiver=receiver, amount=amount)
    return True


@view
@external
def DOMAIN_SEPARATOR() -> bytes32:
    return self._domain()


@view
@internal
def _domain() -> bytes32:
    return keccak256(abi_encode(DOMAIN, keccak256(name), keccak256(version), chain.id, self))


@external
def permit(owner: address, spender: address, amount: uint256, deadline: uint256, v: uint8, r: bytes32, s: bytes32):
    assert block.timestamp <= deadline, "too late"
    nonce: uint256 = self.nonces[owner]
    message: bytes32 = keccak256(abi_encode(PERMIT, owner, spender, amount, nonce, deadline))
    digest: bytes32 = keccak256(concat(x"1901", self._domain(), message))
    signer: address = ecrecover(digest, v, r, s)
    assert owner != empty(address) and signer == owner, "not the owner's signature"
    self.nonces[owner] = nonce + 1
    self.allowance[owner][spender] = amount
    log Approval(owner=owner, spender=spender, amount=amount)
