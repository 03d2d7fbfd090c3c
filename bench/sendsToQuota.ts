import { DateTime, Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import type { ChannelAccountId, OrganizationId } from "../src/domain/Ids.ts"
import { type SendIntent, SendLedger } from "../src/ports/sends/SendLedger.ts"
import { accepted } from "../testing/given/accepted.ts"
import { givenAccount, givenOrganization, phoneOf, sendIntent } from "../testing/given/given.ts"
import type { Size } from "./Comparison.ts"
import { exactSends, sendsOf } from "./exactSends.ts"
import { fibers } from "./fibers.ts"

/** Sends at the same time; where they meet is the counter of their organization. */
export const concurrency = 256

/** People whom all organizations together write to; all are known once the first round is over. */
const people = 1_000

/** Sends a second that the first round is made for. */
const firstGuess = 1_000

export interface Sender {
  readonly id: OrganizationId
  readonly accountId: ChannelAccountId
}

export const givenSender = Effect.gen(function* () {
  const { id } = yield* givenOrganization()
  const sender: Sender = { id, accountId: (yield* givenAccount(id)).id }
  return sender
})

/** Ours: the port that the service uses. False when the month has no room. */
export const ledgerSend = Effect.fnUntraced(function* (intent: SendIntent) {
  const { reserve, recordOutcome } = yield* SendLedger
  const { organizationId } = intent.contact
  const reserved = yield* Effect.option(reserve(organizationId, intent))
  if (Option.isNone(reserved)) return false
  yield* recordOutcome(organizationId, intent.messageId, yield* accepted(intent, reserved.value), intent.at)
  return true
})

/** Sets the limit of each organization to what it has sent and its share of so many more. */
const leaveRoomFor = Effect.fnUntraced(function* (senders: ReadonlyArray<Sender>, more: number) {
  const sql = yield* SqlClient.SqlClient
  const ids = senders.map(({ id }) => id)
  yield* sql`
    update organizations o set monthly_limit = ${more / senders.length}::float8 + coalesce(
      (select sum(used) from monthly_usage u where u.organization_id = o.id), 0)
    where o.id = any(${ids}::uuid[])`
})

/**
 * Rounds of sends, each until the limits of the organizations are reached, to the last unit: the generator goes on until
 * it is refused. How many sends a round is made of follows from how fast the last one was.
 */
export const roundsToQuota = <E, R>(
  senders: ReadonlyArray<Sender>,
  send: (intent: SendIntent) => Effect.Effect<boolean, E, R>,
  { seconds }: Size,
  atOnce = concurrency
) => {
  let perSecond = firstGuess
  const ids = senders.map(({ id }) => id)
  const peopleOfEach = Math.ceil(people / senders.length)
  const one = Effect.fnUntraced(function* (ordinal: number) {
    const sender = senders[ordinal % senders.length]
    if (sender === undefined) return false
    const phone = phoneOf(Math.floor(ordinal / senders.length) % peopleOfEach)
    return yield* send(yield* sendIntent(sender.id, sender.accountId, { at: yield* DateTime.now, phone }))
  })
  return Effect.gen(function* () {
    const before = (yield* sendsOf(ids)).counted
    const each = Math.ceil((perSecond * seconds) / senders.length)
    yield* leaveRoomFor(senders, each * senders.length)
    const round = yield* fibers(one, { concurrency: atOnce })
    yield* exactSends(ids, before + each * senders.length)
    perSecond = round.perSecond
    return round
  })
}
