import { assert, describe, it } from "@effect/vitest"
import { judgeExchanges } from "../../soak/hostility/neighbours.ts"

const served = { status: 200, isRefused: false, retryAfterSeconds: Number.NaN, millis: 50 }
const refused = { status: 503, isRefused: true, retryAfterSeconds: 5, millis: 1 }
const times = <A>(count: number, value: A) => Array.from({ length: count }, () => value)
const path = "/contacts"

describe("requests of other tenants beside an attack", () => {
  it("may be refused at first, up to a quarter, if the repeat is served", () => {
    const others = times(75, { path, first: served, repeat: null })
    const repeated = { path, first: refused, repeat: served }
    assert.deepStrictEqual(judgeExchanges([...others, ...times(25, repeated)]).surprises, [])
    assert.deepStrictEqual(judgeExchanges([...others, ...times(26, repeated)]).surprises, [
      "beside the attack 26 requests were refused at first: /contacts"
    ])
  })

  it("may be refused twice in one of twenty cases", () => {
    const others = times(95, { path, first: served, repeat: null })
    const lost = { path, first: refused, repeat: refused }
    assert.deepStrictEqual(judgeExchanges([...others, ...times(5, lost)]).surprises, [])
    assert.deepStrictEqual(judgeExchanges([...others, ...times(6, lost)]).surprises, [
      "beside the attack 6 requests were refused twice: /contacts"
    ])
  })

  it("are refused with the time of the next attempt", () => {
    const undated = { path, first: { ...refused, retryAfterSeconds: Number.NaN }, repeat: served }
    assert.deepStrictEqual(judgeExchanges([...times(9, { path, first: served, repeat: null }), undated]).surprises, [
      "beside the attack 1 refusals had no Retry-After: /contacts"
    ])
  })

  it("must not fail in other ways, nor in the second attempt", () => {
    const failed = { path, first: refused, repeat: { ...served, status: 500 } }
    assert.deepStrictEqual(judgeExchanges([...times(9, { path, first: served, repeat: null }), failed]).surprises, [
      "beside the attack /contacts was answered 500"
    ])
  })

  it("are bounded in time at p95 below 1 000 responses, and at p99 above", () => {
    const slow = { path, first: { ...served, millis: 2_000 }, repeat: null }
    const quick = { path, first: served, repeat: null }
    assert.deepStrictEqual(judgeExchanges([...times(191, quick), ...times(9, slow)]).surprises, [])
    assert.lengthOf(judgeExchanges([...times(180, quick), ...times(20, slow)]).surprises, 1)
    assert.deepStrictEqual(judgeExchanges([...times(1_990, quick), ...times(10, slow)]).surprises, [])
    assert.lengthOf(judgeExchanges([...times(1_950, quick), ...times(50, slow)]).surprises, 1)
  })
})
