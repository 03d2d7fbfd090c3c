import { assert, it } from "@effect/vitest"
import * as ProcessSendPace from "../../src/adapters/limits/ProcessSendPace.ts"
import { makePaceStates } from "../../src/adapters/limits/ProcessSendPace.ts"
import { unusedPace } from "../../src/domain/limits/SendPace.ts"
import { sendPaceContract } from "../../testing/contracts/SendPace.contract.ts"
import { runner } from "../support/runner.ts"

sendPaceContract(runner, "in the memory of the process", ProcessSendPace.layer)

it("send pace: the number of stored states is bounded, and the least recently used are evicted", () => {
  const states = makePaceStates(100)
  const used = { ...unusedPace, refusals: 1 }
  for (let count = 0; count < 1_000; count++) {
    states.set(`pair ${count}`, used, 0)
    assert.isAtMost(states.size(), 100)
  }
  for (let count = 950; count < 1_000; count++) assert.strictEqual(states.get(`pair ${count}`), used)
  assert.strictEqual(states.get("pair 0"), unusedPace)
  for (const at of [300_000, 600_000, 900_000]) states.set("pair 999", used, at)
  assert.strictEqual(states.size(), 1)
})
