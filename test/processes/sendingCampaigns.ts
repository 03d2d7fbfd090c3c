import { NodeRuntime } from "@effect/platform-node"
import { Clock, Console, Effect, Layer, Redacted } from "effect"
import * as MemoryPlatforms from "../../src/adapters/memory/MemoryPlatforms.ts"
import * as Database from "../../src/adapters/postgres/database/Database.ts"
import * as LibPhoneNumbers from "../../src/adapters/phone/LibPhoneNumbers.ts"
import { campaignWorker } from "../../src/adapters/worker/workers.ts"
import { expireSends } from "../../src/app/sends/reserveSend.ts"
import { PlatformMessageId } from "../../src/domain/Ids.ts"
import { IdSource } from "../../src/ports/process/IdSource.ts"
import { WhatsApp } from "../../src/ports/sends/WhatsApp.ts"
import { storesOn } from "../support/database/postgresStores.ts"
import { publicAddress } from "../support/http/httpWorld.ts"
import { jumpingClock } from "../support/processes/jumpingClock.ts"

/** How long the platform takes for a message: most kills meet some of them under way. */
const callMillis = 25

/** Prints the recipient and the name of the template of each message that the platform gets. */
const platform = Layer.effect(
  WhatsApp,
  Effect.map(IdSource, (ids) =>
    WhatsApp.of({
      send: Effect.fnUntraced(function* (_from, to, content) {
        yield* Console.log(`sent ${to} ${content._tag === "Template" ? content.name : ""}`)
        yield* Effect.sleep(callMillis)
        return { platformMessageId: PlatformMessageId.make(`wamid.${yield* ids.uuid}`), waId: null }
      })
    })
  )
)

/**
 * A worker of campaigns, until it is killed. Its clock is ahead by the minutes of the second argument, so that the leases of
 * killed processes have ended.
 */
const main = Effect.gen(function* () {
  const [, , url = "", ahead = "0"] = process.argv
  const { clock, jump } = yield* Effect.clockWith((real) => Effect.succeed(jumpingClock(real)))
  yield* jump({ minutes: Number(ahead) })
  const world = Layer.mergeAll(LibPhoneNumbers.layer, publicAddress, MemoryPlatforms.layer).pipe(
    Layer.provideMerge(storesOn(Database.server(Redacted.make(url))))
  )
  const ports = Layer.provideMerge(platform, world)
  const work = Effect.gen(function* () {
    yield* expireSends()
    yield* Console.log("ready")
    return yield* Layer.launch(campaignWorker)
  })
  yield* Effect.provideService(Effect.provide(work, ports), Clock.Clock, clock)
})

NodeRuntime.runMain(main)
