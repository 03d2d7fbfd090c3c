import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import * as Emulated from "../../emulator/Emulator.ts"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import * as GraphProfiles from "../../src/adapters/meta/client/GraphProfiles.ts"
import * as GraphAgent from "../../src/adapters/outbound/GraphAgent.ts"
import { isProfileRefused } from "../../src/domain/inbound/ProfileLookup.ts"
import type { ConnectedAccount } from "../../src/ports/access/ChannelAccounts.ts"
import { Profiles } from "../../src/ports/inbound/InboundQueue.ts"
import { control } from "../emulator/platform.ts"
import { account, call, follower, linked, otherPage, page, seed } from "../emulator/pages.ts"
import { instagramAccount, pageAccount } from "./graph.ts"

const ada = "2711636948859886"

const known = (of: ConnectedAccount, externalId: string, token: string): ConnectedAccount => ({
  account: { ...of.account, externalId },
  token: Redacted.make(token)
})
const onPage = known(pageAccount, page.id, page.accessToken)
const overPage = known(instagramAccount(page.id), linked.id, linked.accessToken)
const byLogin = known(instagramAccount(null), account.id, account.accessToken)

/** The adapter, asking the emulator over HTTP. */
const asking = Layer.unwrap(
  Effect.map(Emulated.Emulator, ({ url }) =>
    GraphProfiles.layer({ graphUrl: url, instagramGraphUrl: url, version: "v23.0" })
  )
).pipe(
  Layer.provideMerge(GraphAgent.layer),
  Layer.provideMerge(Memory.layer()),
  Layer.provideMerge(Emulated.layer({ host: "127.0.0.1", port: 0, seed }))
)

const nameOf = (from: ConnectedAccount, personId: string) =>
  Effect.flatMap(Profiles, (profiles) => profiles.nameOf(from, personId))

const does = Effect.fnUntraced(function* (request: object) {
  const { status } = yield* control("POST", "inbound", { type: "text", text: "Hi", ...request })
  assert.strictEqual(status, 200)
})

describe("profiles of the emulated platform", () => {
  it.effect("emulated profiles: a Messenger person has a name", () =>
    Effect.gen(function* () {
      yield* does({ channel: "messenger", from: ada })
      assert.strictEqual(yield* nameOf(onPage, ada), `Person ${ada}`)
      yield* does({ channel: "messenger", from: ada, name: "Ada King Lovelace" })
      assert.strictEqual(yield* nameOf(onPage, ada), "Ada King Lovelace")
      yield* does({ channel: "messenger", from: "7", name: "Eve", type: "echo" })
      assert.strictEqual(yield* nameOf(onPage, "7"), "Eve")
    }).pipe(Effect.provide(asking))
  )

  it.effect.each([
    [overPage, linked],
    [byLogin, account]
  ] as const)("emulated profiles: an Instagram person has a name over a Page and by login (%#)", ([from, { id: to }]) =>
    Effect.gen(function* () {
      const person = { channel: "instagram", to, from: ada }
      yield* does({ ...person, username: "ada.l" })
      assert.strictEqual(yield* nameOf(from, ada), "ada.l")
      yield* does({ ...person, name: "Ada Lovelace" })
      assert.strictEqual(yield* nameOf(from, ada), "Ada Lovelace")
      yield* does({ ...person, username: "countess" })
      assert.strictEqual(yield* nameOf(from, ada), "Ada Lovelace")
      const token = Redacted.value(from.token)
      const { body } = yield* call("GET", `/v23.0/${ada}?fields=name,username`, undefined, token)
      assert.deepStrictEqual(body, { name: "Ada Lovelace", username: "countess", id: ada })
      const listed = yield* call(
        "GET",
        `/v23.0/me/conversations?platform=instagram&fields=participants`,
        undefined,
        token
      )
      assert.include(JSON.stringify(listed.body), `{"username":"countess","id":"${ada}"}`)
    }).pipe(Effect.provide(asking))
  )

  it.effect("emulated profiles: names come from the seed", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* nameOf(overPage, follower), "000_kaua000")
    }).pipe(Effect.provide(asking))
  )

  it.effect("emulated profiles: a profile is visible only to the accounts of a conversation with a valid token", () =>
    Effect.gen(function* () {
      yield* does({ channel: "messenger", from: ada, name: "Ada" })
      const other = known(pageAccount, otherPage.id, otherPage.accessToken)
      const refused = yield* Effect.flip(nameOf(other, ada))
      assert.deepInclude(refused, { _tag: "PlatformRejected", code: 100, subcode: 33 })
      assert.isTrue(isProfileRefused(refused))
      const stranger = yield* Effect.flip(nameOf(known(pageAccount, page.id, "EAAnobody"), ada))
      assert.deepInclude(stranger, { _tag: "PlatformRejected", code: 190 })
    }).pipe(Effect.provide(asking))
  )
})
