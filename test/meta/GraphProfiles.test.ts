import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import * as GraphProfiles from "../../src/adapters/meta/client/GraphProfiles.ts"
import { NotConnected } from "../../src/adapters/outbound/HttpFailure.ts"
import { isProfileRefused } from "../../src/domain/inbound/ProfileLookup.ts"
import { ChannelAccounts, type ConnectedAccount } from "../../src/ports/access/ChannelAccounts.ts"
import { Profiles } from "../../src/ports/inbound/InboundQueue.ts"
import { givenAccount, givenOrganization } from "../../testing/given/given.ts"
import { type Answer, answeredInTurn, refuses, says } from "./cannedAgent.ts"
import { account, instagramAccount, pageAccount } from "./graph.ts"

const psid = "2711636948859886"

/** The adapter on a platform that answers so. */
const asking = (...answers: ReadonlyArray<Answer>) => {
  const { asked, calls, layer: agent } = answeredInTurn(...answers)
  const layer = GraphProfiles.layer({
    graphUrl: "https://graph.facebook.com",
    instagramGraphUrl: "https://graph.instagram.com",
    version: "v23.0"
  }).pipe(Layer.provide(agent), Layer.provideMerge(Memory.layer()))
  const nameOf = (from: ConnectedAccount, personId = psid) =>
    Effect.flatMap(Profiles, (profiles) => profiles.nameOf(from, personId)).pipe(Effect.provide(layer))
  return { asked, calls, layer, nameOf }
}

/** The name that results from this profile. */
const called = (profile: object, from = pageAccount) => asking(says({ id: psid, ...profile })).nameOf(from)

describe("Messenger profiles", () => {
  it.effect("profiles: a Messenger person is requested with the Page's token", () =>
    Effect.gen(function* () {
      const { asked, calls, nameOf } = asking(says({ name: "Ada King Lovelace", id: psid }))
      assert.strictEqual(yield* nameOf(pageAccount), "Ada King Lovelace")
      assert.deepStrictEqual(asked(), [`GET https://graph.facebook.com/v23.0/${psid}?fields=first_name,last_name,name`])
      assert.deepStrictEqual(calls[0]?.headers, {
        authorization: "Bearer EAApage",
        "user-agent": "effect-parley/0.1.0"
      })
      assert.isNull(calls[0]?.body)
    })
  )

  it.effect("profiles: an id cannot change the request's path", () =>
    Effect.gen(function* () {
      const { calls, nameOf } = asking(says({ id: 7, name: "Ada" }))
      assert.strictEqual(yield* nameOf(pageAccount, "me/../a?b"), "Ada")
      assert.strictEqual(
        calls[0]?.url,
        "https://graph.facebook.com/v23.0/me%2F..%2Fa%3Fb?fields=first_name%2Clast_name%2Cname"
      )
    })
  )
})

describe("Instagram profiles", () => {
  it.effect.each([
    [instagramAccount("1"), "graph.facebook.com", "EAApage"],
    [instagramAccount(null), "graph.instagram.com", "IGAAlogin"]
  ] as const)("profiles: an Instagram person is requested on the account's own host (%#)", ([from, host, token]) =>
    Effect.gen(function* () {
      const { asked, calls, nameOf } = asking(says({ name: "Ada", username: "ada.l", id: psid }))
      assert.strictEqual(yield* nameOf(from), "Ada")
      assert.deepStrictEqual(asked(), [`GET https://${host}/v23.0/${psid}?fields=name,username`])
      assert.strictEqual(calls[0]?.headers["authorization"], `Bearer ${token}`)
    })
  )
})

describe("WhatsApp profiles", () => {
  it.effect("profiles: a WhatsApp person is not requested", () =>
    Effect.gen(function* () {
      const { asked, nameOf } = asking()
      assert.isNull(yield* nameOf(account))
      assert.deepStrictEqual(asked(), [])
    })
  )
})

describe("profile names", () => {
  it.effect.each([
    [{ name: "Ada", first_name: "A.", last_name: "L.", username: "ada.l" }, "Ada"],
    [{ first_name: "Ada", last_name: "Lovelace", username: "ada.l" }, "Ada Lovelace"],
    [{ first_name: " Ada ", last_name: "", username: "ada.l" }, "Ada"],
    [{ last_name: "Lovelace" }, "Lovelace"],
    [{ name: "  ", username: "ada.l" }, "ada.l"],
    [{ name: 7, first_name: null, last_name: [], username: "ada.l" }, "ada.l"],
    [{ name: "" }, null],
    [{}, null],
    [{ name: "Ada\u0000 \ud800" }, "Ada\ufffd \ufffd"],
    [{ name: "é".repeat(600) }, "é".repeat(512)]
  ] as const)("profiles: the name is read from %j", ([profile, name]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* called(profile), name)
      assert.strictEqual(yield* called(profile, instagramAccount(null)), name)
    })
  )
})

describe("missing profiles", () => {
  const failureOf = (answer: Answer, from = pageAccount) => Effect.flip(asking(answer, answer).nameOf(from))

  it.effect("profiles: a person that the account may not read is a rejection", () =>
    Effect.gen(function* () {
      const gone = yield* failureOf(says({ error: { code: 100, error_subcode: 33, message: "no object" } }, 400))
      assert.deepInclude(gone, { _tag: "PlatformRejected", code: 100, subcode: 33 })
      for (const code of [10, 200, 230, 551]) assert.isTrue(isProfileRefused(yield* failureOf(refuses(code))))
      assert.isTrue(isProfileRefused(yield* failureOf(says({ error: { code: 100, message: "no" }, id: psid }, 400))))
    })
  )

  it.effect("profiles: an unreadable answer is retried later", () =>
    Effect.gen(function* () {
      for (const answer of [
        says({ error: { code: 4, message: "too many" } }, 200),
        says("bad gateway", 502),
        says({ name: "Ada" }),
        Effect.fail(new NotConnected({ reason: "connection refused", detail: "ECONNREFUSED" }))
      ]) {
        assert.isFalse(isProfileRefused(yield* failureOf(answer)))
      }
    })
  )

  it.effect("profiles: a refused token marks the account for reconnection, and other failures do not", () =>
    Effect.gen(function* () {
      const problemAfter = (answer: Answer) =>
        Effect.gen(function* () {
          const { id } = yield* givenOrganization()
          const token = Redacted.make("EAApage")
          const own = yield* givenAccount(id, { channel: "messenger", businessAccountId: null, token })
          const { nameOf } = yield* Profiles
          yield* Effect.exit(nameOf({ account: own, token }, psid))
          return (yield* (yield* ChannelAccounts).list).map(({ problem }) => problem?.code ?? null)
        }).pipe(Effect.provide(asking(answer, answer).layer))
      assert.deepStrictEqual(yield* problemAfter(refuses(190)), [190])
      assert.deepStrictEqual(yield* problemAfter(refuses(230)), [null])
      assert.deepStrictEqual(yield* problemAfter(says({ id: psid })), [null])
    })
  )
})
