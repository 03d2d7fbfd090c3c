import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import {
  acceptedSteps,
  assuranceOf,
  type Factor,
  isDeviceCode,
  mayChangeFactors,
  otpauthLink,
  recoveryCodeOf,
  shownRecoveryCode,
  stepAt,
  typedCode
} from "../../../src/domain/access/SecondFactor.ts"
import { FactorId, UserId } from "../../../src/domain/Ids.ts"
import { instant } from "../../../testing/arbitraries/texts.ts"
import { between } from "../../../testing/laws/inputs.ts"

const at = DateTime.makeUnsafe("2026-11-20T12:00:00.000Z")
const later = (seconds: number) => DateTime.add(at, { seconds })

const factor = (status: Factor["status"]): Factor => ({
  id: FactorId.make("00000000-0000-7000-8000-000000000001"),
  userId: UserId.make("00000000-0000-7000-8000-000000000002"),
  name: "Phone",
  status,
  createdAt: at,
  updatedAt: at
})

describe("second factors", () => {
  it.prop("second factors: accepted steps are the current one and its neighbours, once each", [instant], ([now]) => {
    const current = stepAt(now)
    assert.deepStrictEqual(acceptedSteps(now, null), [current, current - 1, current + 1])
  })

  it.prop(
    "second factors: no step is accepted at or before the last used one",
    [instant, between(-3, 3)],
    ([now, drift]) => {
      const last = stepAt(now) + drift
      const accepted = acceptedSteps(now, last)
      assert.isTrue(accepted.every((step) => step > last && Math.abs(step - stepAt(now)) <= 1))
      assert.strictEqual(accepted.length, Math.max(0, Math.min(3, 1 - drift)))
    }
  )

  it("second factors: a session is pending while a verified factor has not confirmed it", () => {
    const session = { secondFactorAt: null }
    const confirmed = { secondFactorAt: at }
    assert.strictEqual(assuranceOf(session, []), "aal1")
    assert.strictEqual(assuranceOf(session, [factor("unverified")]), "aal1")
    assert.strictEqual(assuranceOf(session, [factor("verified")]), "pending")
    assert.strictEqual(assuranceOf(null, [factor("verified")]), "pending")
    assert.strictEqual(assuranceOf(confirmed, [factor("verified")]), "aal2")
    assert.strictEqual(assuranceOf(confirmed, []), "aal2")
  })

  it("second factors: they are changed within five minutes of a code, or while there is none", () => {
    const confirmed = { secondFactorAt: at }
    assert.isTrue(mayChangeFactors({ secondFactorAt: null }, [factor("unverified")], at))
    assert.isFalse(mayChangeFactors({ secondFactorAt: null }, [factor("verified")], at))
    assert.isTrue(mayChangeFactors(confirmed, [factor("verified")], later(300)))
    assert.isFalse(mayChangeFactors(confirmed, [factor("verified")], later(301)))
    assert.isFalse(mayChangeFactors(null, [factor("verified")], at))
  })

  it("second factors: recovery codes are read in the form in which they are shown", () => {
    const code = recoveryCodeOf("abcdefghijklmnopqrstuvwxyz234567")
    assert.strictEqual(shownRecoveryCode(code), "abcd-efgh-ijkl-mnop")
    assert.strictEqual(typedCode(` ${shownRecoveryCode(code).toUpperCase()} `), code)
    assert.isFalse(isDeviceCode(code))
    assert.isTrue(isDeviceCode(typedCode("123 456")))
    assert.isFalse(isDeviceCode("12345"))
  })

  it("second factors: the link for authenticators names service, account and key", () => {
    assert.strictEqual(
      otpauthLink("Parley", "ada+1@example.com", "ABCD"),
      "otpauth://totp/Parley:ada%2B1%40example.com?secret=ABCD&issuer=Parley&algorithm=SHA1&digits=6&period=30"
    )
  })
})
