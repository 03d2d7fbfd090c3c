import { PgClient } from "@effect/sql-pg"
import { Clock, Duration, Effect, Redacted } from "effect"
import { defaultSchema, searchPath } from "../../src/adapters/postgres/database/DatabaseSchema.ts"
import { Emulator } from "../../emulator/Emulator.ts"
import { disorder } from "../facts/disorder.ts"
import { inconsistencies, type Kept, look, open } from "../facts/look.ts"
import { totals } from "../totals.ts"
import type { FaultStage } from "./FaultStage.ts"
import type { Acknowledged } from "./load.ts"

/** Maximum wait until all work is done: longer than the lease of a killed process. */
const patience = Duration.seconds(120)

/** No organization: the deliveries of all are waited for. */
const nobody = "00000000-0000-0000-0000-000000000000"

/** Waits until all webhooks are sent, processed and delivered. */
const settled = Effect.gen(function* () {
  const emulator = yield* Emulator
  const begin = yield* Clock.currentTimeMillis
  let quiet = 0
  while (quiet < 3) {
    yield* Effect.sleep("500 millis")
    // Not more often: the platform gives a report up after a few refusals.
    if (quiet === 0) yield* emulator.flush
    const undelivered = yield* emulator.undelivered
    const { deliveries, events } = yield* open(nobody)
    // A report that failed is tried again after ten seconds.
    const failed = (yield* look).problems.filter(({ reason }) => reason === "failed").length
    quiet = undelivered + deliveries + events + failed === 0 ? quiet + 1 : 0
    const waited = Duration.millis((yield* Clock.currentTimeMillis) - begin)
    if (Duration.isGreaterThan(waited, patience)) {
      return [`still open: ${undelivered} reports, ${deliveries} webhooks of the platform, ${events} events`]
    }
  }
  return []
})

const countsOf = (ids: Iterable<string | null>): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const id of ids) if (id !== null) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

/** Facts that must exist exactly once. */
const exactlyOne = (what: string, ids: Iterable<string>, counts: ReadonlyMap<string, number>) =>
  [...ids].flatMap((id) => {
    const count = counts.get(id) ?? 0
    return count === 1 ? [] : [`${count === 0 ? "lost" : "doubled"}: ${what} ${id} is there ${count} times`]
  })

const announced = ({ events }: Kept, type: string) =>
  countsOf(events.filter((event) => event.type === type).map(({ message }) => message))

/** The words of calls to the platform that came there more than once: a send is never repeated. */
const sentTwice = Effect.gen(function* () {
  const calls = yield* (yield* Emulator).ledger
  const words = countsOf(calls.map(({ body }) => /"(w\d+)"/.exec(JSON.stringify(body))?.[1] ?? null))
  return [...words].flatMap(([word, count]) => (count > 1 ? [`doubled: ${word} was sent ${count} times`] : []))
})

/**
 * The messages of people that the service took, and those that the platform gave up to report: it reports five times
 * within some minutes, where Meta repeats for days.
 */
const reported = Effect.fnUntraced(function* ({ inbound }: Acknowledged) {
  const taken = new Set<string>()
  for (const { body, status } of yield* (yield* Emulator).deliveries) {
    if (status === 200) for (const [, id = ""] of body.matchAll(/"m?id":"([^"]+)"/g)) taken.add(id)
  }
  return {
    taken: [...inbound].filter((id) => taken.has(id)),
    givenUp: [...inbound].filter((id) => !taken.has(id))
  }
})

/** A file that the emulator no longer had: it has room for some files only, and the service is away most of the time. */
const isForgottenFile = (difference: string): boolean => /^files fetched: .*"detail":"MediaGone/.test(difference)

/** Compares what was acknowledged with the database, the platform's ledger and the receiver's inbox; gives what is wrong. */
export const losses = Effect.fnUntraced(function* (
  { organizationId, receiver }: FaultStage,
  databaseUrl: string,
  told: Acknowledged,
  /** The platform may have given up then, since the service was away more often than it reports. */
  isAfterKills = false
) {
  return yield* Effect.gen(function* () {
    const late = yield* settled
    const kept = yield* look
    const { givenUp, taken } = yield* reported(told)
    const messages = countsOf(kept.messages.map(({ id }) => id))
    const phones = countsOf(kept.contacts.map(({ phone }) => phone))
    const received = new Set([...receiver.received.values()].map(({ id }) => id))
    const unsigned = [...receiver.received.values()].filter(({ isSigned }) => !isSigned)
    return [
      ...late,
      ...told.surprises,
      ...exactlyOne("send", told.sends, messages),
      ...exactlyOne("message.sent of", told.sends, announced(kept, "message.sent")),
      ...exactlyOne("message of a person", taken, messages),
      ...exactlyOne("message.received of", taken, announced(kept, "message.received")),
      ...(isAfterKills ? [] : givenUp.map((id) => `lost: message of a person ${id} was never taken`)),
      ...exactlyOne("contact", told.contacts, phones),
      ...(yield* sentTwice),
      ...kept.events.flatMap(({ id, type }) => (received.has(id) ? [] : [`lost: ${type} ${id} never came`])),
      ...unsigned.map(({ id }) => `unsigned or changed: ${id}`),
      ...kept.problems.map((problem) => `failed item: ${JSON.stringify(problem)}`),
      ...disorder(kept, receiver.received.values()),
      // A claim whose answer was lost is as one of a process that was killed: its file waits for the lease.
      ...(yield* inconsistencies(true)).filter((difference) => !isAfterKills || !isForgottenFile(difference)),
      ...(yield* totals),
      ...kept.events.flatMap(({ organization }) => (organization === organizationId ? [] : ["an event of nobody"]))
    ]
  }).pipe(
    Effect.provide(PgClient.layer({ url: Redacted.make(databaseUrl), startupParameters: searchPath(defaultSchema) }), {
      local: true
    })
  )
})
