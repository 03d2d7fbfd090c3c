import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Conversations from "../../../emulator/messenger/Conversations.ts"
import { linked, page } from "../pages.ts"
import { does, refusal, world } from "./personSide.ts"

const psid = "2711636948859886"
const text = { from: psid, type: "text", text: "Hi" } as const
const inboxes = {
  messenger: { channel: "messenger", id: page.id, name: page.name },
  instagram: { channel: "instagram", id: linked.id, name: linked.username }
} as const

/** What the person is called after each of these. */
const profiles = Effect.fnUntraced(function* (
  channel: "messenger" | "instagram",
  ...told: ReadonlyArray<{ readonly name?: string; readonly username?: string }>
) {
  const { newestFirst } = yield* Conversations.Conversations
  return yield* Effect.forEach(
    told,
    Effect.fnUntraced(function* (profile) {
      yield* does({ ...text, channel, ...profile })
      const all = yield* newestFirst(inboxes[channel])
      const found = all.find(({ person }) => person === psid)
      return [found?.name, found?.username]
    })
  )
})

describe("a person's profile", () => {
  it.effect("on Instagram is what she says of it, a username being better than a name that was made up", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* profiles("instagram", {}, { username: "ada" }, { name: "Ada" }, {}, { username: "ada.l" }),
        [
          [`person_${psid}`, null],
          ["ada", "ada"],
          ["Ada", "ada"],
          ["Ada", "ada"],
          ["Ada", "ada.l"]
        ]
      )
    }).pipe(Effect.provide(world()))
  )

  it.effect("on Messenger has no username", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* profiles("messenger", { name: "Ada" }), [["Ada", null]])
      assert.strictEqual(
        yield* refusal({ ...text, channel: "messenger", username: "ada" }),
        "username: people of Messenger have none"
      )
    }).pipe(Effect.provide(world()))
  )

  it.effect("may be told with what the business writes elsewhere", () =>
    Effect.gen(function* () {
      yield* does({ ...text, channel: "instagram", type: "echo", name: "Ada", username: "ada" })
      const [found] = yield* (yield* Conversations.Conversations).newestFirst(inboxes.instagram)
      assert.deepStrictEqual([found?.name, found?.username, found?.unreadCount], ["Ada", "ada", 0])
    }).pipe(Effect.provide(world()))
  )
})
