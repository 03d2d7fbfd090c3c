import { Array, Context, Effect, Latch, Layer, Ref, Schema, type Scope, Semaphore } from "effect"
import { GatheredSignals } from "../../collections/GatheredSignals.ts"
import { type DeliveryShard, deliveryShards } from "../../domain/webhooks/DeliveryShard.ts"
import {
  CannotJoinTransaction,
  canJoin,
  OpenTransaction,
  type ProgramTransaction
} from "../../ports/process/OpenTransaction.ts"
import type { AccountChanges, Inbox } from "../../ports/inbound/Inbox.ts"
import type { ApiKeys, RequestLogs } from "../../ports/access/ApiKeys.ts"
import type { ChannelSignups } from "../../ports/access/ChannelSignups.ts"
import type { AuditLog } from "../../ports/access/AuditLog.ts"
import type { ChannelAccounts } from "../../ports/access/ChannelAccounts.ts"
import type { ConsentStore } from "../../ports/contacts/ConsentStore.ts"
import type { Erasures } from "../../ports/contacts/Erasures.ts"
import type { RetainedRows } from "../../ports/access/RetainedRows.ts"
import type { ContactStore } from "../../ports/contacts/ContactStore.ts"
import type { ConversationAgenda } from "../../ports/conversations/ConversationAgenda.ts"
import type { ConversationNotes, ConversationStore } from "../../ports/conversations/ConversationStore.ts"
import type { LabelStore } from "../../ports/conversations/LabelStore.ts"
import type { SavedReplyStore } from "../../ports/conversations/SavedReplyStore.ts"
import type { TeamStore } from "../../ports/conversations/TeamStore.ts"
import type { Workloads } from "../../ports/conversations/Workloads.ts"
import type { DeliveryHistory, WebhookStore } from "../../ports/webhooks/WebhookStore.ts"
import type { DeliveryQueue } from "../../ports/webhooks/DeliveryQueue.ts"
import type { EventConsumers } from "../../ports/webhooks/EventConsumers.ts"
import type { EventFeed, EventLog, LiveFeed, MayHaveEvents } from "../../ports/webhooks/EventLog.ts"
import type { OrganizationId } from "../../domain/Ids.ts"
import type { IdempotencyKeys, SendLedger } from "../../ports/sends/SendLedger.ts"
import type { InboundQueue, ProfileLookups } from "../../ports/inbound/InboundQueue.ts"
import type { MediaLibrary } from "../../ports/media/MediaLibrary.ts"
import type { Memberships, Notifications, Notifier } from "../../ports/access/Memberships.ts"
import type { MessageStore } from "../../ports/messages/MessageStore.ts"
import type { CampaignStore } from "../../ports/campaigns/CampaignStore.ts"
import type { PendingSends } from "../../ports/sends/PendingSends.ts"
import type { Reports } from "../../ports/reports/Reports.ts"
import type { OrganizationDeletion, Organizations } from "../../ports/access/Organizations.ts"
import type { SignIns, Users } from "../../ports/access/SignIns.ts"
import { withTurns } from "./reports/withTurns.ts"
import { withOwnPhone } from "./contacts/storedIdentities.ts"
import { empty, type State, type Step } from "./State.ts"

/** The store ports whose methods read and change the state. */
export type StatePorts =
  | AccountChanges
  | ApiKeys
  | CampaignStore
  | AuditLog
  | ChannelSignups
  | ChannelAccounts
  | ConsentStore
  | ContactStore
  | ConversationAgenda
  | ConversationNotes
  | ConversationStore
  | DeliveryHistory
  | DeliveryQueue
  | Erasures
  | EventConsumers
  | EventFeed
  | EventLog
  | IdempotencyKeys
  | InboundQueue
  | Inbox
  | LabelStore
  | LiveFeed
  | MediaLibrary
  | Memberships
  | MessageStore
  | Notifications
  | Notifier
  | OrganizationDeletion
  | Organizations
  | PendingSends
  | ProfileLookups
  | Reports
  | RequestLogs
  | RetainedRows
  | SavedReplyStore
  | SendLedger
  | SignIns
  | TeamStore
  | Workloads
  | Users
  | WebhookStore

type CallOf<Port> = Port extends { readonly key: `effect-parley/ports/${infer Name}`; readonly Service: infer Service }
  ? `${Name}.${keyof Service & string}`
  : never

/** Every port method that a test can make fail, such as `"SendLedger.recordOutcome"`. Signals never fail. */
export type Call = Exclude<CallOf<StatePorts>, `${string}.${"listen" | "wakeSignal"}`>

/** The injected defect of a call, like a database failure. */
export class InjectedFailure extends Schema.TaggedError<InjectedFailure>()("InjectedFailure", {
  call: Schema.String
}) {}

/**
 * The shared state of the memory adapters, an immutable value that each step replaces. A transaction works on a draft,
 * which replaces the state on commit and is dropped on rollback. Other fibers never see a draft, and wait for its end
 * before they write.
 */
export class World extends Context.Service<
  World,
  {
    /** The current state; inside a transaction, its draft. */
    readonly state: Effect.Effect<State>
    /** Changes the state directly, for scenes that no port can produce. */
    update(change: (state: State) => State): Effect.Effect<void>
    /**
     * Makes the next calls of this method die with `InjectedFailure` before they change anything, once or the specified
     * number of times.
     */
    failNext(call: Call, times?: number): Effect.Effect<void>

    /** Reads the state on behalf of a port's method. */
    read<A>(call: Call, project: (state: State) => A): Effect.Effect<A>
    /** Changes the state on behalf of a port's method. */
    step<A, E>(call: Call, step: Step<A, E>): Effect.Effect<A, E>
    atomically<A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R>
    /** A transaction that the program opens around use cases. */
    open<A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R>
    /** Runs the effect after the commit of the surrounding transaction. */
    afterCommit(effect: Effect.Effect<void>): Effect.Effect<void>
    /** `DeliveryQueue.listen`. */
    listen(shard: DeliveryShard, wake: () => void): Effect.Effect<void, never, Scope.Scope>
    /** Waits until files of messages have been added since the last call. */
    readonly mediaSignal: Effect.Effect<void>
    /** Waits until profile look-ups have been added since the last call. */
    readonly profileSignal: Effect.Effect<void>
    /** Waits until a platform has delivered since the last call. */
    readonly inboundSignal: Effect.Effect<void>
    /** Waits until sends have been recorded since the last call. */
    readonly pendingSendSignal: Effect.Effect<void>
    /** Waits until turns of campaigns have been planned since the last call. */
    readonly campaignSignal: Effect.Effect<void>
    /** `LiveFeed`'s wake signals. */
    readonly feedSignals: Effect.Effect<Effect.Effect<MayHaveEvents>, never, Scope.Scope>
  }
>()("effect-parley/adapters/memory/World") {}

/** A transaction: its state, and what runs after its commit. */
interface Transaction {
  readonly state: Ref.Ref<State>
  readonly callbacks: Ref.Ref<ReadonlyArray<Effect.Effect<void>>>
}

/** The draft of the surrounding transaction; null outside of one. */
const Draft = Context.Reference<Transaction | null>("effect-parley/adapters/memory/World/Draft", {
  defaultValue: () => null
})

/** Failures that a test injected. They are not part of the state: a rollback does not restore them. */
class Failures {
  readonly #left = new Map<Call, number>()

  failNext(call: Call, times: number): void {
    this.#left.set(call, times)
  }

  /** Whether the call fails now. */
  strikes(call: Call): boolean {
    const times = this.#left.get(call) ?? 0
    if (times === 0) return false
    this.#left.set(call, times - 1)
    return true
  }
}

/** The defect of a call that cannot be part of the program's transaction. */
const refusal = (call: Call): CannotJoinTransaction | null => {
  const [port = "", method = ""] = call.split(".")
  return canJoin(port, method) ? null : new CannotJoinTransaction({ call, reason: "separate commit" })
}

/** Waits until the latch opens, and closes it again for the next signal. */
const nextOf = (latch: Latch.Latch) => Effect.asVoid(Effect.andThen(latch.await, latch.close))

/** Adds the own number of each contact to the identities of the initial state. */
const complete = (state: State): State => state.contacts.reduce(withOwnPhone, state)

const make = Effect.fnUntraced(function* (initial: Partial<State>) {
  const committed = yield* Ref.make(complete({ ...empty, ...initial }))
  const turn = yield* Semaphore.make(1)
  const owners = deliveryShards.map(() => new Set<Latch.Latch>())
  const mediaSignals = yield* Latch.make()
  const profileSignals = yield* Latch.make()
  const inboundSignals = yield* Latch.make()
  const pendingSendSignals = yield* Latch.make()
  const campaignSignals = yield* Latch.make()
  const followers = new Set<GatheredSignals<OrganizationId>>()
  const memory: ProgramTransaction = { database: committed }
  const failures = new Failures()

  /** Signals the events that were recorded between the two states. */
  const signalFollowers = (before: State, after: State): void => {
    if (after.logged === before.logged || followers.size === 0) return
    const recorded = after.events.filter(({ position }) => position > before.logged)
    for (const follower of followers) follower.signal(recorded.map(({ organizationId }) => organizationId))
  }

  /** The latches of workers that wait for what was added between the two states. */
  const wokenBy = (before: State, after: State): ReadonlyArray<Latch.Latch> => [
    ...(after.queued === before.queued
      ? []
      : owners.flatMap((signals, shard) =>
          (after.queued[shard] ?? 0) > (before.queued[shard] ?? 0) ? [...signals] : []
        )),
    ...(after.media.length > before.media.length ? [mediaSignals] : []),
    ...(after.lookupsAdded > before.lookupsAdded ? [profileSignals] : []),
    ...(after.inboundDeliveries.length > before.inboundDeliveries.length ? [inboundSignals] : []),
    ...(after.sendsAdded > before.sendsAdded ? [pendingSendSignals] : []),
    ...(after.campaignTurns > before.campaignTurns ? [campaignSignals] : [])
  ]

  /** Replaces the committed state and signals the waiting workers. */
  const commit = <A>(change: (state: State) => readonly [A, State]): Effect.Effect<A> =>
    Effect.suspend(() => {
      const before = Ref.getUnsafe(committed)
      const [answer, after] = change(before)
      if (after === before) return Effect.succeed(answer)
      const woken = wokenBy(before, after)
      return Ref.set(committed, after).pipe(
        Effect.andThen(woken.length === 0 ? Effect.void : Effect.forEach(woken, (latch) => latch.open)),
        Effect.map(() => {
          signalFollowers(before, after)
          return answer
        })
      )
    }).pipe(Effect.uninterruptible)

  const change = <A>(step: (state: State) => readonly [A, State]) => {
    const recorded = (before: State): readonly [A, State] => {
      const [answer, after] = step(before)
      return [answer, withTurns(before, after)]
    }
    return Effect.flatMap(Draft, (draft) =>
      draft === null ? turn.withPermit(commit(recorded)) : Ref.modify(draft.state, recorded)
    )
  }

  const state = Effect.map(Draft, (draft) => Ref.getUnsafe(draft?.state ?? committed))

  /** Runs the call of a port's method unless it cannot join the open transaction, or a test made it fail. */
  const calling = <A, E>(call: Call, run: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Effect.flatMap(OpenTransaction, (open) => {
      const defect = open === null ? null : refusal(call)
      if (defect !== null) return Effect.die(defect)
      return failures.strikes(call) ? Effect.die(new InjectedFailure({ call })) : run
    })

  /** A top-level transaction: its draft replaces the state only on success. Returns what runs after the commit, too. */
  const begin = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
    const draft: Transaction = {
      state: yield* Ref.make(yield* Ref.get(committed)),
      callbacks: yield* Ref.make<ReadonlyArray<Effect.Effect<void>>>([])
    }
    const answer = yield* Effect.provideService(effect, Draft, draft)
    const after = yield* Ref.get(draft.state)
    yield* commit(() => [undefined, after])
    return { answer, callbacks: yield* Ref.get(draft.callbacks) }
  })

  /** A nested transaction: a failure undoes only its own changes. */
  const nest = Effect.fnUntraced(function* <A, E, R>(draft: Transaction, effect: Effect.Effect<A, E, R>) {
    const before = yield* Ref.get(draft.state)
    const callbacks = yield* Ref.get(draft.callbacks)
    return yield* Effect.onError(effect, () =>
      Effect.andThen(Ref.set(draft.state, before), Ref.set(draft.callbacks, callbacks))
    )
  })

  const atomically = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(Draft, (draft) =>
      draft === null
        ? Effect.flatMap(turn.withPermit(begin(effect)), ({ answer, callbacks }) =>
            Effect.as(
              Effect.forEach(callbacks, (callback) => callback),
              answer
            )
          )
        : nest(draft, effect)
    )

  return World.of({
    state,
    update: (update) => change((before) => [undefined, update(before)]),
    failNext: (call, times = 1) => Effect.sync(() => failures.failNext(call, times)),
    read: (call, project) => calling(call, Effect.map(state, project)),
    step: (call, step) => calling(call, Effect.flatten(change(step))),
    atomically,
    open: (effect) => atomically(Effect.provideService(effect, OpenTransaction, memory)),
    afterCommit: (effect) =>
      Effect.flatMap(Draft, (draft) => {
        const callback = effect.pipe(Effect.provideService(Draft, null), Effect.provideService(OpenTransaction, null))
        return draft === null ? callback : Ref.update(draft.callbacks, (callbacks) => [...callbacks, callback])
      }),
    listen: Effect.fnUntraced(function* (shard, wake) {
      const signals = Array.getUnsafe(owners, shard)
      const signal = yield* Latch.make()
      yield* Effect.acquireRelease(
        Effect.sync(() => signals.add(signal)),
        () => Effect.sync(() => signals.delete(signal))
      )
      yield* Effect.forkScoped(Effect.forever(Effect.map(nextOf(signal), wake)), { startImmediately: true })
    }),
    mediaSignal: nextOf(mediaSignals),
    profileSignal: nextOf(profileSignals),
    inboundSignal: nextOf(inboundSignals),
    pendingSendSignal: nextOf(pendingSendSignals),
    campaignSignal: nextOf(campaignSignals),
    feedSignals: Effect.map(
      Effect.acquireRelease(
        Effect.sync(() => {
          const follower = new GatheredSignals<OrganizationId>()
          followers.add(follower)
          return follower
        }),
        (follower) => Effect.sync(() => followers.delete(follower))
      ),
      ({ next }) =>
        Effect.map(
          next,
          (signalled): MayHaveEvents =>
            (organizationId) =>
              signalled.has(organizationId)
        )
    )
  })
})

/** A world with the specified state, empty by default. */
export const layer = (initial: Partial<State> = {}) => Layer.effect(World, make(initial))
