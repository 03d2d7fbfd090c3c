import { assert, describe, it } from "@effect/vitest"
import { createHmac } from "node:crypto"
import { checkSignature, headersIn } from "../../../console/developers/webhook/signatureCheck.ts"

const secret = `whsec_${Buffer.from("a secret of some bytes").toString("base64")}`
const body = '{"event":"webhook.test","timestamp":"2026-11-20T12:00:00.000Z","webhook_id":"w","data":{"message":"ü"}}'
const seconds = 1_795_176_000
const now = seconds * 1_000

const signed = (text = body, at = seconds) =>
  `v1,${createHmac("sha256", "a secret of some bytes").update(`evt_1.${at}.${text}`).digest("base64")}`

const lines = (signature = signed(), at: number | string = seconds) =>
  `webhook-id: evt_1\nwebhook-timestamp: ${at}\nwebhook-signature: ${signature}`

describe("parsing of pasted headers", () => {
  it.each([
    ["Webhook-Id: evt_1\r\nX: y\r\n", { "webhook-id": "evt_1", x: "y" }],
    ["< webhook-id: evt_1\n> host: a:80", { "webhook-id": "evt_1", host: "a:80" }],
    ['  "webhook-id": "evt_1",\n  "x": "y"', { "webhook-id": "evt_1", x: "y" }],
    ["webhook-signature: v1,YQ== v1,Yg==", { "webhook-signature": "v1,YQ== v1,Yg==" }],
    ["POST / HTTP/1.1\n\nnothing", {}]
  ])("pasted headers are parsed: %j", (text, headers) => {
    assert.deepStrictEqual(headersIn(text), headers)
  })
})

describe("the signature tester", () => {
  it("the signature tester accepts a signed request, and shows its event and id", async () => {
    const verdict = await checkSignature({ headers: lines(), body, secret: ` ${secret}\n` }, now)
    assert.deepStrictEqual(verdict, { isSigned: true, id: "evt_1", event: "webhook.test", at: now, isOld: false })
  })

  it("the signature tester accepts an old request and marks it as old", async () => {
    const verdict = await checkSignature({ headers: lines(), body, secret }, now + 301_000)
    assert.deepInclude(verdict, { isSigned: true, isOld: true })
  })

  it.each([
    [lines(signed(`${body} `)), body, secret, "no signature matches"],
    [lines(), body.replace("ü", "u"), secret, "no signature matches"],
    [lines(), body, "another secret", "no signature matches"],
    [lines(), body, " ", "missing secret"],
    ["webhook-id: evt_1", body, secret, "missing header"],
    [lines(signed(), "soon"), body, secret, "invalid timestamp"],
    [lines(signed("{}")), "{}", secret, "not an event"],
    [lines(signed("no")), "no", secret, "not JSON"]
  ] as const)("the signature tester rejects an invalid request: %#", async (headers, text, key, reason) => {
    const verdict = await checkSignature({ headers, body: text, secret: key }, now)
    assert.deepInclude(verdict, { isSigned: false, reason })
  })
})
