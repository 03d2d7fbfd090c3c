import { Effect, Option } from "effect"
import { ContactStore } from "../../../../src/ports/contacts/ContactStore.ts"
import { ConversationStore } from "../../../../src/ports/conversations/ConversationStore.ts"
import { messageSearch } from "../../../../src/domain/messages/messageSearch.ts"
import { MessageStore } from "../../../../src/ports/messages/MessageStore.ts"
import { SendLedger } from "../../../../src/ports/sends/SendLedger.ts"
import { accepted } from "../../../given/accepted.ts"
import { everyConversation } from "../../../given/conversationFilters.ts"
import { givenSender } from "../../../given/given.ts"
import { givenTalk } from "../../../given/givenTalk.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { assert } from "../../assert.ts"
import type { Tests } from "../../Suite.ts"

/** Reactions of the business: messages that belong to no list (`isListed`). */
export const reacting = (it: Tests<StorePorts>) => {
  it.effect("reactions: a reaction is found by its id, and belongs to no list of its conversation", () =>
    Effect.gen(function* () {
      const sender = yield* givenSender()
      const { id, intent } = sender
      const talk = yield* givenTalk(sender, { type: "text", content: { text: "Hello 👍" } })
      const messages = yield* MessageStore
      const { findOverview } = yield* ContactStore
      const conversations = yield* ConversationStore
      const search = { pattern: messageSearch("👍") ?? "", visibleTo: null, before: null, examined: 100, limit: 10 }
      const seen = Effect.gen(function* () {
        const list = Option.getOrThrow(yield* messages.list(id, talk.id, 10, null))
        const [row] = (yield* conversations.list(id, everyConversation, { page: 1, limit: 10 })).rows
        return {
          total: list.total,
          rows: list.rows.map(({ type }) => type),
          found: (yield* messages.search(id, search)).rows.map(({ message }) => message.id),
          preview: row?.lastMessage,
          lastMessageAt: Option.getOrNull(yield* findOverview(id, talk.contactId))?.lastMessageAt
        }
      })
      const before = yield* seen
      assert.deepStrictEqual([before.total, before.found.length], [1, 1])

      const reaction = yield* intent({ type: "reaction", content: { message_id: "wamid.1", emoji: "👍" } }, 5)
      const { recordOutcome, reserve } = yield* SendLedger
      const outcome = yield* accepted(reaction, yield* reserve(id, reaction))
      yield* recordOutcome(id, reaction.messageId, outcome, reaction.at)
      assert.deepStrictEqual(yield* seen, before)
      const stored = Option.getOrNull(yield* messages.findByAnyId(id, reaction.messageId))
      assert.strictEqual(stored?.status, "sent")
      assert.strictEqual(stored?.conversationId, talk.id)
    })
  )
}
