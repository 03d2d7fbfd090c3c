import { Console, Effect, Fiber } from "effect"
import { below, drawFor } from "../draw.ts"
import { faultStage } from "./FaultStage.ts"
import { load, nothingYet } from "./load.ts"
import { losses } from "./losses.ts"

/** The latest kill after the service was ready, in milliseconds. */
const latestKill = 1_500

export interface KillOptions {
  readonly databaseUrl: string
  readonly seed: number
  readonly kills: number
  readonly script?: string
}

/**
 * Kills the service over and over while everything goes on: sends of each channel over both interfaces, imports, messages
 * of people with files, and deliveries. Gives what was lost, doubled or answered in another way than it should be.
 */
export const kills = Effect.fn("kills")(function* ({ databaseUrl, kills: count, script, seed }: KillOptions) {
  const draw = yield* drawFor(seed, "kills")
  const stage = yield* faultStage(databaseUrl, script)
  const told = nothingYet()
  let isOver = false
  const loading = yield* Effect.forkChild(load(stage, told, () => isOver))
  for (let round = 0; round < count; round += 1) {
    yield* Effect.sleep(below(draw, latestKill))
    yield* stage.running().kill
    yield* stage.restart
  }
  isOver = true
  yield* Fiber.join(loading)
  const wrong = yield* losses(stage, databaseUrl, told, true)
  yield* Console.log(
    `${count} kills: ${told.sends.size} sends, ${told.inbound.size} messages of people and ${told.contacts.size} contacts acknowledged, ${stage.receiver.received.size} events received, ${wrong.length} differences`
  )
  return wrong
})
