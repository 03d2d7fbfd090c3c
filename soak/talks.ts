import { DateTime, Effect, Semaphore } from "effect"
import { Emulator } from "../emulator/Emulator.ts"
import type { Lane } from "./cast.ts"
import type { Diary } from "./Diary.ts"
import { expireForAWhile } from "./expireForAWhile.ts"
import { type Hostility, hostility } from "./hostility/hostility.ts"
import { play } from "./play.ts"
import type { Receiver } from "./Receiver.ts"
import { report } from "./running.ts"
import { tenantsOf } from "./tenants.ts"

/** Number of concurrent actions. Turns go round, so that each conversation lasts all afternoon. */
const atOnce = 24

/** Reports that may wait at the platform, which drops them when they are many more. */
const maxWaiting = 1_500

/** Runs all conversations; returns the tenants. */
export const talks = Effect.fnUntraced(function* (
  size: { readonly items: number; readonly seed: number; readonly hostility: Hostility },
  lanes: ReadonlyArray<Lane>,
  receiver: Receiver,
  diary: Diary
) {
  const { items, seed } = size
  const emulator = yield* Emulator
  const tenants = yield* tenantsOf(receiver)
  yield* report
  const begin = yield* DateTime.now
  const turns = yield* Semaphore.make(atOnce)
  const breathe = Effect.gen(function* () {
    while ((yield* emulator.undelivered) > maxWaiting) yield* Effect.sleep("20 millis")
  })
  const stage = {
    seed,
    begin,
    emulatorUrl: emulator.url,
    diary,
    tenantOf: ({ business }: Lane) => (business === null ? null : (tenants.get(business.name) ?? null)),
    inTurn: (act: Effect.Effect<void>) => turns.withPermit(Effect.andThen(breathe, act))
  }
  const each = Math.ceil(items / lanes.length)
  const expiring = Effect.delay(expireForAWhile(emulator.url, tenants, diary), "1 second")
  const attacking = hostility(size.hostility, tenants, receiver, diary)
  const playing = Effect.forEach(lanes, (lane) => play(stage, lane, each), { concurrency: "unbounded", discard: true })
  yield* Effect.all([playing, expiring, attacking], { concurrency: "unbounded", discard: true })
  return tenants
})
