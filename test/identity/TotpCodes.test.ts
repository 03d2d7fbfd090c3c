import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { FactorId, SignInId } from "../../src/domain/Ids.ts"
import { OneTimeCodes } from "../../src/ports/access/SignIns.ts"
import * as TotpCodes from "../../src/adapters/identity/TotpCodes.ts"

/** The secret of RFC 4226, appendix D: the ASCII digits 1 to 0 twice. */
const rfcKey = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"

const id = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, "0")}`

describe("codes of second factors", () => {
  it("one-time codes: HOTP has the values of RFC 4226, appendix D", () => {
    assert.strictEqual(TotpCodes.bytesOf(rfcKey).toString(), "12345678901234567890")
    const codes = Array.from({ length: 10 }, (_, counter) => TotpCodes.hotp(TotpCodes.bytesOf(rfcKey), counter))
    assert.deepStrictEqual(codes, [
      "755224",
      "287082",
      "359152",
      "969429",
      "338314",
      "254676",
      "287922",
      "162583",
      "399871",
      "520489"
    ])
  })

  it("one-time codes: TOTP has the last six digits of the values of RFC 6238, appendix B", () => {
    const at = (seconds: number) => TotpCodes.hotp(TotpCodes.bytesOf(rfcKey), Math.floor(seconds / 30))
    assert.deepStrictEqual([59, 1_111_111_109, 1_111_111_111, 1_234_567_890, 2_000_000_000, 20_000_000_000].map(at), [
      "287082",
      "081804",
      "050471",
      "005924",
      "279037",
      "353130"
    ])
  })

  it.effect("one-time codes: a challenge is a UUID that depends on session, factor and period", () =>
    Effect.gen(function* () {
      const { challengeOf } = yield* OneTimeCodes
      const challenge = challengeOf(SignInId.make(id(1)), FactorId.make(id(2)), 7)
      assert.match(yield* challenge, /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      assert.strictEqual(yield* challenge, yield* challenge)
      const others = yield* Effect.all([
        challengeOf(SignInId.make(id(3)), FactorId.make(id(2)), 7),
        challengeOf(SignInId.make(id(1)), FactorId.make(id(3)), 7),
        challengeOf(SignInId.make(id(1)), FactorId.make(id(2)), 8)
      ])
      assert.strictEqual(new Set([yield* challenge, ...others]).size, 4)
    }).pipe(Effect.provide(TotpCodes.layer(Redacted.make("secret of the tests"))))
  )
})
