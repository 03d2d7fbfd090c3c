import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { NetAddress } from "effect/net"
import { type ListenTarget, listenGreeting } from "../../src/adapters/cli/listenReport.ts"

const place = (ip: string, changes: Partial<ListenTarget> = {}): ListenTarget => ({
  address: NetAddress.inetAddressUnsafe(NetAddress.ipFromStringUnsafe(ip), 8443),
  certPath: ".data/listen/certificate.pem",
  status: 204,
  failures: 0,
  ...changes
})

const demo = Option.some({ baseUrl: "http://127.0.0.1:9090/api/developer", apiKey: "pk_live_abc" })

describe("listenGreeting", () => {
  it("has complete commands to paste", () => {
    assert.strictEqual(
      listenGreeting(place("127.0.0.1"), demo),
      `
Listening on https://127.0.0.1:8443/ (answers 204). Ctrl-C ends it.

\`parley demo\` calls this address. Another service calls it only when it is started with

  WEBHOOK_ALLOWED_CIDRS=127.0.0.1/32 parley serve

In demo mode the service trusts the certificate; elsewhere start it with NODE_EXTRA_CA_CERTS=.data/listen/certificate.pem too.

Receive events:

  curl -sS http://127.0.0.1:9090/api/developer/v1/webhooks \\
    -H 'x-api-key: pk_live_abc' -H 'content-type: application/json' \\
    -d '{"url":"https://127.0.0.1:8443/","events":["message.received","message.sent","message.delivered","message.read","message.failed","contact.created","contact.updated","conversation.opened","conversation.closed","postback","message.reaction","message.edited","message.deleted","message.send_failed","contact.opted_in","contact.opted_out","contact.erased","conversation.note_added","conversation.note_removed","conversation.assigned","conversation.read","conversation.unread","conversation.updated","account.updated","webhook.failing","campaign.updated"]}'
`
    )
  })

  it("has a placeholder for the key before the first start of the service", () => {
    const text = listenGreeting(place("127.0.0.1"), Option.none())
    assert.include(
      text,
      "curl -sS http://127.0.0.1:8080/api/developer/v1/webhooks \\\n    -H 'x-api-key: YOUR_API_KEY'"
    )
  })

  it.each([
    ["::1", "https://[::1]:8443/", "::1/128"],
    ["0.0.0.0", "https://127.0.0.1:8443/", "127.0.0.1/32"],
    ["::", "https://[::1]:8443/", "::1/128"],
    ["192.168.1.7", "https://192.168.1.7:8443/", "192.168.1.7/32"]
  ])("names the URL and the allowed range for %s", (ip, url, range) => {
    const text = listenGreeting(place(ip), demo)
    assert.include(text, `Listening on ${url} (`)
    assert.include(text, `WEBHOOK_ALLOWED_CIDRS=${range} parley serve`)
    assert.include(text, `{"url":"${url}",`)
  })

  it("has the status of its responses", () => {
    assert.include(listenGreeting(place("127.0.0.1", { status: 410 }), demo), "(answers 410)")
    assert.include(listenGreeting(place("127.0.0.1", { failures: 3 }), demo), "(answers 500 to the first 3, then 204)")
  })
})
