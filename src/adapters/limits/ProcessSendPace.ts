import {
  type PaceScope,
  type PaceState,
  type PaceTable,
  SendPaceExceeded,
  nextStart,
  paceScopeOf,
  slowedDown,
  unusedPace,
  withLaterStart,
  withStart,
  withoutStart
} from "../../domain/limits/SendPace.ts"
import { Clock, Effect, Layer } from "effect"
import type { OrganizationId } from "../../domain/Ids.ts"
import type { RateAllowance } from "../../domain/limits/RateTier.ts"
import { type PacedSend, type Pacer, SendPace } from "../../ports/limits/RateLimits.ts"
import { channelRules } from "../../domain/conversations/Channel.ts"

/** Maximum number of stored pairs, numbers and accounts: usually 10 MB, and 40 MB if each has sent a whole burst. */
const maxRemembered = 50_000

/** Milliseconds after which an unused state is dropped: the span of a pair's allowance. */
const forgetMillis = 270_000

/**
 * States by key, in two generations. A use moves a state into the recent one. The older one is dropped whole after a
 * while, or early beyond the maximum; a dropped allowance is full again.
 */
export const makePaceStates = (most: number) => {
  const generationSize = Math.max(1, Math.floor(most / 2))
  let recent = new Map<string, PaceState>()
  let older = new Map<string, PaceState>()
  let turnedAt = Number.NEGATIVE_INFINITY
  return {
    get: (key: string): PaceState => recent.get(key) ?? older.get(key) ?? unusedPace,
    set: (key: string, state: PaceState, at: number): void => {
      if (at - turnedAt >= forgetMillis || (recent.size >= generationSize && !recent.has(key))) {
        older = recent
        recent = new Map()
        turnedAt = at
      }
      older.delete(key)
      recent.set(key, state)
    },
    size: () => recent.size + older.size
  }
}

const nanosPerMilli = 1_000_000n
const second = 1_000

/** A counter that applies to a send. */
interface Counted {
  readonly scope: PaceScope
  readonly allowed: RateAllowance | null
  readonly key: string
}

/** Whole milliseconds of a monotonic clock. */
const nowOf = (clock: Clock.Clock): number => Number(clock.monotonicTimeNanosUnsafe() / nanosPerMilli)

/** Paces in the memory of this process. Other processes count separately, and all learn from refusals. */
export const make = (table: PaceTable): Pacer => {
  const states = makePaceStates(maxRemembered)

  /** The counters of a send. A send waits for its pair first, so that it occupies no slot of its number meanwhile. */
  const countedBy = (organizationId: OrganizationId, { from, to }: PacedSend): ReadonlyArray<Counted> => {
    const { businessAccountId, channel, id } = from
    const number = `${organizationId} ${id}`
    if (channelRules[channel].paceScope === "account")
      return [{ scope: "account", allowed: table.page, key: `${number} account` }]
    return [
      { scope: "pair", allowed: table.pair, key: `${number} pair ${to}` },
      { scope: "number", allowed: table.number, key: `${number} number` },
      { scope: "account", allowed: null, key: `${organizationId} account ${businessAccountId ?? id}` }
    ]
  }

  const exceeded = ({ from }: PacedSend, scope: PaceScope, millis: number): SendPaceExceeded =>
    new SendPaceExceeded({
      channel: from.channel,
      scope,
      retryAfterSeconds: Math.max(1, Math.ceil(millis / second)),
      rejected: null
    })

  /** A slot in the order of starts; refusals delay it. */
  const slot = ({ allowed, key, scope }: Counted, start: number, now: number) => {
    const state = states.get(key)
    states.set(key, withStart(allowed, state, start, now), now)
    const due = () => start + states.get(key).putOff - state.putOff
    return {
      scope,
      due,
      /** Delays the start at least until the time, because of another counter of the send. */
      putOff: (until: number, at: number) => states.set(key, withLaterStart(states.get(key), due(), until), at),
      giveBack: (at: number) => states.set(key, withoutStart(states.get(key), due()), at)
    }
  }

  const holdOne = (
    send: PacedSend,
    counted: ReadonlyArray<Counted>,
    until: number,
    clock: Clock.Clock
  ): Effect.Effect<number, SendPaceExceeded> => {
    const acquired: Array<ReturnType<typeof slot>> = []
    const giveBack = () => acquired.forEach((one) => one.giveBack(nowOf(clock)))

    /** Sleeps until the slot is due. */
    const wait = (one: ReturnType<typeof slot>): Effect.Effect<void, SendPaceExceeded> =>
      Effect.suspend(() => {
        const due = one.due()
        const left = due - nowOf(clock)
        if (left <= 0) return Effect.void
        return due > until
          ? Effect.fail(exceeded(send, one.scope, left))
          : Effect.flatMap(Effect.sleep(left), () => wait(one))
      })

    /** Acquires the slots from this index on. */
    const acquireFrom = (first: number): Effect.Effect<number, SendPaceExceeded> => {
      const now = nowOf(clock)
      if (first > 0) acquired.forEach((one) => one.putOff(now, now))
      for (const [offset, one] of counted.slice(first).entries()) {
        const start = nextStart(one.allowed, states.get(one.key), now)
        if (start > until) {
          giveBack()
          return Effect.fail(exceeded(send, one.scope, start - now))
        }
        const own = slot(one, start, now)
        if (start > now) {
          acquired.forEach((earlier) => earlier.putOff(start, now))
          acquired.push(own)
          const waited = Effect.onExit(wait(own), (exit) =>
            exit._tag === "Success" ? Effect.void : Effect.sync(giveBack)
          )
          return Effect.flatMap(waited, () => acquireFrom(first + offset + 1))
        }
        acquired.push(own)
      }
      return Effect.succeed(now)
    }

    const now = nowOf(clock)
    // A send that its number or account would refuse later does not wait for its pair.
    const refusing = counted.find(({ allowed, key }) => nextStart(allowed, states.get(key), now) > until)
    return refusing === undefined
      ? acquireFrom(0)
      : Effect.fail(exceeded(send, refusing.scope, nextStart(refusing.allowed, states.get(refusing.key), now) - now))
  }

  return {
    hold: (organizationId, send, patienceMillis) =>
      Clock.clockWith((clock) => holdOne(send, countedBy(organizationId, send), nowOf(clock) + patienceMillis, clock)),
    refused: (organizationId, send, rejected, startedAt) =>
      Clock.clockWith((clock) => {
        const scope = paceScopeOf(rejected.code)
        // A Page has no pairs, so WhatsApp's pair code does not apply to it.
        const counted = countedBy(organizationId, send).find((one) => one.scope === scope)
        if (counted === undefined) return Effect.succeed(null)
        const at = nowOf(clock)
        const retryAfter = rejected.retryAfterSeconds === undefined ? null : rejected.retryAfterSeconds * second
        const state = slowedDown(counted.scope, states.get(counted.key), startedAt, at, retryAfter)
        states.set(counted.key, state, at)
        return Effect.succeed(exceeded(send, counted.scope, state.pausedUntil - at))
      })
  }
}

export const layer = (table: PaceTable): Layer.Layer<never> => Layer.sync(SendPace, () => make(table))
