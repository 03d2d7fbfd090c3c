import { Clock, Effect, Layer } from "effect"
import { writeSync } from "node:fs"
import { DeliveryQueue } from "../../src/ports/webhooks/DeliveryQueue.ts"
import { WebhookSender } from "../../src/ports/webhooks/WebhookStore.ts"
import type { Call, Death } from "./Death.ts"

/** Not through a buffer of this process, which would be lost with it. */
const say = (what: string): void => void writeSync(1, `${what}\n`)

/** `kill -9`, as somebody else would do it. */
const die = (where: string): void => {
  say(where)
  process.kill(process.pid, "SIGKILL")
}

const dieIn = (turns: number, where: string): void => {
  setImmediate(() => (turns <= 1 ? die(where) : dieIn(turns - 1, where)))
}

/**
 * Counts the steps of this process, and ends it at the one it is to die at. Calls live in real time, however fast it goes
 * for whoever makes them: what is late for them is late.
 */
const makeStepping = ({ call, latest, nth, side, turns }: Death) => {
  const begun = new Map<Call, number>()
  let steps = 0
  const step = () => {
    if (++steps >= latest) die("late")
  }
  return <A, E, R>(which: Call, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.suspend(() => {
      const count = (begun.get(which) ?? 0) + 1
      begun.set(which, count)
      const isLast = which === call && count === nth
      if (which === "open" && count === 1) say("begun")
      step()
      if (isLast && side === "before") die(`${side} ${call}`)
      if (isLast && side === "during") dieIn(turns, `${side} ${call}`)
      return Effect.onExit(Effect.provideService(effect, Clock.Clock, Clock.Clock.defaultValue()), () =>
        Effect.sync(() => {
          step()
          if (isLast && side === "after") die(`${side} ${call}`)
        })
      )
    })
}

/** The ports that a delivery is made by, of a process that is to die. */
export const dyingPorts = (death: Death) => {
  const stepping = makeStepping(death)
  const queue = Effect.map(DeliveryQueue, (queue) =>
    DeliveryQueue.of({
      open: (...asked) => stepping("open", queue.open(...asked)),
      saveCheckpoint: (...asked) => stepping("saveCheckpoint", queue.saveCheckpoint(...asked)),
      read: (...asked) => stepping(asked[0]._tag === "Shard" ? "readShard" : "readOrganization", queue.read(...asked)),
      readForEndpoints: queue.readForEndpoints,
      deferForEndpoints: queue.deferForEndpoints,
      deferredOrganizations: (...asked) => stepping("deferredOrganizations", queue.deferredOrganizations(...asked)),
      due: (...asked) => stepping("due", queue.due(...asked)),
      defer: (...asked) => stepping("defer", queue.defer(...asked)),
      recordAttempt: (...asked) => stepping("recordAttempt", queue.recordAttempt(...asked)),
      subscriptions: (...asked) => stepping("subscriptions", queue.subscriptions(...asked)),
      listen: queue.listen
    })
  )
  const sender = Effect.map(WebhookSender, ({ checkAddress, send }) =>
    WebhookSender.of({ checkAddress, send: (...asked) => stepping("send", send(...asked)) })
  )
  return Layer.merge(Layer.effect(DeliveryQueue, queue), Layer.effect(WebhookSender, sender))
}
