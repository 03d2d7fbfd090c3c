import { assert, type Vitest } from "@effect/vitest"
import { DateTime, Effect, type Layer, Option } from "effect"
import { acceptInbound } from "../../src/app/inbound/acceptInbound.ts"
import { expireSends } from "../../src/app/sends/reserveSend.ts"
import { personIdentity, phoneContactIdentity } from "../../src/domain/contacts/ContactIdentity.ts"
import type { ChannelAccount } from "../../src/domain/conversations/Channel.ts"
import { messageSent } from "../../src/domain/webhooks/messageEvents.ts"
import { EventId, type OrganizationId, PlatformMessageId } from "../../src/domain/Ids.ts"
import { MessageStore } from "../../src/ports/messages/MessageStore.ts"
import { type SendIntent, SendLedger, type SendOutcome } from "../../src/ports/sends/SendLedger.ts"
import { givenAccount, givenOrganization, phoneOf, sendIntent, uuid } from "../../testing/given/given.ts"
import { eventsOf, messageOf, usedBy } from "../../testing/given/seen.ts"
import type { StorePorts } from "../../testing/contracts/StorePorts.ts"
import { monthOf } from "../../src/domain/limits/MonthlyLimit.ts"
import { Organizations } from "../../src/ports/access/Organizations.ts"
import { HandClock, withHandClock } from "./HandClock.ts"
import { beginning } from "./history.ts"
import { processAll, retryAll } from "./run.ts"
import type { beside } from "./world.ts"

/** How the call of the platform ended: it answered, the answer was lost, or the process died. */
const answers = ["answered", "lost", "crashed"] as const
type Answer = (typeof answers)[number]

/** What may happen after a send was reserved, in any order. */
const steps = ["answer", "expiry", "first report", "second report"] as const
type Step = (typeof steps)[number]

const permutations = <A>(all: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
  all.length === 0
    ? [[]]
    : all.flatMap((one, place) => permutations(all.toSpliced(place, 1)).map((others) => others.toSpliced(0, 0, one)))

const atSecond = (seconds: number): string => String(beginning / 1_000 + seconds)
const atMillis = (seconds: number): number => beginning + seconds * 1_000

/** A category for each status, of which the later one counts. */
const categories: Readonly<Record<string, string>> = { sent: "marketing", delivered: "utility" }

/** What the platform reports of the send: its statuses, or its echo and that it was delivered. */
const bodiesOf = (account: ChannelAccount, { messageId, peer }: SendIntent, id: string) => {
  const status = (word: string, seconds: number) => ({
    object: "whatsapp_business_account",
    entry: [
      {
        id: account.businessAccountId,
        changes: [
          {
            field: "messages",
            value: {
              metadata: { phone_number_id: account.externalId },
              statuses: [
                {
                  id,
                  status: word,
                  timestamp: atSecond(seconds),
                  recipient_id: peer,
                  pricing: { billable: word === "sent", pricing_model: "PMP", category: categories[word] },
                  biz_opaque_callback_data: messageId
                }
              ]
            }
          }
        ]
      }
    ]
  })
  const ofPage = (item: object) => ({
    object: "page",
    entry: [{ id: account.externalId, time: atMillis(9), messaging: [item] }]
  })
  return account.channel === "whatsapp"
    ? [status("sent", 2), status("delivered", 3)]
    : [
        ofPage({
          sender: { id: account.externalId },
          recipient: { id: peer },
          timestamp: atMillis(2),
          message: { mid: id, is_echo: true, app_id: 17, text: "ours", metadata: messageId }
        }),
        ofPage({
          sender: { id: peer },
          recipient: { id: account.externalId },
          timestamp: atMillis(3),
          delivery: { mids: [id], watermark: atMillis(3) }
        })
      ]
}

const outcomeOf = Effect.fnUntraced(function* (intent: SendIntent, platformMessageId: PlatformMessageId) {
  const { contact, content, conversation, peer: to, type } = intent
  const { organizationId } = contact
  const sent = { organizationId, conversationId: conversation.id, channel: conversation.channel, to, type, content }
  const outcome: SendOutcome = {
    _tag: "Accepted",
    platformMessageId,
    waId: null,
    event: messageSent(EventId.make(yield* uuid), { ...sent, platformMessageId, at: intent.at })
  }
  return outcome
})

const lost: SendOutcome = { _tag: "Unknown", failure: { _tag: "OutcomeUnknown", detail: "connection lost: after 3 s" } }

const given = Effect.gen(function* () {
  const { id } = yield* givenOrganization()
  const number = yield* givenAccount(id)
  const page = yield* givenAccount(id, { channel: "messenger", businessAccountId: null })
  return { id, accounts: { whatsapp: number, messenger: page } }
})

/** A send to somebody new, and what may happen to it. */
const givenSend = Effect.fnUntraced(function* (
  account: ChannelAccount,
  channel: "whatsapp" | "messenger",
  answer: Answer,
  count: number
) {
  const { organizationId } = account
  const ledger = yield* SendLedger
  const phone = channel === "whatsapp" ? phoneOf(count) : null
  const intent = yield* sendIntent(organizationId, account.id, {
    at: DateTime.makeUnsafe(beginning),
    phone,
    identity: phone === null ? personIdentity("messenger", account, `900${count}`) : phoneContactIdentity(phone),
    conversation: { channel },
    type: "text",
    content: { text: "ours" }
  })
  yield* Effect.orDie(ledger.reserve(organizationId, intent))
  const platformMessageId = PlatformMessageId.make(`sent.${yield* uuid}`)
  const [first = {}, second = {}] = bodiesOf(account, intent, platformMessageId)
  const outcome = answer === "lost" ? lost : yield* outcomeOf(intent, platformMessageId)
  const report = (body: object) => Effect.andThen(acceptInbound(JSON.stringify(body)), processAll)
  const effects = {
    answer:
      answer === "crashed"
        ? Effect.void
        : Effect.flatMap(DateTime.now, (at) => ledger.recordOutcome(organizationId, intent.messageId, outcome, at)),
    expiry: expireSends(),
    "first report": report(first),
    "second report": report(second)
  } satisfies Record<Step, Effect.Effect<unknown, never, unknown>>
  return { intent, platformMessageId, effects }
})
type Sent = Effect.Success<ReturnType<typeof givenSend>>

/** One message that was delivered, announced once and in order, and one unit. */
const assertDelivered = Effect.fnUntraced(function* ({ intent, platformMessageId }: Sent, name: string) {
  const { organizationId } = intent.contact
  const message = yield* messageOf(organizationId, intent.messageId)
  assert.isNotNull(message, name)
  assert.deepStrictEqual(
    [message.status, message.platformMessageId, message.failure, message.deliveredAt],
    ["delivered", platformMessageId, null, DateTime.makeUnsafe(atMillis(3))],
    name
  )
  const events = (yield* eventsOf(organizationId)).filter(
    ({ conversationId }) => conversationId === message.conversationId
  )
  assert.deepStrictEqual(
    events.map(({ type }) => type),
    ["conversation.opened", "message.sent", "message.delivered"],
    name
  )
  const list = yield* (yield* MessageStore).list(organizationId, message.conversationId, 10, null)
  assert.strictEqual(Option.getOrThrow(list).total, 1, name)
})

/** Each message counts once, by the later price. */
const assertCounted = Effect.fnUntraced(function* (id: OrganizationId, channel: ChannelAccount["channel"]) {
  const at = DateTime.makeUnsafe(beginning)
  assert.strictEqual(yield* usedBy(id, at), cases.length)
  assert.deepStrictEqual(
    yield* (yield* Organizations).pricedMessages(id, monthOf(at)),
    channel === "whatsapp" ? [{ category: "utility", messages: cases.length, billable: 0 }] : []
  )
})

type Ports = StorePorts | Layer.Success<typeof beside>

const channels = ["whatsapp", "messenger"] as const

/** Every answer with every order of the steps. */
const cases = answers.flatMap((answer) => permutations(steps).map((order) => ({ answer, order })))

/** Later than the deadline of the sends. */
const afterDeadline = beginning + 301_000

const nameOf = ({ answer, order }: (typeof cases)[number]): string => `${answer}: ${order.join(", ")}`

/**
 * A law: the end is the same in whichever order answer, reports, expiry and crash come (contract: Orders of answer,
 * report and expiry). One by one.
 */
export const oneByOne = (it: Vitest.MethodsNonLive<Ports>) =>
  it.effect.each(channels)(
    "a send over %s is one delivered message, for any order of its answer, reports and expiry",
    (channel) =>
      Effect.gen(function* () {
        const { accounts, id } = yield* given
        yield* (yield* HandClock).set(afterDeadline)
        for (const [place, one] of cases.entries()) {
          const sent = yield* givenSend(accounts[channel], channel, one.answer, place)
          yield* Effect.forEach(one.order, (step) => sent.effects[step], { discard: true })
          yield* retryAll
          // All of it again, as after a crash of whoever acted on it.
          yield* Effect.forEach(one.order, (step) => sent.effects[step], { discard: true })
          yield* assertDelivered(sent, nameOf(one))
        }
        yield* assertCounted(id, channel)
      }).pipe((run) => withHandClock(beginning, run)),
    60_000
  )

/** The same law for many sends: step by step, and everything at once. */
export const together = (it: Vitest.MethodsNonLive<Ports>) =>
  it.effect.each(
    channels.flatMap((channel) => (["step by step", "all at once"] as const).map((how) => ({ channel, how })))
  )(
    "sends over $channel are one delivered message each, $how",
    ({ channel, how }) =>
      Effect.gen(function* () {
        const { accounts, id } = yield* given
        yield* (yield* HandClock).set(afterDeadline)
        const sends = yield* Effect.forEach(
          cases,
          (one, place) =>
            Effect.map(givenSend(accounts[channel], channel, one.answer, place), (sent) => ({ one, sent })),
          { concurrency: "unbounded" }
        )
        const turns = how === "all at once" ? [[0, 1, 2, 3]] : [[0], [1], [2], [3]]
        for (const places of turns) {
          const effects = sends.flatMap(({ one, sent }) =>
            places.flatMap((place) => one.order.slice(place, place + 1).map((step) => sent.effects[step]))
          )
          yield* Effect.all(effects, { concurrency: "unbounded", discard: true })
        }
        yield* retryAll
        yield* Effect.forEach(sends, ({ one, sent }) => assertDelivered(sent, nameOf(one)), { discard: true })
        yield* assertCounted(id, channel)
      }).pipe((run) => withHandClock(beginning, run)),
    60_000
  )
