# pragma version 0.4.3
# pragma evm-version cancun
"""
aggregate3 of Multicall3, for up to 64 calls.
"""

struct Call:
    target: address
    allowFailure: bool
    callData: Bytes[1024]

struct Result:
    success: bool
    returnData: Bytes[1024]

@external
@payable
def aggregate3(calls: DynArray[Call, 64]) -> DynArray[Result, 64]:
    results: DynArray[Result, 64] = []
    for call: Call in calls:
        success: bool = False
        data: Bytes[1024] = b""
        success, data = raw_call(call.target, call.callData, max_outsize=1024, revert_on_failure=False)
        assert success or call.allowFailure, "Multicall3: call failed"
        results.append(Result(success=success, returnData=data))
    return results

@external
@view
def getEthBalance(account: address) -> uint256:
    return account.balance
