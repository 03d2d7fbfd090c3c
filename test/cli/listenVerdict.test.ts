import { assert, describe, it } from "@effect/vitest"
import { Redacted } from "effect"
import { Webhook } from "standardwebhooks"
import { vi } from "vitest"
import {
  isDoubtful,
  type ListenVerdict,
  SignatureVerdict,
  verdictWith,
  verdictWithout
} from "../../src/adapters/cli/ListenVerdict.ts"
import { eventBody, now, pinSystemClock, secret, signed } from "./listenHarness.ts"

pinSystemClock()

const signatureOf = (headers: Record<string, string>, key: string, body = eventBody) =>
  verdictWith({ headers, body }, Redacted.make(key)).signature

const wrong = (reason: string) => SignatureVerdict.cases.Wrong.make({ reason })
const noMatch = wrong("no matching signature found")

describe("verdictWith", () => {
  it("accepts the example of the Standard Webhooks specification", () => {
    vi.setSystemTime(1_614_265_330_000)
    const headers = {
      "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
      "webhook-timestamp": "1614265330",
      "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
    }
    assert.deepStrictEqual(signatureOf(headers, secret, `{"test": 2432232314}`), { _tag: "Ok" })
    assert.deepStrictEqual(signatureOf(headers, secret, `{"test": 2432232315}`), noMatch)
  })

  it.each([
    ["characters of its own", "a plain-user_secret!"],
    ["letters outside of ASCII", "schlüssel 鍵"],
    ["base64 without whsec_", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
    ["whsec_ and no base64 after it", "whsec_not base64!"]
  ])("uses the bytes of a secret with %s", (_, chosen) => {
    const bytes = new Webhook(new TextEncoder().encode(chosen), { format: "raw" })
    assert.deepStrictEqual(signatureOf(signed("e1", { key: bytes }), chosen), { _tag: "Ok" })
    assert.deepStrictEqual(signatureOf(signed("e1", { key: bytes }), `${chosen} `), noMatch)
  })

  it.each(["v1,whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_-_KQ9r8GKYqrTwjUPD8ILPZIo2LaLQ"])(
    "listen: %s is read in the form of Standard Webhooks",
    (chosen) => {
      const bytes = new Webhook(new Uint8Array(Buffer.from(chosen.replace(/^.*whsec_/, ""), "base64url")), {
        format: "raw"
      })
      assert.deepStrictEqual(signatureOf(signed("e1", { key: bytes }), chosen), { _tag: "Ok" })
    }
  )

  it.each([
    ["another id", { "webhook-id": "e2" }, noMatch],
    ["another time", { "webhook-timestamp": String(Date.parse(now) / 1000 + 1) }, noMatch],
    ["a time that is none", { "webhook-timestamp": "soon" }, wrong("invalid Signature Headers")],
    ["a signature of another version", { "webhook-signature": "v2,abc" }, noMatch],
    ["a signature that is none", { "webhook-signature": "v1" }, noMatch],
    ["an empty signature", { "webhook-signature": "" }, wrong("missing required headers")]
  ])("refuses %s", (_, changed, expected) => {
    assert.deepStrictEqual(signatureOf({ ...signed("e1"), ...changed }, secret), expected)
  })

  it("checks a body that is not JSON and an empty body", () => {
    assert.deepStrictEqual(signatureOf(signed("e1", { body: "not {json" }), secret, "not {json"), { _tag: "Ok" })
    assert.deepStrictEqual(signatureOf(signed("e1", { body: "" }), secret, ""), { _tag: "Ok" })
  })
})

describe("verdictWithout", () => {
  it("reports the missing headers and that the signature is not verified", () => {
    const withBoth = { ...signed("e1"), "x-webhook-secret": "s" }
    assert.deepStrictEqual(verdictWithout({ headers: withBoth, body: eventBody }, "why"), {
      signature: { _tag: "Unchecked", reason: "why" },
      secretHeader: "unchecked"
    })
    assert.deepStrictEqual(verdictWithout({ headers: {}, body: eventBody }, "why"), {
      signature: { _tag: "Unsigned" },
      secretHeader: "absent"
    })
  })
})

describe("isDoubtful", () => {
  const verdicts: ReadonlyArray<readonly [ListenVerdict, boolean]> = [
    [{ signature: { _tag: "Ok" }, secretHeader: "absent" }, false],
    [{ signature: { _tag: "Ok" }, secretHeader: "right" }, false],
    [{ signature: { _tag: "Ok" }, secretHeader: "wrong" }, true],
    [{ signature: { _tag: "Unsigned" }, secretHeader: "absent" }, false],
    [{ signature: { _tag: "Unsigned" }, secretHeader: "wrong" }, true],
    [{ signature: { _tag: "Wrong", reason: "any" }, secretHeader: "right" }, true]
  ]
  it.each(verdicts)("%j: %s", (verdict, expected) => {
    assert.strictEqual(isDoubtful(verdict), expected)
  })
})
