import { Clock, Context, Effect, Exit, type Fiber, Layer, Random, References, Scheduler, Scope } from "effect"
import * as ProcessSendPace from "../../src/adapters/limits/ProcessSendPace.ts"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import * as MemoryAccountCheck from "../../src/adapters/memory/access/MemoryAccountCheck.ts"
import * as MemoryMediaUpload from "../../src/adapters/memory/media/MemoryMediaUpload.ts"
import * as MemorySenderActions from "../../src/adapters/memory/sends/MemorySenderActions.ts"
import * as MemoryTagSync from "../../src/adapters/memory/contacts/MemoryTagSync.ts"
import * as MemoryTemplateCatalogue from "../../src/adapters/memory/templates/MemoryTemplateCatalogue.ts"
import * as MetaInboundReader from "../../src/adapters/meta/inbound/MetaInboundReader.ts"
import * as LibPhoneNumbers from "../../src/adapters/phone/LibPhoneNumbers.ts"
import * as Workers from "../../src/adapters/worker/workers.ts"
import { World } from "../../src/adapters/memory/World.ts"
import { PollInterval } from "../../src/adapters/worker/runDueWork.ts"
import { EventStreams, makeEventStreams } from "../../src/app/webhooks/streams/EventStreams.ts"
import type { StreamFrame } from "../../src/app/webhooks/streams/StreamHub.ts"
import { UserId } from "../../src/domain/Ids.ts"
import { paceTable, usualPaces } from "../../src/domain/limits/SendPace.ts"
import { fileAddresses } from "../../src/domain/media/Media.ts"
import { IdentityProvider } from "../../src/ports/access/IdentityProvider.ts"
import { PublicAddress } from "../../src/ports/media/MediaLibrary.ts"
import { MediaStore } from "../../src/ports/media/MediaStore.ts"
import { IdSource } from "../../src/ports/process/IdSource.ts"
import { DeliveryTiming, ShardAssignment } from "../../src/ports/webhooks/DeliveryQueue.ts"
import { FailureLimit, makeRareLog } from "../../src/telemetry/failureLog.ts"
import type { Dice } from "./Dice.ts"
import type { Machine, Owner } from "./Machine.ts"
import type { SimulatedPlatform } from "./SimulatedPlatform.ts"
import type { SimulatedReceivers } from "./SimulatedReceivers.ts"
import type { SimulatedShards } from "./SimulatedShards.ts"
import type { SimulatedStores } from "./SimulatedStores.ts"
import { seededIds, seededRandom } from "./seededIds.ts"

/** Shared by all processes. */
export interface Surroundings {
  readonly machine: Machine
  readonly dice: Dice
  readonly stores: SimulatedStores
  readonly platform: SimulatedPlatform
  readonly receivers: SimulatedReceivers
  readonly shards: SimulatedShards
  readonly files: MediaStore["Service"]
  /** Number of processes. */
  readonly processes: number
  /** Replaces ports. */
  readonly overrides: Layer.Layer<never, never, Ports>
  /** The handlers of events in each process. */
  readonly handlers: Layer.Layer<never, never, Ports>
}

/**
 * How often the owner of a shard polls, in milliseconds. A single process needs no polls: wake signals and due times
 * are enough. Where shards change their owner, polls find what a former owner recorded last.
 */
const shardPollMillis = 300_000

/** Intervals of the polls for snoozes and waiting conversations: virtual seconds cost as much as virtual minutes. */
const agendaIntervals = { assignments: "30 seconds", snoozes: "1 minute" } as const

/** Milliseconds until a process that could not start tries again. */
const startPause = 1_000

/** Milliseconds for which a stopping process waits for its running calls. */
const stopPatience = 10_000

const encoder = new TextEncoder()

/** A frame of a stream, as the client of the simulation reads it. */
export interface ReadFrame {
  readonly tag: StreamFrame["_tag"]
  readonly id: string | null
}

const encodeFrame = (frame: StreamFrame): Uint8Array => {
  const id =
    frame._tag === "Event" || frame._tag === "Gone" ? frame.event.id : frame._tag === "Opened" ? frame.id : null
  const read: ReadFrame = { tag: frame._tag, id }
  return encoder.encode(`${JSON.stringify(read)}\n`)
}

const portsOf = ({ dice, files, platform, receivers, shards, stores }: Surroundings, owner: Owner) =>
  Layer.mergeAll(
    Memory.stores,
    MemoryAccountCheck.layer,
    MemoryMediaUpload.layer,
    MemorySenderActions.layer,
    MemoryTagSync.layer,
    MemoryTemplateCatalogue.layer,
    MetaInboundReader.layer,
    LibPhoneNumbers.layer,
    ProcessSendPace.layer(paceTable(usualPaces)),
    platform.ports(owner),
    receivers.port(owner),
    Layer.succeed(MediaStore, files),
    Layer.succeed(IdentityProvider, IdentityProvider.of({ isOwn: false, userIdOf: (subject) => UserId.make(subject) })),
    Layer.succeed(
      PublicAddress,
      PublicAddress.of({ files: Effect.succeed(fileAddresses("https://parley.example.com")) })
    ),
    Layer.succeed(ShardAssignment, shards.port(owner))
  ).pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        Layer.succeed(World, stores.connect(owner)),
        Layer.succeed(IdSource, seededIds(dice.split(`ids of ${owner.name}`)))
      )
    )
  )

/** The ports of a process of the simulation, for use cases in handlers. */
export type Ports = Layer.Success<ReturnType<typeof portsOf>>

const layerOf = (surroundings: Surroundings, owner: Owner) =>
  Layer.mergeAll(
    Workers.layer,
    Workers.inboundWorker,
    Layer.effect(EventStreams, makeEventStreams(encodeFrame)),
    surroundings.handlers
  ).pipe(Layer.provideMerge(surroundings.overrides), Layer.provideMerge(portsOf(surroundings, owner)))

/** Services of a running process. */
export type Running = Layer.Success<ReturnType<typeof layerOf>>

/** The end of a call to a process; null if the process died before it answered. */
export type Answered<A, E> = (exit: Exit.Exit<A, E> | null) => void

/** A process of all roles. A crash ends it at any await, without finalizers: only the stores survive. */
export class SimulatedProcess {
  readonly #surroundings: Surroundings
  readonly #world: Owner
  readonly #index: number
  readonly #pending = new Set<() => void>()
  #incarnation = 0
  #owner: Owner
  #scope: Scope.Closeable = Scope.makeUnsafe()
  #context: Context.Context<Running> | null = null
  #isWanted = true
  #skew = 0

  constructor(surroundings: Surroundings, world: Owner, index: number) {
    this.#surroundings = surroundings
    this.#world = world
    this.#index = index
    this.#owner = surroundings.machine.owner(`process ${index}`)
  }

  /** Whether it takes calls. */
  get isReady(): boolean {
    return this.#context !== null && this.#isWanted
  }

  /** Lead of its wall clock, in milliseconds. */
  get skew(): number {
    return this.#skew
  }

  jump(millis: number): void {
    this.#skew += millis
    this.#owner.skew = this.#skew
  }

  start(): void {
    const { dice, machine } = this.#surroundings
    this.#incarnation += 1
    const owner = machine.owner(`process ${this.#index}.${this.#incarnation}`)
    owner.skew = this.#skew
    this.#owner = owner
    this.#isWanted = true
    machine.trace(owner, "starts")
    const services = Context.make(Scheduler.Scheduler, machine.scheduler(owner)).pipe(
      Context.add(Clock.Clock, machine.clock(owner)),
      Context.add(Random.Random, seededRandom(dice.split(`randomness of ${owner.name}`))),
      Context.add(References.CurrentLoggers, new Set()),
      Context.add(References.TracerEnabled, false),
      Context.add(FailureLimit, makeRareLog()),
      Context.add(DeliveryTiming, {
        pollInterval: this.#surroundings.processes === 1 ? Number.POSITIVE_INFINITY : shardPollMillis,
        shutdownPatience: stopPatience
      }),
      Context.add(PollInterval, Number.POSITIVE_INFINITY),
      Context.add(Workers.AgendaIntervals, agendaIntervals)
    )
    const scope = Scope.makeUnsafe()
    this.#scope = scope
    const building = Effect.map(Layer.buildWithScope(layerOf(this.#surroundings, owner), scope), (built) =>
      Context.merge(services, built)
    )
    Effect.runForkWith(services)(building).addObserver((exit) => {
      if (!owner.isAlive) return
      if (Exit.isSuccess(exit)) this.#context = exit.value
      else machine.after(this.#world, startPause, () => this.crash(0))
    })
  }

  /** Dies at once, or with this many further statements, and starts again after the delay. */
  crash(millis: number, statements = 0): void {
    if (!this.#isWanted) return
    if (statements > 0) {
      this.#owner.onStatement = () => this.crash(millis, statements - 1)
      return
    }
    this.#end()
    this.#surroundings.machine.after(this.#world, millis, () => this.start())
  }

  #end(): void {
    const { machine, shards, stores } = this.#surroundings
    machine.trace(this.#owner, "ends")
    this.#isWanted = false
    this.#context = null
    this.#owner.isAlive = false
    this.#owner.onStatement = null
    stores.disconnect(this.#owner)
    shards.lost(this.#owner)
    for (const lost of this.#pending) machine.enqueue(this.#world, lost)
    this.#pending.clear()
  }

  /** Stops as at SIGTERM, and starts again. */
  restart(millis: number): void {
    if (!this.isReady) return
    const { machine } = this.#surroundings
    const context = this.#context ?? Context.empty()
    const owner = this.#owner
    this.#isWanted = false
    const deadline = machine.now + stopPatience
    const end = () => {
      if (!owner.isAlive) return
      this.#end()
      machine.after(this.#world, millis, () => this.start())
    }
    const close = () => {
      if (!owner.isAlive) return
      if (machine.now < deadline && this.#pending.size > 0) return void machine.after(this.#world, 100, close)
      Effect.runForkWith(context)(Scope.close(this.#scope, Exit.void)).addObserver(() =>
        machine.enqueue(this.#world, end)
      )
      machine.after(this.#world, stopPatience, end)
    }
    close()
  }

  /** Runs a use case in the process, as an interface does. */
  call<A, E>(effect: Effect.Effect<A, E, Running | Scope.Scope>, answered: Answered<A, E>): Fiber.Fiber<A, E> | null {
    const context = this.#context
    const { machine } = this.#surroundings
    if (context === null || !this.#isWanted) {
      machine.enqueue(this.#world, () => answered(null))
      return null
    }
    const lost = () => answered(null)
    this.#pending.add(lost)
    const fiber = Effect.runForkWith(context)(Effect.scoped(effect))
    fiber.addObserver((exit) => {
      if (this.#pending.delete(lost)) machine.enqueue(this.#world, () => answered(exit))
    })
    return fiber
  }
}
