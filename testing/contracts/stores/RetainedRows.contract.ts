import { type DateTime, Effect, type Layer, Option } from "effect"
import type { Retention } from "../../../src/domain/access/Retention.ts"
import { type ConversationId, MediaId, NoteId, type OrganizationId } from "../../../src/domain/Ids.ts"
import { withConversation, withMessage } from "../../../src/domain/inbound/InboxState.ts"
import { isUnread, unstarted } from "../../../src/domain/messages/unread.ts"
import { ConversationNotes, ConversationStore } from "../../../src/ports/conversations/ConversationStore.ts"
import { MediaLibrary } from "../../../src/ports/media/MediaLibrary.ts"
import { MessageStore } from "../../../src/ports/messages/MessageStore.ts"
import { Organizations } from "../../../src/ports/access/Organizations.ts"
import { RetainedRows } from "../../../src/ports/access/RetainedRows.ts"
import { nextEra, seconds } from "../../given/era.ts"
import { givenOrganization, givenSender, uuid } from "../../given/given.ts"
import { changed, saidIn } from "../../given/inbox.ts"
import { someMedia } from "../../given/givenMedia.ts"
import { givenTalk } from "../../given/givenTalk.ts"
import type { StorePorts } from "../StorePorts.ts"
import { assert } from "../assert.ts"
import type { Runner } from "../Runner.ts"
import { suite } from "../Suite.ts"
import { givenConversations } from "./inbox/savingMessages.ts"

const given = Effect.gen(function* () {
  const sender = yield* givenSender()
  const { id: conversationId } = yield* givenTalk(sender)
  return { id: sender.id, conversationId, at: sender.at, now: seconds(yield* nextEra, 0) }
})

const stored = Effect.fnUntraced(function* (organizationId: OrganizationId, conversationId: ConversationId) {
  const slice = Option.getOrThrow(yield* (yield* MessageStore).list(organizationId, conversationId, 100, null))
  const conversation = Option.getOrThrow(yield* (yield* ConversationStore).find(organizationId, conversationId))
  const { unreadCount } = conversation
  const unread = slice.rows.filter(
    (row) => row.direction === "inbound" && isUnread({ createdAt: row.createdAt, learnedAt: row.createdAt }, unstarted)
  )
  assert.strictEqual(unreadCount, unread.length)
  return { ids: slice.rows.map(({ id }) => id), unread: unreadCount }
})

const days: Retention = { messagesDays: 30, mediaDays: null, notesDays: null, logsDays: 7 }

/** A time after everything that tests have stored. */
const far = (at: DateTime.Utc) => seconds(at, 4_000_000_000)

export const retainedRowsContract = <E>(runner: Runner, name: string, ports: Layer.Layer<StorePorts, E>) =>
  suite(runner, `RetainedRows: ${name}`, ports, (it) => {
    it.effect("retention: organizations with a limit are listed", () =>
      Effect.gen(function* () {
        const { id } = yield* givenOrganization()
        const { id: other } = yield* givenOrganization()
        const { changeSettings } = yield* Organizations
        yield* changeSettings(id, { retention: days })
        yield* changeSettings(other, { retention: days })
        yield* changeSettings(other, { retention: null })
        const listed = yield* (yield* RetainedRows).retentions
        const own = listed.filter(({ organizationId }) => [id, other].includes(organizationId))
        assert.deepStrictEqual(own, [{ organizationId: id, retention: days }])
      })
    )

    it.effect("retention: old messages go in batches, and unread counts are those of the messages that stay", () =>
      Effect.gen(function* () {
        const { at, id, needs, thread } = yield* givenConversations
        const other = yield* given
        const { purge } = yield* RetainedRows
        const { id: conversationId } = thread.conversation
        const now = seconds(at, 999)
        for (const second of [60, 120, 180]) {
          const one = yield* saidIn(thread, seconds(at, second), "inbound")
          yield* changed(id, at, {}, (state) => withMessage(state, one))
        }
        const recounted = { ...thread, ...unstarted, isRecounted: true }
        yield* changed(id, at, needs, (state) => withConversation(state, recounted))
        const before = yield* stored(id, conversationId)
        assert.deepStrictEqual([before.ids.length, before.unread], [3, 3])
        assert.strictEqual(yield* purge(id, "messages", at, now, 100), 0)
        assert.deepStrictEqual(yield* stored(id, conversationId), before)
        let left = before
        while (left.ids.length > 0) {
          assert.strictEqual(yield* purge(id, "messages", far(at), now, 1), 1)
          const after = yield* stored(id, conversationId)
          assert.strictEqual(after.ids.length, left.ids.length - 1)
          left = after
        }
        assert.strictEqual(left.unread, 0)
        assert.strictEqual(yield* purge(id, "messages", far(at), now, 1), 0)
        assert.lengthOf((yield* stored(other.id, other.conversationId)).ids, 1)
      })
    )

    it.effect("retention: files are discarded, and a message goes after its files", () =>
      Effect.gen(function* () {
        const { at, conversationId, id, now } = yield* given
        const { purge } = yield* RetainedRows
        const [messageId] = (yield* stored(id, conversationId)).ids
        if (messageId === undefined) return assert.fail("there is no message")
        const { addAll, find, forget } = yield* MediaLibrary
        const mediaId = MediaId.make(yield* uuid)
        yield* addAll(id, [yield* someMedia(id, { id: mediaId, messageId, createdAt: at })])
        assert.strictEqual(yield* purge(id, "media", at, now, 10), 0)
        assert.strictEqual(yield* purge(id, "messages", far(at), now, 10), 0)
        assert.isTrue(Option.isNone(yield* find(id, mediaId)))
        assert.strictEqual(yield* purge(id, "media", far(at), now, 10), 0)
        yield* forget(id, mediaId)
        assert.strictEqual(yield* purge(id, "messages", far(at), now, 10), 1)
      })
    )

    it.effect("retention: notes go", () =>
      Effect.gen(function* () {
        const { at, conversationId, id, now } = yield* given
        const { purge } = yield* RetainedRows
        const { add, list } = yield* ConversationNotes
        const note = { organizationId: id, conversationId, text: "Call", authorId: null, mentions: [], createdAt: at }
        yield* add({ ...note, id: NoteId.make(yield* uuid) })
        assert.strictEqual(yield* purge(id, "notes", at, now, 10), 0)
        assert.strictEqual(yield* purge(id, "notes", seconds(at, 1), now, 10), 1)
        assert.strictEqual((yield* list(id, conversationId, { page: 1, limit: 10 })).total, 0)
      })
    )
  })
