import { Clock, Console, Effect, FileSystem, Layer, Logger, References } from "effect"
import * as ListenCertificate from "../src/adapters/cli/ListenCertificate.ts"
import { Emulator } from "../emulator/Emulator.ts"
import { secretsOf } from "../src/adapters/settings/Secrets.ts"
import { castOf, doubtful, type Lane } from "./cast.ts"
import type { Difference } from "./facts/compareFacts.ts"
import { type Diary, newDiary } from "./Diary.ts"
import { disorder } from "./facts/disorder.ts"
import { drawFor } from "./draw.ts"
import { faultRules } from "./faultRules.ts"
import { type Hostility, hostileName, isOwnFault } from "./hostility/hostility.ts"
import { judge } from "./facts/judge.ts"
import { inconsistencies, look } from "./facts/look.ts"
import { platformMarks } from "./facts/platformMarks.ts"
import { type Receiver, startReceiver } from "./Receiver.ts"
import { instances, platform, readSettings } from "./running.ts"
import { settled } from "./facts/settled.ts"
import { tableOf } from "./table.ts"
import { talks } from "./talks.ts"
import { totals } from "./totals.ts"

export interface Options {
  readonly seed: number
  readonly people: number
  /** Businesses that each person writes to, on one channel each. */
  readonly lanesEach: number
  readonly items: number
  /** Sends that the platform never answers; each of them takes as long as the service waits. */
  readonly timeouts: number
  readonly hostility: Hostility
  /** Null for the embedded database. */
  readonly databaseUrl: string | null
}

/** Errors in the log are failures; warnings are expected from faults. */
const keeping = ({ surprises }: Diary) =>
  Layer.merge(
    Logger.layer([
      Logger.make(({ cause, message }) => void surprises.push(`logged: ${JSON.stringify(message)} ${String(cause)}`))
    ]),
    Layer.succeed(References.MinimumLogLevel, "Error")
  )

const asDifference = (note: string): Difference => ({ verdict: "strange", kind: "surprise", key: "", owner: "", note })

/** Runs all conversations, reads and prints the result, and returns the differences. */
const afternoon = Effect.fnUntraced(function* (
  options: Options,
  lanes: ReadonlyArray<Lane>,
  receiver: Receiver,
  diary: Diary
) {
  const begin = yield* Clock.currentTimeMillis
  const since = Effect.map(Clock.currentTimeMillis, (now) => now - begin)
  const tenants = yield* talks(options, lanes, receiver, diary)
  const talked = yield* since
  const hostileId = tenants.get(hostileName)?.organizationId ?? ""
  diary.surprises.push(...(yield* settled(hostileId)))
  const took = yield* since

  const emulator = yield* Emulator
  const [deliveries, sends, kept] = [yield* emulator.deliveries, yield* emulator.sends, yield* look]
  const names = new Map([...tenants].map(([name, { organizationId }]) => [organizationId, name]))
  const nameOf = (organization: string) => names.get(organization) ?? organization
  const marks = platformMarks(new Set(deliveries.map(({ body }) => body)))
  const { differences: all, found } = judge({ diary, sends, marks, kept, lanes, nameOf }, receiver.received.values())
  const others = { ...kept, events: kept.events.filter(({ organization }) => organization !== hostileId) }
  const unordered = disorder(others, receiver.received.values())
  const surprises = [...(yield* inconsistencies(false)), ...(yield* totals), ...unordered, ...diary.surprises]
  const differences = [
    ...all.filter(({ owner, verdict }) => owner !== hostileName || verdict === "crossed"),
    ...surprises.filter((surprise) => !isOwnFault(surprise, hostileId)).map(asDifference)
  ]
  yield* Console.log(tableOf({ differences, deliveries, diary, found, kept, nameOf, sends, talked, took }))
  return differences
})

/** Runs the afternoon in this process, except the database server. */
export const soak = Effect.fn("soak")(function* (options: Options) {
  const { databaseUrl, lanesEach, people: count, seed, timeouts } = options
  const dataDir = yield* (yield* FileSystem.FileSystem).makeTempDirectoryScoped({ prefix: "parley-soak-" })
  const diary = newDiary()
  const { lanes, people } = castOf(count, lanesEach, yield* drawFor(seed, "cast"))
  const certificate = yield* ListenCertificate.ensure(dataDir)
  const receiver = yield* startReceiver(certificate, yield* drawFor(seed, "receiver"))
  const running = Layer.unwrap(
    Effect.gen(function* () {
      const { url } = yield* Emulator
      const settings = yield* readSettings(dataDir, url, databaseUrl)
      return instances(settings, yield* secretsOf(settings), url)
    })
  ).pipe(
    Layer.provideMerge(platform(people, { seed, rules: faultRules(people[doubtful], timeouts) })),
    Layer.provideMerge(keeping(diary))
  )
  return yield* Effect.provide(afternoon(options, lanes, receiver, diary), running)
})
