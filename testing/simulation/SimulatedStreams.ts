import { Effect, Option, Schema, Stream } from "effect"
import { EventStreams } from "../../src/app/webhooks/streams/EventStreams.ts"
import type { SessionAccess } from "../../src/domain/access/SessionAccess.ts"
import { EventId } from "../../src/domain/Ids.ts"
import type { Callers } from "./Callers.ts"
import type { Business } from "./Cast.ts"
import type { Machine, Owner } from "./Machine.ts"
import type { StreamClient } from "./Observations.ts"

const Frames = Schema.fromJsonString(Schema.Struct({ tag: Schema.String, id: Schema.NullOr(Schema.String) }))
const decodeFrame = Schema.decodeUnknownSync(Frames)

/** Reads frames as a client of the stream does. */
const take = (client: StreamClient, bytes: Uint8Array): void => {
  for (const line of new TextDecoder().decode(bytes).split("\n")) {
    if (line === "") continue
    const { id, tag } = decodeFrame(line)
    if (tag === "Missed") client.hasMissed = true
    if (id === null) continue
    client.lastId = id
    if (tag === "Event") client.received.push(id)
  }
}

/** Clients of the stream of events, one of each business. */
export class SimulatedStreams {
  readonly #machine: Machine
  readonly #owner: Owner
  readonly #callers: Callers
  readonly #accessOf: (business: Business) => SessionAccess
  readonly #streams = new Map<Business, StreamClient>()

  constructor(machine: Machine, owner: Owner, callers: Callers, accessOf: (business: Business) => SessionAccess) {
    this.#machine = machine
    this.#owner = owner
    this.#callers = callers
    this.#accessOf = accessOf
  }

  get clients(): ReadonlyArray<StreamClient> {
    return [...this.#streams.values()]
  }

  /** Follows the events of the business for so long, or longer if it does already. */
  follow(business: Business, seconds: number): void {
    const until = this.#machine.now + seconds * 1_000
    const known = this.#streams.get(business)
    if (known !== undefined && known.until > this.#machine.now) {
      known.until = Math.max(known.until, until)
      return
    }
    const client = known ?? { business, received: [], lastId: null, hasMissed: false, until }
    client.until = until
    this.#streams.set(business, client)
    this.#connect(client)
  }

  /** Follows the stream through some process, and reconnects after the last event while the client wants to. */
  #connect(client: StreamClient): void {
    const access = this.#accessOf(client.business)
    const from = Option.map(Option.fromNullOr(client.lastId), (id) => EventId.make(id))
    const follow = Effect.gen(function* () {
      const frames = yield* (yield* EventStreams).open({ access, from, confirm: Effect.succeedSome(access) })
      yield* Stream.runForEach(frames, (bytes) => Effect.sync(() => take(client, bytes)))
    })
    const again = () => {
      if (this.#machine.now < client.until) this.#machine.after(this.#owner, 1_000, () => this.#connect(client))
    }
    const process = this.#callers.some()
    if (process === undefined) return again()
    const fiber = process.call(Effect.scoped(follow), again)
    const leave = () => {
      if (this.#machine.now >= client.until) fiber?.interruptUnsafe()
      else this.#machine.after(this.#owner, client.until - this.#machine.now, leave)
    }
    leave()
  }
}
