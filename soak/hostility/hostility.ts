import { Console, Effect } from "effect"
import { attack } from "./attacks.ts"
import type { Tenant } from "../business.ts"
import { businesses, hostile } from "../cast.ts"
import { deafSockets } from "./deafSockets.ts"
import type { Diary } from "../Diary.ts"
import { besideNeighbours } from "./neighbours.ts"
import type { Receiver } from "../Receiver.ts"
import { registerAgain, spoilSecret } from "./unreadableSecret.ts"

export interface Hostility {
  /** Rounds of attacks, one after the other. */
  readonly rounds: number
  /** Share of a round: 1 for all of it. */
  readonly part: number
}

/** The name of the business that attacks. */
export const hostileName = businesses[hostile]?.name ?? ""

const surprising = (what: string) => `hostile: ${what}`

/** Whether a failure concerns the hostile business itself: its conversations, or log lines that name it. */
export const isOwnFault = (surprise: string, organizationId: string): boolean =>
  surprise.includes(`${hostileName},`) || (surprise.startsWith("logged:") && surprise.includes(organizationId))

/**
 * One business attacks in every way that a tenant with a valid key, and one without, has. The others look at their lists
 * meanwhile: none of their requests may fail or take long.
 */
export const hostility = Effect.fnUntraced(function* (
  { part, rounds }: Hostility,
  tenants: ReadonlyMap<string, Tenant>,
  receiver: Receiver,
  diary: Diary
) {
  const attacker = tenants.get(hostileName)
  if (attacker === undefined) return
  const others = [...tenants].filter(([name]) => name !== hostileName).map(([, tenant]) => tenant)
  const round = Effect.gen(function* () {
    yield* deafSockets(attacker.appUrl, part)
    yield* spoilSecret(attacker)
    const wrong = yield* attack(attacker, part)
    diary.surprises.push(...wrong.map(surprising))
    const status = yield* registerAgain(attacker, receiver)
    if (status !== 200 && status !== 201) diary.surprises.push(surprising(`registering again was answered ${status}`))
  })
  const attacked = Effect.replicateEffect(Effect.scoped(round), rounds, { discard: true })
  const { summary, surprises } = yield* besideNeighbours(others, attacked)
  diary.surprises.push(...surprises)
  yield* Console.log(summary)
})
