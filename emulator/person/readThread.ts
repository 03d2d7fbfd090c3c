import { type DateTime, Effect, Option } from "effect"
import { Changes } from "../Changes.ts"
import type { SeededPhoneNumber } from "../EmulatorSeed.ts"
import * as Messaging from "../messenger/messagingReports.ts"
import type { Inbox } from "../messenger/Sender.ts"
import type { PlatformReport } from "../webhooks/PlatformReport.ts"
import { type Outcome, Sends } from "../webhooks/Sends.ts"
import { Webhooks } from "../webhooks/Webhooks.ts"
import * as WhatsApp from "../whatsapp/statusReport.ts"
import { BadInbound } from "./personFields.ts"
import { type ThreadMessage, type ThreadKey, Threads } from "./Threads.ts"

/** A message of the business with its reported outcomes. */
export interface SentToPerson {
  readonly message: ThreadMessage
  readonly outcomes: ReadonlyArray<Outcome>
}

/** Outcomes by message id; messages that are no longer stored have none. */
export type OutcomesById = ReadonlyMap<string, ReadonlyArray<Outcome>>

export const outcomesById = Effect.map(
  Effect.flatMap(Sends, ({ all }) => all),
  (all): OutcomesById => new Map(all.map(({ id, outcomes }) => [id, outcomes]))
)

/** The messages that were delivered to the person and have no read receipt, oldest first. */
export const unreadOf = (messages: ReadonlyArray<ThreadMessage>, outcomes: OutcomesById): ReadonlyArray<SentToPerson> =>
  messages.flatMap((message) => {
    const known = outcomes.get(message.id)
    return message.by === "person" || known === undefined || known.includes("read")
      ? []
      : [{ message, outcomes: known }]
  })

/** The unread messages up to this one, or all of them. */
const readUpTo = Effect.fnUntraced(function* (key: ThreadKey, messageId: string | undefined) {
  const thread = yield* (yield* Threads).find(key)
  const messages = Option.match(thread, { onNone: () => [], onSome: (found) => found.messages })
  const end = messageId === undefined ? messages.length - 1 : messages.findIndex(({ id }) => id === messageId)
  if (messageId !== undefined && end === -1) {
    return yield* new BadInbound({ reason: "messageId: names no message of this conversation" })
  }
  return unreadOf(messages.slice(0, end + 1), yield* outcomesById)
})

const report = Effect.fnUntraced(function* (
  unread: ReadonlyArray<SentToPerson>,
  reportOf: (read: SentToPerson) => PlatformReport | null
) {
  if (unread.length === 0) return
  const webhooks = yield* Webhooks
  yield* (yield* Sends).add(new Set(unread.map(({ message }) => message.id)), "read")
  yield* (yield* Changes).touch("threads")
  for (const read of unread) {
    const one = reportOf(read)
    if (one !== null) yield* webhooks.report(one)
  }
})

/** Reads as a person of WhatsApp: reports a status for each message. */
export const readWhatsApp = Effect.fnUntraced(function* (
  key: ThreadKey,
  from: SeededPhoneNumber,
  messageId: string | undefined,
  at: DateTime.Utc
) {
  yield* report(yield* readUpTo(key, messageId), ({ message: { id, receipt }, outcomes }) =>
    receipt === null
      ? null
      : WhatsApp.readReport({ ...receipt, id, from, type: "text", content: {} }, at, outcomes.includes("delivered"))
  )
})

/**
 * Reads as a person of Messenger, with one report of the time, or of Instagram, with a report for each message
 * (platforms P11, P13).
 */
export const readMessaging = Effect.fnUntraced(function* (
  key: ThreadKey,
  inbox: Inbox,
  messageId: string | undefined,
  at: DateTime.Utc
) {
  const unread = yield* readUpTo(key, messageId)
  const last = unread.at(-1)
  yield* report(unread, (read) =>
    inbox.channel === "messenger" && read !== last
      ? null
      : Messaging.readReport({ inbox, to: key.ids[0], id: read.message.id, content: null, replyTo: null }, at)
  )
})
