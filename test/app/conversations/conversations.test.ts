import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import {
  getConversation,
  listChannelConversations,
  listConversations
} from "../../../src/app/conversations/conversations.ts"
import { ConversationId } from "../../../src/domain/Ids.ts"
import type { SessionAccess } from "../../../src/domain/access/SessionAccess.ts"
import { uuid } from "../../../testing/given/given.ts"
import { givenPage } from "../../../testing/given/givenPage.ts"
import { teamWorld, givenConversation, givenTeam } from "./supportTeam.ts"
import { sendOff } from "../../../testing/given/sendOff.ts"

const all = { page: 1, limit: 100 }
const any = { channel: null, status: null, assigneeId: null, contactId: null, search: null }

/** A conversation of nobody, one of Ada's, one of Bob's that is closed, and one of Bob's on Messenger. */
const givenFour = Effect.gen(function* () {
  const team = yield* givenTeam
  const nobodys = yield* givenConversation(team)
  const adas = yield* givenConversation(team, { assigneeId: team.ada.user.id }, 1)
  const bobs = yield* givenConversation(team, { assigneeId: team.bob.user.id, status: "closed" }, 2)
  const page = yield* givenPage(team.id, team.at)
  const direct = yield* page.intentTo("psid", { conversation: { assigneeId: team.bob.user.id } }, 3)
  yield* sendOff(team.id, direct)
  return { ...team, direct: direct.conversation.id, bobs: bobs.id, adas: adas.id, nobodys: nobodys.id }
})

const idsSeen = Effect.fnUntraced(function* (
  access: SessionAccess,
  filter: Partial<Parameters<typeof listConversations>[1]> = {}
) {
  const { rows, total } = yield* listConversations(access, { ...any, ...filter }, all)
  assert.strictEqual(total, rows.length)
  return rows.map(({ conversation }) => conversation.id)
})

describe("listConversations", () => {
  it.effect("returns all conversations of every channel to a member of wide scope", () =>
    Effect.gen(function* () {
      const { adas, bobs, direct, grace, nobodys, owner, service } = yield* givenFour
      for (const access of [service, owner.access, grace.access]) {
        assert.deepStrictEqual(yield* idsSeen(access), [direct, bobs, adas, nobodys])
      }
    }).pipe(Effect.provide(teamWorld))
  )

  it.effect("returns only own and unassigned conversations to an agent of narrow scope, with any filter", () =>
    Effect.gen(function* () {
      const { ada, adas, bob, bobs, direct, nobodys } = yield* givenFour
      assert.deepStrictEqual(yield* idsSeen(ada.access), [adas, nobodys])
      assert.deepStrictEqual(yield* idsSeen(bob.access), [direct, bobs, nobodys])
      assert.deepStrictEqual(yield* idsSeen(ada.access, { assigneeId: bob.user.id }), [])
      assert.deepStrictEqual(yield* idsSeen(ada.access, { status: "closed" }), [])
    }).pipe(Effect.provide(teamWorld))
  )

  it.effect("applies the filter, and returns pages", () =>
    Effect.gen(function* () {
      const { adas, bob, bobs, direct, nobodys, owner } = yield* givenFour
      assert.deepStrictEqual(yield* idsSeen(owner.access, { status: "closed" }), [bobs])
      assert.deepStrictEqual(yield* idsSeen(owner.access, { status: "open" }), [direct, adas, nobodys])
      assert.deepStrictEqual(yield* idsSeen(owner.access, { channel: "messenger" }), [direct])
      assert.deepStrictEqual(yield* idsSeen(owner.access, { assigneeId: bob.user.id }), [direct, bobs])
      assert.deepStrictEqual(yield* idsSeen(owner.access, { status: "open", assigneeId: bob.user.id }), [direct])
      const { rows, total } = yield* listConversations(owner.access, any, { page: 2, limit: 3 })
      assert.deepStrictEqual([total, ...rows.map(({ conversation }) => conversation.id)], [4, nobodys])
    }).pipe(Effect.provide(teamWorld))
  )
})

describe("listChannelConversations", () => {
  it.effect("returns the conversations of a channel, with any assignee", () =>
    Effect.gen(function* () {
      const { adas, bobs, direct, id, nobodys } = yield* givenFour
      const listed = (channel: "whatsapp" | "messenger" | "instagram") =>
        Effect.map(listChannelConversations(id, channel, all), ({ rows }) =>
          rows.map(({ conversation }) => conversation.id)
        )
      assert.deepStrictEqual(
        [yield* listed("whatsapp"), yield* listed("messenger"), yield* listed("instagram")],
        [[bobs, adas, nobodys], [direct], []]
      )
    }).pipe(Effect.provide(teamWorld))
  )
})

describe("getConversation", () => {
  it.effect("returns a conversation with its assignee, its contact and the time of its first message", () =>
    Effect.gen(function* () {
      const team = yield* givenTeam
      const { ada, at } = team
      const conversation = yield* givenConversation(team, { assigneeId: ada.user.id })
      const detail = yield* getConversation(ada.access, conversation.id)
      assert.deepStrictEqual(detail.conversation, conversation)
      assert.deepStrictEqual(detail.assignee, ada.user)
      assert.deepStrictEqual(detail.firstMessageAt, at)
      assert.strictEqual(detail.contact.id, conversation.contactId)
    }).pipe(Effect.provide(teamWorld))
  )

  it.effect("refuses another member's conversation to an agent of narrow scope", () =>
    Effect.gen(function* () {
      const { ada, adas, bob, bobs, direct, nobodys } = yield* givenFour
      const seen = (access: SessionAccess) =>
        Effect.forEach([adas, bobs, direct, nobodys], (id) =>
          getConversation(access, id).pipe(
            Effect.map(() => "shown"),
            Effect.catchTags({
              Forbidden: ({ _tag }) => Effect.succeed(_tag),
              ConversationNotFound: ({ _tag }) => Effect.succeed(_tag)
            })
          )
        )
      assert.deepStrictEqual(yield* seen(ada.access), ["shown", "Forbidden", "Forbidden", "shown"])
      assert.deepStrictEqual(yield* seen(bob.access), ["Forbidden", "shown", "shown", "shown"])
    }).pipe(Effect.provide(teamWorld))
  )

  it.effect("does not find an unknown conversation or one of another organization", () =>
    Effect.gen(function* () {
      const { bobs, direct } = yield* givenFour
      const globex = yield* givenTeam
      const notFound = (access: SessionAccess, id: ConversationId) =>
        Effect.map(Effect.flip(getConversation(access, id)), ({ _tag }) => _tag)
      for (const id of [bobs, direct, ConversationId.make(yield* uuid)]) {
        for (const access of [globex.ada.access, globex.service]) {
          assert.strictEqual(yield* notFound(access, id), "ConversationNotFound")
        }
      }
    }).pipe(Effect.provide(teamWorld))
  )
})
