import { Context, type DateTime, Effect, type Exit, Fiber, Scheduler } from "effect"
import { GatheredSignals } from "../../src/collections/GatheredSignals.ts"
import type { State } from "../../src/adapters/memory/State.ts"
import { InjectedFailure, World } from "../../src/adapters/memory/World.ts"
import type { DeliveryShard } from "../../src/domain/webhooks/DeliveryShard.ts"
import type { OrganizationId } from "../../src/domain/Ids.ts"
import type { Dice } from "./Dice.ts"
import type { Machine, Owner } from "./Machine.ts"

/** Background work that a commit wakes. */
type Work = "media" | "profiles" | "inbound" | "pending sends" | "campaigns"

const works: ReadonlyArray<Work> = ["media", "profiles", "inbound", "pending sends", "campaigns"]

/** Pause between two wake signals by a due time, in milliseconds: the interval of a poll. */
const duePause = 1_000

/** The pause doubles this often at most while due work stays as it is. A poll would find it as often as before. */
const maxDoublings = 10

/** A wait of a process for due work. */
interface Waiter {
  readonly owner: Owner
  readonly work: Work
  readonly resume: () => void
  cancelTimer: () => void
}

/** A listener of a process. */
interface Listener {
  readonly owner: Owner
  readonly isSignalled: (before: State, after: State) => boolean
  readonly notify: (before: State, after: State) => void
}

/** How statements fail at present: before they take effect or after it, and how long they take. */
export interface StoreFaults {
  before: number
  after: number
  slowMillis: number
}

/** Runs within a transaction, whose statements reach the database on the same connection. */
const InTransaction = Context.Reference<boolean>("effect-parley/testing/InTransaction", { defaultValue: () => false })

/** The earliest time of the rows, in epoch milliseconds. */
const earliest = <Row>(rows: ReadonlyArray<Row>, dueAt: (row: Row) => DateTime.Utc | null): number => {
  let first = Number.POSITIVE_INFINITY
  for (const row of rows) {
    const at = dueAt(row)
    if (at !== null && at.epochMilliseconds < first) first = at.epochMilliseconds
  }
  return first
}

const claimed: ReadonlySet<string> = new Set(["pending", "unsent", "discarded"])

/** When the next work of this kind becomes due, in epoch milliseconds. */
const nextDueAt: Readonly<Record<Work, (state: State) => number>> = {
  media: ({ media }) => earliest(media, ({ dueAt, media: { status } }) => (claimed.has(status) ? dueAt : null)),
  profiles: ({ profileLookups }) => earliest(profileLookups, ({ dueAt }) => dueAt),
  inbound: ({ inboundDeliveries, inboundProblems, parked }) =>
    Math.min(
      earliest(inboundDeliveries, ({ delivery, doneAt, leaseUntil }) =>
        doneAt === null ? (leaseUntil ?? delivery.receivedAt) : null
      ),
      earliest(inboundProblems, ({ dueAt }) => dueAt),
      earliest(parked, ({ dueAt }) => dueAt)
    ),
  "pending sends": ({ pendingSends }) =>
    earliest(pendingSends, ({ nextAt, send }) => (send.endedAt === null ? nextAt : null)),
  campaigns: ({ campaigns }) =>
    earliest(campaigns, ({ campaign: { status }, nextAt }) =>
      status === "scheduled" || status === "running" ? nextAt : null
    )
}

/** The lists that decide about the next due time. */
const isSameWork: Readonly<Record<Work, (one: State, other: State) => boolean>> = {
  media: (one, other) => one.media === other.media,
  profiles: (one, other) => one.profileLookups === other.profileLookups,
  inbound: (one, other) =>
    one.inboundDeliveries === other.inboundDeliveries &&
    one.inboundProblems === other.inboundProblems &&
    one.parked === other.parked,
  "pending sends": (one, other) => one.pendingSends === other.pendingSends,
  campaigns: (one, other) => one.campaigns === other.campaigns
}

const isAdded: Readonly<Record<Work, (before: State, after: State) => boolean>> = {
  media: (before, after) => after.media.length > before.media.length,
  profiles: (before, after) => after.lookupsAdded > before.lookupsAdded,
  inbound: (before, after) => after.inboundDeliveries.length > before.inboundDeliveries.length,
  "pending sends": (before, after) => after.sendsAdded > before.sendsAdded,
  campaigns: (before, after) => after.campaignTurns > before.campaignTurns
}

/**
 * The database of the simulation: one world of the memory stores, which every process reaches by its own connection.
 * It survives crashes of processes, which end their open transactions. Each statement is a message to the database and
 * back, at which other fibers run.
 */
export class SimulatedStores {
  readonly faults: StoreFaults = { before: 0, after: 0, slowMillis: 0 }
  readonly #machine: Machine
  readonly #dice: Dice
  readonly #world: World["Service"]
  readonly #server: Owner
  readonly #scheduler: Scheduler.Scheduler
  readonly #waiters = new Set<Waiter>()
  readonly #listeners = new Set<Listener>()
  readonly #statements = new Map<Owner, Set<Fiber.Fiber<unknown, unknown>>>()
  readonly #onCommit: (before: State, after: State) => void
  #state: State
  /** When the next work of each kind becomes due in the committed state, in epoch milliseconds. */
  readonly #dueAt: Record<Work, number>
  /** How often each work was woken since its next due time changed. */
  readonly #wakes: Record<Work, number> = { media: 0, profiles: 0, inbound: 0, "pending sends": 0, campaigns: 0 }
  /** Number of statements that have begun and not ended. */
  #running = 0

  constructor(machine: Machine, dice: Dice, world: World["Service"], onCommit: (before: State, after: State) => void) {
    this.#machine = machine
    this.#dice = dice
    this.#world = world
    this.#server = machine.owner("stores")
    this.#scheduler = machine.scheduler(this.#server)
    this.#onCommit = onCommit
    const state = Effect.runSync(world.state)
    this.#state = state
    const { campaigns, inbound, media, "pending sends": sends, profiles } = nextDueAt
    this.#dueAt = {
      media: media(state),
      profiles: profiles(state),
      inbound: inbound(state),
      "pending sends": sends(state),
      campaigns: campaigns(state)
    }
  }

  /** The committed state. */
  get state(): State {
    return this.#state
  }

  get #isFaulty(): boolean {
    const { after, before, slowMillis } = this.faults
    return after > 0 || before > 0 || slowMillis > 0
  }

  /** Ends the transactions of a dead process. */
  disconnect(owner: Owner): void {
    for (const statement of this.#statements.get(owner) ?? []) statement.interruptUnsafe()
    this.#statements.delete(owner)
    for (const waiter of this.#waiters) {
      if (waiter.owner !== owner) continue
      waiter.cancelTimer()
      this.#waiters.delete(waiter)
    }
    for (const listener of this.#listeners) if (listener.owner === owner) this.#listeners.delete(listener)
  }

  /** Wakes the work that the process added. Other processes find it when it is due, as by a poll. */
  #committed(owner: Owner): void {
    const before = this.#state
    const after = Effect.runSync(this.#world.state)
    if (after === before) return
    this.#state = after
    this.#onCommit(before, after)
    for (const { isSignalled, notify, owner } of this.#listeners) {
      if (isSignalled(before, after)) this.#machine.enqueue(owner, () => notify(before, after))
    }
    const changed = new Set(works.filter((work) => !isSameWork[work](before, after)))
    for (const work of changed) {
      const dueAt = nextDueAt[work](after)
      if (dueAt !== this.#dueAt[work]) this.#wakes[work] = 0
      this.#dueAt[work] = dueAt
    }
    for (const waiter of this.#waiters) {
      if (waiter.owner === owner && isAdded[waiter.work](before, after)) this.#wake(waiter)
      else if (changed.has(waiter.work)) this.#schedule(waiter)
    }
  }

  #wake(waiter: Waiter): void {
    waiter.cancelTimer()
    if (this.#waiters.delete(waiter)) this.#machine.enqueue(waiter.owner, waiter.resume)
  }

  /** Wakes the work at its next due time, by the clock of the process. */
  #schedule(waiter: Waiter): void {
    waiter.cancelTimer()
    const { owner, work } = waiter
    const wait = this.#dueAt[work] - owner.skew - this.#machine.now
    const pause = duePause * 2 ** Math.min(this.#wakes[work], maxDoublings)
    waiter.cancelTimer = this.#machine.after(owner, Math.max(pause, wait), () => {
      this.#wakes[work] += 1
      this.#wake(waiter)
    })
  }

  #wakeSignal(owner: Owner, work: Work): Effect.Effect<void> {
    return Effect.callback<void>((resume) => {
      const waiter: Waiter = { owner, work, resume: () => resume(Effect.void), cancelTimer: () => undefined }
      this.#waiters.add(waiter)
      this.#schedule(waiter)
      return Effect.sync(() => {
        waiter.cancelTimer()
        this.#waiters.delete(waiter)
      })
    })
  }

  /** Runs the statement at the database, and answers to the process if it still lives. */
  #cross<A, E, R>(
    owner: Owner,
    name: string,
    statement: Effect.Effect<A, E, R>,
    writes = true
  ): Effect.Effect<A, E, R> {
    return Effect.contextWith((services: Context.Context<R>) =>
      Effect.callback<A, E>((resume) => {
        this.#machine.trace(owner, name)
        const context = Context.add(services, Scheduler.Scheduler, this.#scheduler)
        const running = Effect.runForkWith(context)(this.#withFaults(name, statement))
        this.#running += 1
        const answer = (exit: Exit.Exit<A, E>) => {
          this.#running -= 1
          this.#statements.get(owner)?.delete(running)
          if (writes) this.#committed(owner)
          this.#machine.enqueue(owner, () => resume(exit))
        }
        const exit = running.pollUnsafe()
        if (exit !== undefined) {
          answer(exit)
          owner.onStatement?.()
          return undefined
        }
        const statements = this.#statements.get(owner) ?? new Set()
        this.#statements.set(owner, statements.add(running))
        running.addObserver(answer)
        owner.onStatement?.()
        return Fiber.interrupt(running)
      })
    )
  }

  /** Runs a statement that waits for no other one, without a fiber of its own. */
  #crossQuickly<A, E>(
    owner: Owner,
    name: string,
    statement: Effect.Effect<A, E>,
    writes: boolean
  ): Effect.Effect<A, E> {
    this.#machine.trace(owner, name)
    return Effect.flatMap(Effect.exit(statement), (exit) => {
      if (writes) this.#committed(owner)
      owner.onStatement?.()
      return Effect.callback<A, E>((resume) => this.#machine.enqueue(owner, () => resume(exit)))
    })
  }

  #withFaults<A, E, R>(name: string, statement: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    if (!this.#isFaulty) return statement
    const { after, before, slowMillis } = this.faults
    const failure = Effect.suspend(() => Effect.die(new InjectedFailure({ call: name })))
    const delayed =
      slowMillis === 0
        ? statement
        : Effect.andThen(
            Effect.callback<void>((resume) => {
              this.#machine.after(this.#server, this.#dice.between(0, slowMillis), () => resume(Effect.void))
            }),
            statement
          )
    if (before > 0 && this.#dice.chance(before)) return failure
    return after > 0 && this.#dice.chance(after) ? Effect.andThen(delayed, failure) : delayed
  }

  #statement<A, E>(owner: Owner, name: string, statement: Effect.Effect<A, E>, writes: boolean): Effect.Effect<A, E> {
    return Effect.flatMap(InTransaction, (isInside) =>
      isInside
        ? // A statement of a transaction fails as a whole with it, so a failure after it is one before the commit.
          Effect.andThen(Effect.yieldNow, this.#withFaults(name, statement))
        : this.#running === 0 && !this.#isFaulty
          ? this.#crossQuickly(owner, name, statement, writes)
          : this.#cross(owner, name, statement, writes)
    )
  }

  /** Runs the transaction at the database; a nested one within the surrounding one. */
  #transaction<A, E, R>(owner: Owner, name: string, transaction: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    return Effect.flatMap(InTransaction, (isInside) =>
      isInside ? transaction : this.#cross(owner, name, Effect.provideService(transaction, InTransaction, true))
    )
  }

  /** The connection of a process. */
  connect(owner: Owner): World["Service"] {
    const world = this.#world
    return World.of({
      state: world.state,
      update: (change) => this.#cross(owner, "update", world.update(change)),
      failNext: world.failNext,
      read: (call, project) => this.#statement(owner, call, world.read(call, project), false),
      step: (call, step) => this.#statement(owner, call, world.step(call, step), true),
      atomically: (effect) => this.#transaction(owner, "atomically", world.atomically(effect)),
      open: (effect) => this.#transaction(owner, "open", world.open(effect)),
      afterCommit: (effect) => world.afterCommit(Effect.provideService(effect, InTransaction, false)),
      listen: (shard: DeliveryShard, wake) =>
        Effect.asVoid(
          this.#listen({
            owner,
            isSignalled: (before, after) => (after.queued[shard] ?? 0) > (before.queued[shard] ?? 0),
            notify: wake
          })
        ),
      mediaSignal: this.#wakeSignal(owner, "media"),
      profileSignal: this.#wakeSignal(owner, "profiles"),
      inboundSignal: this.#wakeSignal(owner, "inbound"),
      pendingSendSignal: this.#wakeSignal(owner, "pending sends"),
      campaignSignal: this.#wakeSignal(owner, "campaigns"),
      feedSignals: Effect.suspend(() => {
        const signals = new GatheredSignals<OrganizationId>()
        return Effect.as(
          this.#listen({
            owner,
            isSignalled: (before, after) => after.logged > before.logged,
            notify: (before, after) => {
              const first = after.events.findLastIndex(({ position }) => position <= before.logged) + 1
              signals.signal(after.events.slice(first).map(({ organizationId }) => organizationId))
            }
          }),
          Effect.map(signals.next, (signalled) => (organizationId: OrganizationId) => signalled.has(organizationId))
        )
      })
    })
  }

  #listen(listener: Listener) {
    return Effect.acquireRelease(
      Effect.sync(() => void this.#listeners.add(listener)),
      () => Effect.sync(() => this.#listeners.delete(listener))
    )
  }
}
