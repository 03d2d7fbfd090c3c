import { assert, describe, it } from "@effect/vitest"
import { Array as Arr, Effect } from "effect"
import { listMessages } from "../../../src/app/messages/messages.ts"
import { ConversationId, MessageId } from "../../../src/domain/Ids.ts"
import { isSettled } from "../../../src/domain/messages/Message.ts"
import { phoneOf, uuid } from "../../../testing/given/given.ts"
import { messageOf } from "../../../testing/given/seen.ts"
import { teamWorld, givenConversation, givenTeam } from "../conversations/supportTeam.ts"
import { sendOff } from "../../../testing/given/sendOff.ts"

const newest = { limit: 50, anchor: null }

const anchorBefore = (id: MessageId | null) => id && { side: "before" as const, id }

/** A conversation of Bob's in which so many messages were said, the newest of them first. */
const givenTalk = Effect.fnUntraced(function* (count: number) {
  const team = yield* givenTeam
  const sends = yield* Effect.forEach(Arr.range(1, count), (place) =>
    team.intent(
      { phone: phoneOf(0), content: { text: `${place}` }, conversation: { assigneeId: team.bob.user.id } },
      place
    )
  )
  const reserved = yield* Effect.forEach(sends, (send) => sendOff(team.id, send))
  const ids = sends.map(({ messageId }) => messageId).toReversed()
  return { ...team, ids, conversationId: Arr.headNonEmpty(reserved).conversationId }
})

describe("listMessages", () => {
  it.effect("returns messages, the newest first", () =>
    Effect.gen(function* () {
      const { bob, conversationId, id, ids } = yield* givenTalk(3)
      const page = yield* listMessages(bob.access, conversationId, newest)
      assert.deepStrictEqual(page, {
        rows: yield* Effect.forEach(ids, (message) =>
          Effect.map(messageOf(id, message), (kept) => (kept !== null && isSettled(kept) ? kept : assert.fail()))
        ),
        quoted: new Map(),
        total: 3,
        page: 1,
        hasNext: false,
        hasPrevious: false
      })
    }).pipe(Effect.provide(teamWorld))
  )

  it.effect("can be read to the end with the last message of each page as the cursor", () =>
    Effect.gen(function* () {
      const { bob, conversationId, ids } = yield* givenTalk(7)
      for (const limit of [1, 2, 3, 7, 100]) {
        let before: MessageId | null = null
        for (const [place, chunk] of Arr.chunksOf(ids, limit).entries()) {
          const {
            quoted: _,
            rows,
            ...told
          } = yield* listMessages(bob.access, conversationId, {
            limit,
            anchor: anchorBefore(before)
          })
          assert.deepStrictEqual(
            rows.map(({ id }) => id),
            chunk
          )
          const isLast = (place + 1) * limit >= ids.length
          assert.deepStrictEqual(told, { total: 7, page: place + 1, hasNext: !isLast, hasPrevious: place > 0 })
          before = Arr.lastNonEmpty(chunk)
        }
        const after = yield* listMessages(bob.access, conversationId, { limit, anchor: anchorBefore(before) })
        const page = Math.floor(7 / limit) + 1
        assert.deepStrictEqual(after, {
          rows: [],
          quoted: new Map(),
          total: 7,
          page,
          hasNext: false,
          hasPrevious: true
        })
      }
    }).pipe(Effect.provide(teamWorld))
  )

  it.effect("rejects a cursor of another conversation", () =>
    Effect.gen(function* () {
      const { bob, conversationId, id, intent, owner } = yield* givenTalk(2)
      const elsewhere = yield* intent({ phone: phoneOf(1) }, 9)
      yield* sendOff(id, elsewhere)
      for (const before of [elsewhere.messageId, MessageId.make(yield* uuid)]) {
        for (const { access } of [bob, owner]) {
          const error = yield* Effect.flip(
            listMessages(access, conversationId, { limit: 1, anchor: anchorBefore(before) })
          )
          assert.strictEqual(error._tag, "MessageNotFound")
        }
      }
    }).pipe(Effect.provide(teamWorld))
  )

  it.effect("refuses another member's conversation to an agent of narrow scope, with or without a cursor", () =>
    Effect.gen(function* () {
      const { ada, conversationId, grace, ids, service } = yield* givenTalk(2)
      for (const before of [null, ...ids, MessageId.make(yield* uuid)]) {
        const error = yield* Effect.flip(
          listMessages(ada.access, conversationId, { limit: 1, anchor: anchorBefore(before) })
        )
        assert.strictEqual(error._tag, "Forbidden")
      }
      for (const access of [grace.access, service]) {
        assert.strictEqual((yield* listMessages(access, conversationId, newest)).total, 2)
      }
    }).pipe(Effect.provide(teamWorld))
  )

  it.effect("does not find an unknown conversation or one of another organization", () =>
    Effect.gen(function* () {
      const { ada, service } = yield* givenTeam
      const globex = yield* givenTeam
      const conversation = yield* givenConversation(globex, { assigneeId: globex.bob.user.id })
      for (const id of [conversation.id, ConversationId.make(yield* uuid)]) {
        for (const access of [ada.access, service]) {
          assert.strictEqual((yield* Effect.flip(listMessages(access, id, newest)))._tag, "ConversationNotFound")
        }
      }
    }).pipe(Effect.provide(teamWorld))
  )
})
