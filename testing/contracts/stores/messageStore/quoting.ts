import { Effect, Option, type Schema } from "effect"
import {
  type InboxMessage,
  withContact,
  withConversation,
  withMessage
} from "../../../../src/domain/inbound/InboxState.ts"
import type { PageAnchor } from "../../../../src/domain/messages/messagePage.ts"
import { messagePreview } from "../../../../src/domain/messages/messageText.ts"
import { MessageStore } from "../../../../src/ports/messages/MessageStore.ts"
import { seconds } from "../../../given/era.ts"
import { changed, newInboxContact, saidIn, talkWith } from "../../../given/inbox.ts"
import { assert } from "../../assert.ts"
import type { StorePorts } from "../../StorePorts.ts"
import type { Tests } from "../../Suite.ts"
import { givenConversations } from "../inbox/savingMessages.ts"

const answering = (reply_to: Schema.Json) => ({ content: { text: "Yes", reply_to } })

const anchorOf = (before: InboxMessage | undefined): PageAnchor | null =>
  before === undefined ? null : { side: "before", id: before.message.id }

/** Quoted messages. */
export const quoting = (it: Tests<StorePorts>) => {
  it.effect(
    "messages, quoting: lists name the quoted message of the same contact and account, in any conversation",
    () =>
      Effect.gen(function* () {
        const { account, at, thread, id, person, onPage } = yield* givenConversations
        const { list } = yield* MessageStore
        const otherContact = yield* newInboxContact(account, at, [{ kind: "whatsapp", value: "stranger" }])
        const theirs = yield* talkWith(account, otherContact, at)
        const earlier = yield* talkWith(account, person, at, { status: "closed" })
        yield* changed(
          id,
          at,
          {},
          (state) => withContact(state, otherContact),
          (state) => withConversation(state, theirs),
          (state) => withConversation(state, earlier)
        )
        const caption = "This one? ".repeat(60)
        const content = { url: "/x", caption }
        const question = yield* saidIn(thread, seconds(at, 1), "inbound", { type: "image", content })
        const others = yield* saidIn(theirs, at, "inbound")
        const elsewhere = yield* saidIn(onPage, at, "inbound")
        const answer = { message_id: question.message.platformMessageId }
        const echo = yield* saidIn(thread, seconds(at, 2), "outbound", answering(answer))
        const more = yield* saidIn(
          thread,
          seconds(at, 3),
          "inbound",
          answering({ message_id: echo.message.platformMessageId })
        )
        const nothing = yield* Effect.forEach(
          [
            { message_id: others.message.platformMessageId },
            { message_id: elsewhere.message.platformMessageId },
            { message_id: "m_unknown" },
            { message_id: 7 },
            { story: { url: "https://example.com/story" } },
            "m_text",
            null
          ],
          (quotedId, index) => saidIn(thread, seconds(at, 4 + index), "inbound", answering(quotedId))
        )
        const inEarlier = yield* saidIn(earlier, at, "outbound", { content: { text: "Welcome" } })
        const late = yield* saidIn(
          thread,
          seconds(at, 20),
          "inbound",
          answering({ message_id: inEarlier.message.platformMessageId })
        )
        // Another account may have a message with the same id.
        const namesake = yield* saidIn(onPage, seconds(at, 1), "inbound", {
          platformMessageId: question.message.platformMessageId
        })
        for (const inboxMessage of [question, others, elsewhere, echo, more, ...nothing, inEarlier, late, namesake]) {
          yield* changed(id, at, {}, (state) => withMessage(state, inboxMessage))
        }

        const quoted = (limit: number, ...before: ReadonlyArray<typeof more>) =>
          Effect.map(list(id, thread.conversation.id, limit, anchorOf(before[0])), (slice) =>
            Object.fromEntries(Option.getOrThrow(slice).quoted)
          )
        const conversationId = thread.conversation.id
        const ofEcho = {
          id: question.message.id,
          conversationId,
          direction: "inbound",
          text: messagePreview("image", content)
        }
        const ofMore = { id: echo.message.id, conversationId, direction: "outbound", text: "Yes" }
        assert.deepStrictEqual(yield* quoted(100), {
          [echo.message.id]: ofEcho,
          [more.message.id]: ofMore,
          [late.message.id]: {
            id: inEarlier.message.id,
            conversationId: earlier.conversation.id,
            direction: "outbound",
            text: "Welcome"
          }
        })
        assert.deepStrictEqual(yield* quoted(1, ...nothing), { [more.message.id]: ofMore })
        assert.deepStrictEqual(yield* quoted(1, more), { [echo.message.id]: ofEcho })
        assert.deepStrictEqual(yield* quoted(5, late), {})
        const around = yield* list(id, thread.conversation.id, 3, { side: "around", id: echo.message.id })
        assert.deepStrictEqual(Object.fromEntries(Option.getOrThrow(around).quoted), {
          [echo.message.id]: ofEcho,
          [more.message.id]: ofMore
        })
      })
  )
}
