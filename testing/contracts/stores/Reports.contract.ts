import { Arbitrary, type DateTime, Effect, HashMap, type Layer, Schema } from "effect"
import type { Conversation } from "../../../src/domain/conversations/Conversation.ts"
import { close, reopen } from "../../../src/domain/conversations/conversationActions.ts"
import {
  CampaignId,
  CampaignRecipientId,
  type ConversationId,
  type MessageId,
  type OrganizationId,
  UserId
} from "../../../src/domain/Ids.ts"
import {
  type InboxMessage,
  withContact,
  withConversation,
  withMessage
} from "../../../src/domain/inbound/InboxState.ts"
import { mergeInboxContacts } from "../../../src/domain/inbound/mergeInboxContacts.ts"
import { withReceipt } from "../../../src/domain/messages/messageReceipts.ts"
import {
  type ConversationTurn,
  conversationFacts,
  factCounters,
  placeOf,
  reportedMessage
} from "../../../src/domain/reports/conversationFacts.ts"
import {
  type ReportCounter,
  ReportMeasure,
  ReportSubject,
  bucketMillis,
  bucketOf,
  countedMessage,
  messageCounters,
  sumCounters
} from "../../../src/domain/reports/reportCounters.ts"
import { OrganizationDeletion } from "../../../src/ports/access/Organizations.ts"
import { ContactStore } from "../../../src/ports/contacts/ContactStore.ts"
import { Reports } from "../../../src/ports/reports/Reports.ts"
import { SendLedger, type SendIntent, type SendOutcome } from "../../../src/ports/sends/SendLedger.ts"
import { accepted } from "../../given/accepted.ts"
import { seconds } from "../../given/era.ts"
import { sendIntent, someone, uuid } from "../../given/given.ts"
import { savedTalk } from "../../given/givenTalk.ts"
import { changed, messageKey, newInboxContact, saidIn, talkWith } from "../../given/inbox.ts"
import { conversationOf, messageOf } from "../../given/seen.ts"
import { assert } from "../assert.ts"
import type { Runner } from "../Runner.ts"
import type { StorePorts } from "../StorePorts.ts"
import { suite } from "../Suite.ts"
import { givenConversations } from "./inbox/savingMessages.ts"

/** Seconds that messages of a history are within. */
const period = 7_200

/** The messages and the turns of conversations that a test made, whose stored state is counted again. */
interface Book {
  readonly messages: Set<MessageId>
  readonly echoes: Set<MessageId>
  readonly turns: Map<ConversationId, Array<ConversationTurn>>
  readonly hidden: Set<ConversationId>
}

const newBook = (...conversations: ReadonlyArray<ConversationId>): Book => ({
  messages: new Set(),
  echoes: new Set(),
  turns: new Map(conversations.map((id) => [id, []])),
  hidden: new Set()
})

/** The counters of all stored messages and conversations of the book. Hidden conversations are as they were before. */
const recounted = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  { echoes, hidden, messages, turns }: Book,
  former: ReadonlyMap<ConversationId, Conversation> = new Map()
) {
  const stored = (yield* Effect.forEach(messages, (id) => messageOf(organizationId, id))).flatMap(
    (found) => found ?? []
  )
  const conversations = (yield* Effect.forEach(turns.keys(), (id) => conversationOf(organizationId, id))).flatMap(
    (found) => found ?? []
  )
  return sumCounters([
    ...stored.flatMap((message) => messageCounters(countedMessage(message))),
    ...[...conversations, ...[...hidden].flatMap((id) => former.get(id) ?? [])].flatMap((conversation) =>
      factCounters(
        placeOf(conversation),
        conversationFacts({
          createdAt: conversation.createdAt.epochMilliseconds,
          hiddenAt: hidden.has(conversation.id) ? conversation.updatedAt.epochMilliseconds : null,
          turns: turns.get(conversation.id) ?? [],
          messages: stored
            .filter(({ conversationId }) => conversationId === conversation.id)
            .flatMap((message) => reportedMessage(message, echoes.has(message.id)) ?? [])
        })
      )
    )
  ])
})

const inOrder = (rows: ReadonlyArray<object>): ReadonlyArray<string> =>
  rows.map((row) => JSON.stringify(row)).toSorted()

/** Folds all changes and compares all counters within four hours after the time with those of the book. */
const equalsRecount = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  at: DateTime.Utc,
  counters: ReadonlyArray<ReportCounter>
) {
  const { fold, sums } = yield* Reports
  yield* Effect.repeat(fold(organizationId, 7), { while: (count) => count > 0 })
  const start = bucketOf(at.epochMilliseconds) - bucketMillis
  const spans = Array.from({ length: 18 }, (_, index) => ({
    start: start + index * bucketMillis,
    end: start + (index + 1) * bucketMillis
  }))
  for (const subject of ReportSubject.literals) {
    const counted = yield* sums(organizationId, { subject, measures: ReportMeasure.literals, spans })
    const expected = counters
      .filter((counter) => counter.subject === subject)
      .map(({ bin, bucket, key, measure, number }) => ({
        span: (bucket - start) / bucketMillis,
        key,
        measure,
        bin,
        number
      }))
    assert.deepStrictEqual(
      inOrder(counted.map(({ bin, key, measure, number, span }) => ({ span, key, measure, bin, number }))),
      inOrder(expected),
      subject
    )
  }
})

const Step = Schema.Struct({
  kind: Schema.Literals([
    "question",
    "echo",
    "member",
    "agent",
    "campaign",
    "refused",
    "receipt",
    "turn",
    "labels",
    "fold"
  ]),
  second: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: period - 1 })),
  pick: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 5 }))
})
const Steps = Schema.Array(Step).check(Schema.isMaxLength(25))

const notSent = {
  _tag: "NotSent",
  failure: { _tag: "Rejected", code: 131026, title: "Undeliverable", message: "No" }
} as const

/** Sends in the conversation of the known contact. */
const sent = Effect.fnUntraced(function* (
  intent: SendIntent,
  outcome: Extract<SendOutcome, { _tag: "NotSent" }> | null
) {
  const { recordOutcome, reserve } = yield* SendLedger
  const { organizationId } = intent.contact
  const reservation = yield* reserve(organizationId, intent)
  yield* recordOutcome(organizationId, intent.messageId, outcome ?? (yield* accepted(intent, reservation)), intent.at)
})

const member = UserId.make("00000000-0000-4000-8000-00000000000a")

/** Reports of a store. */
export const reportsContract = <E>(runner: Runner, name: string, ports: Layer.Layer<StorePorts, E>) =>
  suite(runner, `Reports: ${name}`, ports, (it) => {
    it.effect.prop(
      "reports: after any history the counters equal a recount of messages and conversations",
      Arbitrary.schema(Steps),
      (steps) =>
        Effect.gen(function* () {
          const { account, at, id, onPage, thread } = yield* givenConversations
          const conversationId = thread.conversation.id
          const book = newBook(conversationId, onPage.conversation.id)
          const campaign = { id: CampaignId.make(yield* uuid), recipientId: CampaignRecipientId.make(yield* uuid) }
          const reported: Array<InboxMessage> = []
          const { fold } = yield* Reports
          for (const { kind, pick, second } of steps) {
            const time = seconds(at, second)
            const current = yield* conversationOf(id, conversationId)
            if (current === null) return assert.fail("no conversation")
            switch (kind) {
              case "question":
              case "echo": {
                const written = yield* saidIn(thread, time, kind === "question" ? "inbound" : "outbound")
                yield* changed(id, time, {}, (state) => withMessage(state, written))
                book.messages.add(written.message.id)
                if (kind === "echo") book.echoes.add(written.message.id)
                reported.push(written)
                break
              }
              case "receipt": {
                const known = reported.filter(({ message }) => message.direction === "outbound")[pick]
                if (known === undefined) break
                const status = (["delivered", "read", "failed"] as const)[second % 3] ?? "read"
                const receipt = { status, at: time, failure: notSent.failure }
                for (const _ of [1, 2]) {
                  yield* changed(id, time, { messages: [messageKey(known)] }, (state) =>
                    [...HashMap.values(state.messages)].reduce(
                      (before, stored) =>
                        withMessage(before, { ...stored, message: withReceipt(stored.message, receipt) }),
                      state
                    )
                  )
                }
                break
              }
              case "turn": {
                const { conversation } =
                  current.status === "closed" ? reopen(current, time) : close(current, member, null, time)
                const { closedAt, updatedAt } = yield* savedTalk(conversation, {})
                book.turns.get(conversationId)?.push({
                  at: (closedAt ?? updatedAt).epochMilliseconds,
                  isClosed: closedAt !== null,
                  memberId: closedAt === null ? null : member
                })
                break
              }
              case "labels": {
                yield* savedTalk(current, { labels: [["a"], ["a", "b"], []][pick % 3] ?? [] })
                break
              }
              case "fold": {
                yield* fold(id, pick + 1)
                break
              }
              default: {
                if (current.status === "closed") break
                const intent = yield* sendIntent(id, account.id, {
                  at: time,
                  phone: someone,
                  type: pick % 2 === 0 ? "template" : "text"
                })
                yield* sent(
                  {
                    ...intent,
                    ...(kind === "member" && { member }),
                    ...((kind === "agent" || kind === "refused") && { agent: "Bot" }),
                    ...(kind === "campaign" && { campaign })
                  },
                  kind === "refused" ? notSent : null
                )
                book.messages.add(intent.messageId)
              }
            }
          }
          yield* equalsRecount(id, at, yield* recounted(id, book))
        }),
      { runs: 8 }
    )

    it.effect("reports: conversations that merge are counted as one", () =>
      Effect.gen(function* () {
        const { account, at, id, needs, onPage, person, thread } = yield* givenConversations
        const other = yield* newInboxContact(account, seconds(at, 1), [{ kind: "whatsapp", value: "other" }])
        const gone = yield* talkWith(account, other, seconds(at, 2))
        const written = [
          yield* saidIn(thread, seconds(at, 10), "inbound"),
          yield* saidIn(gone, seconds(at, 5), "inbound"),
          yield* saidIn(gone, seconds(at, 1_200), "outbound")
        ]
        const both = { identities: [...needs.identities, ...other.identities] }
        yield* changed(id, at, needs, (state) =>
          written.reduce(withMessage, withConversation(withContact(state, other), gone))
        )
        const { fold } = yield* Reports
        yield* fold(id, 100)
        yield* changed(id, at, both, (state) => {
          const [one, ...others] = [...HashMap.values(state.contacts)]
          return one === undefined ? state : mergeInboxContacts(state, [one, ...others], at)
        })
        const book = newBook(thread.conversation.id, onPage.conversation.id, gone.conversation.id)
        for (const { message } of written) book.messages.add(message.id)
        book.echoes.add(written[2]?.message.id ?? assert.fail("no message"))
        yield* equalsRecount(id, at, yield* recounted(id, book))
        assert.isNull(yield* conversationOf(id, gone.conversation.id))
        assert.isNotNull(person)
      })
    )

    it.effect("reports: an open conversation of a deleted contact is not open any more", () =>
      Effect.gen(function* () {
        const { at, id, onPage, person, thread } = yield* givenConversations
        const written = yield* saidIn(thread, seconds(at, 10), "inbound")
        yield* changed(id, at, {}, (state) => withMessage(state, written))
        const { fold, sums } = yield* Reports
        yield* fold(id, 100)
        const levels = {
          subject: "overview",
          measures: ["open", "waiting"],
          spans: [{ start: 0, end: seconds(at, period).epochMilliseconds }]
        } as const
        assert.lengthOf(yield* sums(id, levels), 2)
        yield* (yield* ContactStore).remove(id, person.contact.id)
        yield* fold(id, 100)
        assert.deepStrictEqual(yield* sums(id, levels), [])
        const opened = yield* sums(id, { ...levels, measures: ["opened", "received"] })
        assert.deepStrictEqual(
          inOrder(opened.map(({ measure, number }) => ({ measure, number }))),
          inOrder([
            { measure: "opened", number: 2 },
            { measure: "received", number: 1 }
          ])
        )
        assert.isNull(yield* conversationOf(id, onPage.conversation.id))
      })
    )

    it.effect("reports: a send that the platform reported before its outcome is counted once", () =>
      Effect.gen(function* () {
        const { account, at, id, onPage, thread } = yield* givenConversations
        const { recordOutcome, reserve } = yield* SendLedger
        const question = yield* saidIn(thread, seconds(at, 10), "inbound")
        const intent = { ...(yield* sendIntent(id, account.id, { at: seconds(at, 60), phone: someone })), member }
        const reservation = yield* reserve(id, intent)
        const outcome = yield* accepted(intent, reservation)
        const { platformMessageId } = outcome
        const echo = yield* saidIn(thread, seconds(at, 61), "outbound", { platformMessageId })
        yield* changed(id, at, {}, (state) => [question, echo].reduce(withMessage, state))
        const { fold } = yield* Reports
        yield* fold(id, 100)
        yield* recordOutcome(id, intent.messageId, outcome, intent.at)
        const book = newBook(thread.conversation.id, onPage.conversation.id)
        book.messages.add(intent.messageId).add(question.message.id).add(echo.message.id)
        yield* equalsRecount(id, at, yield* recounted(id, book))
        assert.isNull(yield* messageOf(id, echo.message.id))
      })
    )

    it.effect("reports: those of a deleted organization are deleted, those of another one stay", () =>
      Effect.gen(function* () {
        const tenants = [yield* givenConversations, yield* givenConversations] as const
        const { fold, foldAny, sums } = yield* Reports
        yield* foldAny(1_000)
        for (const { at, id, thread } of tenants) {
          const written = yield* saidIn(thread, at, "inbound")
          yield* changed(id, at, {}, (state) => withMessage(state, written))
          yield* fold(id, 100)
        }
        const [{ at, id }, other] = tenants
        const all = {
          subject: "overview",
          measures: ReportMeasure.literals,
          spans: [{ start: 0, end: seconds(at, period).epochMilliseconds }]
        } as const
        const { begin, deleteRows } = yield* OrganizationDeletion
        yield* begin(id, at)
        while ((yield* deleteRows(id)) > 0) yield* Effect.yieldNow
        assert.deepStrictEqual(yield* sums(id, all), [])
        assert.lengthOf(yield* sums(other.id, all), 4)
      })
    )
  })
