import { NodeServices } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Schedule } from "effect"
import { faultStage } from "../../soak/faults/FaultStage.ts"
import { load, nothingYet } from "../../soak/faults/load.ts"
import { losses } from "../../soak/faults/losses.ts"
import { platform } from "../../soak/running.ts"
import { installedCommand } from "../support/processes/installedCommand.ts"
import * as ReplicatedServer from "../support/servers/replicaServer.ts"

/** How long the standby answers before it is promoted. */
const readOnly = "15 seconds"

/** The receiver has new events within this time after the promotion. */
const recovery = "20 seconds"

describe("a failover through a read-only server", () => {
  it.live(
    "failover: after 15 s read-only and a promotion every event is delivered, and sends continue",
    () =>
      Effect.gen(function* () {
        const server = yield* ReplicatedServer.start
        const stage = yield* faultStage(server.primary, yield* installedCommand)
        const acknowledged = nothingYet()
        let isOver = false
        const loading = yield* Effect.forkChild(load(stage, acknowledged, () => isOver))
        yield* Effect.sleep("3 seconds")

        yield* server.kill
        yield* stage.proxies.database.retarget(server.standby)
        yield* stage.proxies.database.cut
        yield* Effect.sleep(readOnly)
        yield* server.promote
        const promoted = performance.now()
        const before = stage.receiver.received.size
        yield* Effect.sync(() => stage.receiver.received.size).pipe(
          Effect.repeat({ schedule: Schedule.spaced("100 millis"), until: (size) => size > before }),
          Effect.timeout(recovery)
        )
        const first = performance.now() - promoted
        yield* Effect.sleep("3 seconds")
        isOver = true
        yield* Fiber.join(loading)

        assert.deepStrictEqual(yield* losses(stage, server.standby, acknowledged), [])
        const sends = acknowledged.times.filter((at) => at > promoted).length
        assert.isAbove(sends, 0)
        const calls = [...stage.receiver.received.values()]
        const again = calls.filter(({ times }) => times > 1).length
        yield* Effect.sync(() =>
          process.stdout.write(
            `failover: first event ${Math.round(first)} ms after the promotion; ${sends} calls acknowledged after it; ${calls.length} events, ${again} of them delivered again\n`
          )
        )
      }).pipe(Effect.scoped, Effect.provide([platform([], { rules: [] }), NodeServices.layer])),
    180_000
  )
})
