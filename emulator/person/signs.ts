import { DateTime, Effect, Option } from "effect"
import { type ShownSigns, type ThreadKey, type ThreadMessage, Threads } from "./Threads.ts"

/** How long a typing indicator is shown: WhatsApp's documented limit, also for the other channels. */
const typingTime = "25 seconds"

const typingUntil = Effect.map(DateTime.now, (now) => DateTime.formatIso(DateTime.addDuration(now, typingTime)))

const isWritten = ({ by }: ThreadMessage): boolean => by === "person"

/** The person sees the signs of a read receipt of WhatsApp, if the message is one of theirs. */
export const showReceipt = Effect.fnUntraced(function* (accountId: string, messageId: string, isTyping: boolean) {
  const threads = yield* Threads
  const thread = (yield* threads.all).find(
    (one) =>
      one.channel === "whatsapp" &&
      one.accountId === accountId &&
      one.messages.some((message) => isWritten(message) && message.id === messageId)
  )
  if (thread === undefined) return
  const key: ThreadKey = { channel: "whatsapp", accountId, ids: [thread.personId] }
  const signs: ShownSigns = { readByBusiness: messageId }
  yield* threads.show(key, isTyping ? { ...signs, typingUntil: yield* typingUntil } : signs)
})

/** The person sees the signs of a sender action: all of their messages are read, or the business is typing. */
export const showAction = Effect.fnUntraced(function* (key: ThreadKey, action: string) {
  const threads = yield* Threads
  const thread = yield* threads.find(key)
  const last = Option.match(thread, { onNone: () => undefined, onSome: ({ messages }) => messages.findLast(isWritten) })
  switch (action) {
    case "mark_seen":
      return last === undefined ? undefined : yield* threads.show(key, { readByBusiness: last.id })
    case "typing_on":
      return yield* threads.show(key, { typingUntil: yield* typingUntil })
    case "typing_off":
      return yield* threads.show(key, { typingUntil: DateTime.formatIso(yield* DateTime.now) })
  }
})

/** The signs of a thread as the person sees them now; null for those that are not there. */
export const signsOf = ({ readByBusiness, typingUntil }: ShownSigns, now: DateTime.Utc) => ({
  readByBusiness: readByBusiness ?? null,
  typingUntil: typingUntil !== undefined && typingUntil > DateTime.formatIso(now) ? typingUntil : null
})
