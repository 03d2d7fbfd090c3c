import { Effect, Layer, Redacted, type Scope } from "effect"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import * as MemoryWorld from "../../src/adapters/memory/World.ts"
import * as Database from "../../src/adapters/postgres/database/Database.ts"
import * as EmbeddedPostgres from "../../src/adapters/postgres/embedded/EmbeddedPostgres.ts"
import * as PgStores from "../../src/adapters/postgres/PgStores.ts"
import type { History } from "../../testing/simulation/History.ts"
import { noFaults, planHistory } from "../../testing/simulation/planHistory.ts"
import { testSealer } from "../support/database/testSealer.ts"
import { createDatabase } from "../support/servers/databases.ts"
import { idsOf, playInOrder } from "./playInOrder.ts"

/** The answers of every GET after a history, by path. */
type Answers = ReadonlyMap<string, string>

/** Plays a history on stores of one kind. */
export type PlayOn = (history: History) => Effect.Effect<Answers, unknown, Scope.Scope>

/** A history without faults or crashes, whose acts are played one after the other. */
export const differentialHistory = (seed: number, hours = 0.5): History =>
  planHistory({
    seed,
    hours,
    businesses: 2,
    people: 8,
    processes: 1,
    messagesPerHour: 50,
    faults: { ...noFaults, operators: 4 }
  })

const inMemory: PlayOn = (history) =>
  Effect.provide(
    playInOrder(history),
    Memory.stores.pipe(Layer.provideMerge(Layer.merge(MemoryWorld.layer(), idsOf(history))))
  )

const onPostgres = <E>(
  history: History,
  database: Layer.Layer<Layer.Success<ReturnType<typeof Database.embedded>>, E>
) =>
  Effect.provide(
    playInOrder(history),
    PgStores.layer.pipe(Layer.provide(testSealer), Layer.provideMerge(database), Layer.provideMerge(idsOf(history)))
  )

/** Plays a history on the embedded database, each on a new one. */
export const onEmbedded =
  (open: Effect.Effect<EmbeddedPostgres.EmbeddedPostgres, unknown, Scope.Scope>): PlayOn =>
  (history) =>
    Effect.flatMap(open, ({ stream }) => onPostgres(history, Database.embedded(stream)))

/** Plays a history on a server, each in a database of its own. */
export const onServer =
  (server: string): PlayOn =>
  (history) =>
    Effect.flatMap(createDatabase(server), (url) => onPostgres(history, Database.server(Redacted.make(url))))

/** Characters around the first difference of two answers. */
const around = 150

/** The parts of two answers around their first difference. */
const difference = (path: string, one: string, another: string): string => {
  const at = [...one].findIndex((character, index) => character !== another[index])
  const from = Math.max(0, (at === -1 ? one.length : at) - around)
  const part = (answer: string) => answer.slice(from, from + 2 * around)
  return `${path}, from character ${from}\n  memory:   ${part(one)}\n  Postgres: ${part(another)}`
}

/** The GETs that memory and the other stores answer differently after the history, and the number of GETs. */
export const findDifferences = Effect.fnUntraced(function* (history: History, playOn: PlayOn) {
  const memory = yield* inMemory(history)
  const other = yield* playOn(history)
  const paths = [...new Set([...memory.keys(), ...other.keys()])]
  const found = [...memory.values()].filter((answer) => answer.startsWith("200 ")).length
  return {
    gets: paths.length,
    found,
    differences: paths.flatMap((path) => {
      const [one = "no answer", another = "no answer"] = [memory.get(path), other.get(path)]
      return one === another ? [] : [difference(path, one, another)]
    })
  }
}, Effect.scoped)

/** Opens new embedded databases with the tables of the service, which are created once. */
export const makeEmbedded = Effect.scoped(
  Effect.gen(function* () {
    const { dump, stream } = yield* EmbeddedPostgres.openInMemory()
    yield* Effect.scoped(Layer.build(Database.embedded(stream)))
    return EmbeddedPostgres.openInMemory(yield* dump)
  })
)
