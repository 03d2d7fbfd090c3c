import { Effect } from "effect"
import { personIdentity } from "../../../../src/domain/contacts/ContactIdentity.ts"
import { withMessage } from "../../../../src/domain/inbound/InboxState.ts"
import { expiredFailure, type MessageFailure } from "../../../../src/domain/messages/Message.ts"
import { unstarted } from "../../../../src/domain/messages/unread.ts"
import { ContactStore } from "../../../../src/ports/contacts/ContactStore.ts"
import { type SendIntent, SendLedger } from "../../../../src/ports/sends/SendLedger.ts"
import { accepted } from "../../../given/accepted.ts"
import { seconds } from "../../../given/era.ts"
import { givenSender } from "../../../given/given.ts"
import { givenPage } from "../../../given/givenPage.ts"
import { changed, saidIn } from "../../../given/inbox.ts"
import { contactOf, conversationOf, eventTypesOf, messageOf, pendingMessage, usedBy } from "../../../given/seen.ts"
import { sendOff } from "../../../given/sendOff.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { assert } from "../../assert.ts"
import type { Tests } from "../../Suite.ts"

const lost: MessageFailure = { _tag: "OutcomeUnknown", detail: "connection lost: after 3 s" }
const rejected: MessageFailure = { _tag: "Rejected", code: 10900, title: "", message: "Activity already replied to" }

/** A reserved private reply to a comment of the person on a Page. */
const givenReply = Effect.fnUntraced(function* (later = 0) {
  const sender = yield* givenSender()
  const page = yield* givenPage(sender.id, sender.at)
  const identity = personIdentity("messenger", page.account, "psid")
  const person = { identity, peer: "psid" }
  const replyTo = Effect.fnUntraced(function* (commentId: string, delay: number) {
    const content = { text: "Hello", comment_id: commentId }
    const sent = yield* page.intentTo(commentId, { content }, delay)
    const intent: SendIntent = { ...sent, identity: null }
    const reservation = yield* (yield* SendLedger).reserve(sender.id, intent)
    const outcome = { ...(yield* accepted(intent, reservation)), person }
    return { intent, outcome, reservation, pending: pendingMessage(intent, reservation) }
  })
  return { ...sender, page, identity, replyTo, ...(yield* replyTo("post_1", later)) }
})

/** Private replies, whose recipient only the platform's answer names (contract: Private replies). */
export const commenters = (it: Tests<StorePorts>) => {
  it.effect("private replies: the author becomes the contact of the message with the outcome", () =>
    Effect.gen(function* () {
      const { at, id, identity, intent, outcome, pending } = yield* givenReply()
      assert.deepStrictEqual(yield* messageOf(id, pending.id), pending)
      assert.strictEqual(pending.peer, "post_1")
      assert.deepStrictEqual(yield* eventTypesOf(id), [])

      const located = yield* (yield* SendLedger).recordOutcome(id, pending.id, outcome, at)

      const { contact, conversation } = intent
      assert.deepStrictEqual(located, { contactId: contact.id, conversationId: conversation.id })
      assert.deepStrictEqual(yield* (yield* ContactStore).identities(id, contact.id), [identity])
      assert.strictEqual((yield* conversationOf(id, conversation.id))?.contactId, contact.id)
      assert.deepStrictEqual(yield* messageOf(id, pending.id), {
        ...pending,
        peer: "psid",
        status: "sent",
        platformMessageId: outcome.platformMessageId
      })
      assert.deepStrictEqual(yield* eventTypesOf(id), ["contact.created", "conversation.opened", "message.sent"])
      assert.strictEqual(yield* usedBy(id, at), 1)
    })
  )

  it.effect("private replies: the open conversation of a known author gets the message", () =>
    Effect.gen(function* () {
      const { at, id, outcome, page, pending } = yield* givenReply(1)
      const known = yield* sendOff(id, yield* page.intentTo("psid"))
      const events = yield* eventTypesOf(id)

      assert.deepStrictEqual(yield* (yield* SendLedger).recordOutcome(id, pending.id, outcome, seconds(at, 2)), known)

      const { contactId, conversationId, peer } = (yield* messageOf(id, pending.id)) ?? {}
      assert.deepStrictEqual([contactId, conversationId, peer], [known.contactId, known.conversationId, "psid"])
      assert.sameMembers([...(yield* eventTypesOf(id))], [...events, "message.sent"])
    })
  )

  it.effect("private replies: an unknown outcome creates nobody, and a later acceptance creates the author", () =>
    Effect.gen(function* () {
      const { at, id, identity, intent, outcome, pending } = yield* givenReply()
      const { recordOutcome } = yield* SendLedger

      yield* recordOutcome(id, pending.id, { _tag: "Unknown", failure: lost }, at)

      assert.isNull(yield* contactOf(id, intent.contact.id))
      assert.isNull(yield* conversationOf(id, intent.conversation.id))
      assert.deepStrictEqual(yield* eventTypesOf(id), [])
      assert.strictEqual((yield* messageOf(id, pending.id))?.status, "failed")
      assert.strictEqual(yield* usedBy(id, at), 1)

      const located = yield* recordOutcome(id, pending.id, outcome, seconds(at, 5))

      assert.deepStrictEqual(located, { contactId: intent.contact.id, conversationId: intent.conversation.id })
      assert.deepStrictEqual(yield* (yield* ContactStore).identities(id, intent.contact.id), [identity])
      assert.strictEqual((yield* messageOf(id, pending.id))?.status, "sent")
      assert.deepStrictEqual(yield* eventTypesOf(id), ["contact.created", "conversation.opened", "message.sent"])
      assert.isNull(yield* recordOutcome(id, pending.id, outcome, seconds(at, 6)))
    })
  )

  it.effect("private replies: a refusal creates nobody and returns the unit", () =>
    Effect.gen(function* () {
      for (const _tag of ["NotSent", "NoRecipient"] as const) {
        const { at, id, intent, outcome, pending } = yield* givenReply()
        const { recordOutcome } = yield* SendLedger
        yield* recordOutcome(id, pending.id, { _tag, failure: rejected }, at)
        assert.isNull(yield* contactOf(id, intent.contact.id))
        assert.deepStrictEqual(yield* eventTypesOf(id), [])
        assert.strictEqual(yield* usedBy(id, at), 0)
        assert.isNull(yield* recordOutcome(id, pending.id, outcome, seconds(at, 5)))
      }
    })
  )

  it.effect("private replies: an expired one creates nobody, and a late answer still counts", () =>
    Effect.gen(function* () {
      const { at, id, intent, outcome, pending } = yield* givenReply()
      const { expire, recordOutcome } = yield* SendLedger
      assert.isAtLeast(yield* expire(seconds(at, 1), seconds(at, 9), 100), 1)
      assert.deepStrictEqual((yield* messageOf(id, pending.id))?.failure, expiredFailure)
      assert.deepStrictEqual(yield* eventTypesOf(id), [])
      yield* recordOutcome(id, pending.id, outcome, seconds(at, 10))
      assert.isNotNull(yield* contactOf(id, intent.contact.id))
    })
  )

  it.effect("private replies: an answer after the platform's report joins the contact of the report", () =>
    Effect.gen(function* () {
      const { at, id, outcome, page, pending } = yield* givenReply()
      const known = yield* page.intentTo("psid", {}, 1)
      const reservation = yield* sendOff(id, known)
      const conversation = { ...known.conversation, id: reservation.conversationId, contactId: reservation.contactId }
      const echo = yield* saidIn({ conversation, ...unstarted, isRecounted: false }, seconds(at, 1), "outbound", {
        platformMessageId: outcome.platformMessageId,
        type: "text",
        content: { text: "Hello" }
      })
      yield* changed(id, at, {}, (state) => withMessage(state, { ...echo, raw: { told: true } }))

      const located = yield* (yield* SendLedger).recordOutcome(id, pending.id, outcome, seconds(at, 9))

      assert.deepStrictEqual(located, reservation)
      assert.isNull(yield* messageOf(id, echo.message.id))
      assert.strictEqual((yield* messageOf(id, pending.id))?.peer, "psid")
    })
  )

  it.effect("private replies: parallel answers to comments of one person create one contact", () =>
    Effect.gen(function* () {
      const { at, id, replyTo } = yield* givenReply()
      const { recordOutcome } = yield* SendLedger
      const replies = yield* Effect.forEach([1, 2, 3, 4, 5, 6, 7, 8], (ordinal) =>
        replyTo(`post_${ordinal + 1}`, ordinal)
      )
      const located = yield* Effect.forEach(
        replies,
        ({ outcome, pending }) => recordOutcome(id, pending.id, outcome, seconds(at, 20)),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(new Set(located.map((one) => one?.contactId)).size, 1)
      assert.strictEqual(new Set(located.map((one) => one?.conversationId)).size, 1)
      const types: ReadonlyArray<string> = yield* eventTypesOf(id)
      assert.lengthOf(
        types.filter((type) => type === "contact.created"),
        1
      )
      assert.lengthOf(
        types.filter((type) => type === "message.sent"),
        8
      )
    })
  )
}
