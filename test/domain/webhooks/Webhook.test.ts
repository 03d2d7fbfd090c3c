import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { EventType } from "../../../src/domain/webhooks/Event.ts"
import {
  SubscribableType,
  checkEventTypes,
  checkUrl,
  maxUrlLength,
  wants
} from "../../../src/domain/webhooks/Webhook.ts"

/** The URL, or the reason why not. */
const answer = (url: string) =>
  Result.match(checkUrl(url), { onSuccess: (ok) => ok, onFailure: ({ reason }) => reason })

const host = "example.com"
const longest = `https://${host}/${"x".repeat(maxUrlLength - host.length - 9)}`

describe("checkUrl", () => {
  it.each([
    "https://example.com",
    "https://example.com/",
    "HTTPS://EXAMPLE.COM:8443/hook?a=b#c",
    "https://xn--bcher-kva.example/é/漢",
    "https://[2001:db8::1]/hook",
    "https://example.com/?user=ada@example.com",
    "https://example.com#@",
    longest
  ])("accepts %s unchanged", (url) => {
    assert.strictEqual(answer(url), url)
  })

  it.each([
    ["", "not a URL"],
    ["example.com/hook", "not a URL"],
    ["//example.com", "not a URL"],
    ["https://", "not a URL"],
    ["https:///hook", "not a URL"],
    ["https:example.com", "not a URL"],
    [" https://example.com", "not a URL"],
    ["mailto:ada@example.com", "not a URL"],
    ["http://example.com", "not HTTPS"],
    ["HTTP://example.com", "not HTTPS"],
    ["httpss://example.com", "not HTTPS"],
    ["wss://example.com", "not HTTPS"],
    ["file://host/etc/passwd", "not HTTPS"],
    ["https://ada@example.com", "has credentials"],
    ["https://ada:secret@example.com/hook", "has credentials"],
    ["https://:@example.com", "has credentials"],
    ["https://example.com\\@internal/", "has credentials"],
    [`${longest}x`, "too long"]
  ])("refuses %s: %s", (url, reason) => {
    assert.strictEqual(answer(url), reason)
  })

  it("allows 2 048 characters", () => {
    assert.strictEqual(longest.length, 2_048)
  })

  it.prop(
    "refuses every other scheme",
    { scheme: Schema.String.check(Schema.isPattern(/^[a-z]{1,8}$/)) },
    ({ scheme }) => {
      assert.strictEqual(answer(`${scheme}://example.com/`), scheme === "https" ? "https://example.com/" : "not HTTPS")
    }
  )
})

describe("checkEventTypes", () => {
  it.prop(
    "returns every name once, in the given order",
    { names: Schema.NonEmptyArray(SubscribableType) },
    ({ names }) => {
      assert.deepStrictEqual(checkEventTypes(names), checkEventTypes([...names, ...names]))
      assert.deepStrictEqual<ReadonlyArray<string>>(Result.getOrThrow(checkEventTypes(names)), [...new Set(names)])
    }
  )

  it.prop(
    "names the first unknown one",
    {
      before: Schema.Array(SubscribableType),
      unknown: Schema.String.check(Schema.isPattern(/^[a-z]{0,9}\.?$/)),
      after: Schema.Array(Schema.String)
    },
    ({ after, before, unknown }) => {
      if (unknown === "postback") return
      const error = Result.getOrThrow(Result.flip(checkEventTypes([...before, unknown, ...after])))
      assert.deepStrictEqual(error._tag === "UnknownEventType" && error.name, unknown)
    }
  )

  it.each(["Message.Sent", "message.sent ", "*", "__proto__", "toString"])("refuses %j as a name", (name) => {
    assert.isTrue(Result.isFailure(checkEventTypes([name])))
  })

  it("refuses an empty list", () => {
    assert.strictEqual(Result.getOrThrow(Result.flip(checkEventTypes([])))._tag, "NoEventTypes")
  })

  it("accepts the names of the contract, and postback", () => {
    assert.deepStrictEqual(SubscribableType.literals, [
      "message.received",
      "message.sent",
      "message.delivered",
      "message.read",
      "message.failed",
      "contact.created",
      "contact.updated",
      "conversation.opened",
      "conversation.closed",
      "postback",
      "message.reaction",
      "message.edited",
      "message.deleted",
      "message.send_failed",
      "contact.opted_in",
      "contact.opted_out",
      "contact.erased",
      "conversation.note_added",
      "conversation.note_removed",
      "conversation.assigned",
      "conversation.read",
      "conversation.unread",
      "conversation.updated",
      "account.updated",
      "webhook.failing",
      "campaign.updated"
    ])
  })
})

describe("wants", () => {
  it.prop(
    "matches the subscribed events only",
    { events: Schema.Array(SubscribableType), type: EventType },
    (given) => {
      assert.strictEqual(wants(given.events, given.type), given.events.includes(given.type))
    }
  )

  it.prop(
    "matches a postback if the subscription has postback or message.received",
    { events: Schema.Array(SubscribableType) },
    (given) => {
      const asked = given.events.includes("postback") || given.events.includes("message.received")
      assert.strictEqual(wants(given.events, "postback"), asked)
    }
  )
})
