import { Effect, Option, Schema } from "effect"
import { Emulator } from "../../emulator/Emulator.ts"
import { type Answered, type Call, callerOf } from "../../test/support/http/callService.ts"
import { businesses } from "../cast.ts"
import type { FaultStage } from "./FaultStage.ts"

/** Acknowledged work, which must not be lost. */
export interface Acknowledged {
  /** The platform's ids of acknowledged messages. */
  readonly sends: Set<string>
  /** The platform's ids of messages that people wrote. */
  readonly inbound: Set<string>
  /** Numbers of contacts that were created or imported. */
  readonly contacts: Set<string>
  /** When something was acknowledged, in milliseconds of `performance.now()`. */
  readonly times: Array<number>
  /** Answers that were refusals because of a fault, by status; 0 for a broken connection. */
  readonly refused: Map<number, number>
  /** Answers that no fault excuses. */
  readonly surprises: Array<string>
}

/** Calls of the business that run at the same time, for each kind. */
const callers = 2

/**
 * Between two messages of a writer, and after a broken connection. Faster writers leave the platform no room for the reports
 * of sends, and it forgets their files before the service, which is gone most of the time, fetches them.
 */
const pause = "250 millis"
const afterBreak = "50 millis"

/** Reports that may wait at the platform for a send to begin: it drops reports beyond 10 000. */
const maxReports = 5_000

/** Webhooks that may wait before a person writes: more than for a send, so that reports of sends do not block people. */
const maxWaiting = 6_000

/** Within this a request is answered that a fault concerns, in milliseconds: 10 seconds, and a busy machine. */
const longestRefusal = 12_000

/** 503 for a database, 502 for a platform, 0 for a process that is gone. */
const excused: ReadonlySet<number> = new Set([0, 502, 503])

/** Violation of the form of a refusal; null if there is none. */
const faultOf = ({ millis, retryAfter, status, text }: Answered): string | null => {
  if (!excused.has(status)) return "unexpected"
  if (status === 0) return null
  if (!text.includes('"success":false')) return "without the envelope"
  if (status === 503 && !/^\d+$/.test(retryAfter ?? "")) return "without Retry-After"
  return status === 503 && millis > longestRefusal ? `after ${Math.round(millis)} ms` : null
}

const decodeSent = Schema.decodeUnknownOption(
  Schema.fromJsonString(
    Schema.Struct({
      data: Schema.Struct({
        waMessageId: Schema.optionalKey(Schema.String),
        messageId: Schema.optionalKey(Schema.String)
      })
    })
  )
)

/** A unique number of 10 digits behind +1. */
const numberOf = (ordinal: number): string => `1555${String(1_000_000 + ordinal)}`

type Person = "whatsapp" | "messenger" | "instagram"

/** Actions of businesses and people until `isOver`, each with a unique text. */
export const load = Effect.fnUntraced(function* (
  { appUrl, developer, session }: FaultStage,
  told: Acknowledged,
  isOver: () => boolean
) {
  const emulator = yield* Emulator
  const { call } = yield* Effect.acquireRelease(
    Effect.sync(() => callerOf(appUrl, 64)),
    ({ close }) => Effect.promise(close)
  )
  let ordinal = 0
  const [business] = businesses
  const accountOf = (channel: Person) => business?.accounts.find((one) => one.channel === channel)?.id ?? ""

  const take = (answered: Answered, path: string, note: () => void) => {
    if (answered.status === 200 || answered.status === 201) {
      note()
      told.times.push(performance.now())
      return Effect.void
    }
    // The first send to the person, who is no contact yet.
    if (answered.status === 404) return Effect.void
    told.refused.set(answered.status, (told.refused.get(answered.status) ?? 0) + 1)
    const fault = faultOf(answered)
    if (fault !== null) told.surprises.push(`${path} was answered ${answered.status} ${answered.text} ${fault}`)
    return answered.status === 0 ? Effect.sleep(afterBreak) : Effect.void
  }

  const sending = (callOf: (ordinal: number) => Call) => () =>
    Effect.gen(function* () {
      if ((yield* emulator.undelivered) > maxReports) return yield* Effect.sleep(afterBreak)
      const asked = callOf((ordinal += 1))
      const answered = yield* Effect.promise((signal) => call(asked, signal))
      yield* take(answered, asked.path, () => {
        const sent = Option.getOrUndefined(decodeSent(answered.text))?.data
        const id = sent?.waMessageId ?? sent?.messageId
        if (id === undefined) told.surprises.push(`no id: ${answered.text}`)
        else told.sends.add(id)
      })
    })
  const adding = (callOf: (number: string) => Call) => () =>
    Effect.gen(function* () {
      const number = numberOf((ordinal += 1))
      const asked = callOf(`+${number}`)
      const answered = yield* Effect.promise((signal) => call(asked, signal))
      yield* take(answered, asked.path, () => void told.contacts.add(number))
    })
  const writing = (channel: Person, type: "text" | "image") => () =>
    Effect.gen(function* () {
      yield* Effect.sleep(pause)
      if ((yield* emulator.undelivered) > maxWaiting) return yield* Effect.sleep(afterBreak)
      const to = accountOf(channel)
      const word = `w${(ordinal += 1)}`
      const person = 100 + (ordinal % 37)
      const said = type === "text" ? { type, text: word } : { type }
      const { messageId } = yield* Effect.orDie(
        channel === "whatsapp"
          ? emulator.inbound({ channel, to, from: `15559990${person}`, ...said })
          : emulator.inbound({ channel, to, from: `77${person}`, ...said })
      )
      if (messageId !== null) told.inbound.add(messageId)
    })

  const developerPath = "/api/developer/v1"
  const calls = [
    sending((word) => ({
      path: `${developerPath}/send-message`,
      headers: developer,
      body: { to: `15558880${100 + (word % 29)}`, type: "text", text: `w${word}` }
    })),
    sending((word) => ({
      path: `${developerPath}/messenger/send-message`,
      headers: developer,
      body: { recipientId: `88${100 + (word % 29)}`, text: `w${word}` }
    })),
    sending((word) => ({
      path: `${developerPath}/instagram/send-message`,
      headers: developer,
      body: { participantId: `88${100 + (word % 29)}`, text: `w${word}` }
    })),
    sending((word) => ({
      path: "/api/whatsapp/messages/send",
      headers: session,
      body: { to: `+15558880${100 + (word % 29)}`, type: "text", text: `w${word}` }
    })),
    adding((userNumber) => ({ path: "/api/whatsapp/contacts", headers: session, body: { userNumber } })),
    adding((userNumber) => ({
      path: "/api/whatsapp/contacts/bulk",
      headers: session,
      body: { contacts: [{ userNumber }] }
    }))
  ]
  const people = [
    writing("whatsapp", "text"),
    writing("whatsapp", "image"),
    writing("messenger", "text"),
    writing("instagram", "text")
  ]
  const doings = [...Array.from({ length: callers }, () => calls).flat(), ...people]
  yield* Effect.forEach(
    doings,
    (doing) =>
      Effect.gen(function* () {
        while (!isOver()) yield* doing()
      }),
    { concurrency: "unbounded", discard: true }
  )
}, Effect.scoped)

export const nothingYet = (): Acknowledged => ({
  sends: new Set(),
  inbound: new Set(),
  contacts: new Set(),
  times: [],
  refused: new Map(),
  surprises: []
})
