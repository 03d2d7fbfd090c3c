import { type Context, Effect, Exit, type Fiber, type Scope } from "effect"
import { type DeliveryShard, deliveryShards } from "../../src/domain/webhooks/DeliveryShard.ts"
import { ShardAssignment } from "../../src/ports/webhooks/DeliveryQueue.ts"
import { Dice } from "./Dice.ts"
import type { Machine, Owner } from "./Machine.ts"

/** Milliseconds after which the shards of a dead process get another owner. */
const leaseMillis = 8_000

/** A process that consumes shards. */
interface Member {
  readonly owner: Owner
  readonly run: (shard: DeliveryShard) => Fiber.Fiber<void, never>
}

interface Assignment {
  member: Member
  fiber: Fiber.Fiber<void, never>
  isLeaving: boolean
}

/** Which process consumes which shard: one at a time, and another one only after its end or its lease. */
export class SimulatedShards {
  readonly #machine: Machine
  readonly #cluster: Owner
  readonly #members = new Set<Member>()
  readonly #assigned = new Map<DeliveryShard, Assignment>()

  constructor(machine: Machine) {
    this.#machine = machine
    this.#cluster = machine.owner("cluster")
  }

  /** Frees the shards of a dead process when its lease ends. */
  lost(owner: Owner): void {
    for (const member of this.#members) if (member.owner === owner) this.#members.delete(member)
    this.#machine.after(this.#cluster, leaseMillis, () => {
      for (const [shard, { member }] of this.#assigned) if (member.owner === owner) this.#assigned.delete(shard)
      this.#rebalance()
    })
  }

  /** The member with the highest rank for the shard. */
  #ownerOf(shard: DeliveryShard): Member | undefined {
    let best: { readonly member: Member; readonly rank: number } | undefined
    for (const member of this.#members) {
      const rank = new Dice(`${member.owner.name} ${shard}`).word()
      if (best === undefined || rank > best.rank) best = { member, rank }
    }
    return best?.member
  }

  #rebalance(): void {
    for (const shard of deliveryShards) {
      const chosen = this.#ownerOf(shard)
      const present = this.#assigned.get(shard)
      if (present !== undefined && present.member !== chosen && !present.isLeaving && present.member.owner.isAlive) {
        present.isLeaving = true
        this.#machine.enqueue(present.member.owner, () => present.fiber.interruptUnsafe())
      }
      if (present === undefined && chosen !== undefined) this.#start(shard, chosen)
    }
  }

  #start(shard: DeliveryShard, member: Member): void {
    const fiber = member.run(shard)
    const assignment: Assignment = { member, fiber, isLeaving: false }
    this.#assigned.set(shard, assignment)
    fiber.addObserver(() => {
      if (this.#assigned.get(shard) === assignment) this.#assigned.delete(shard)
      this.#machine.enqueue(this.#cluster, () => this.#rebalance())
    })
  }

  /** The port of a process. */
  port(owner: Owner): ShardAssignment["Service"] {
    return ShardAssignment.of({
      unowned: Effect.sync(() => deliveryShards.length - this.#assigned.size),
      run: (runShard) => this.#join(owner, runShard)
    })
  }

  #join<R>(
    owner: Owner,
    runShard: (shard: DeliveryShard) => Effect.Effect<void, never, R>
  ): Effect.Effect<void, never, R | Scope.Scope> {
    return Effect.contextWith((context: Context.Context<R>) => {
      const member: Member = { owner, run: (shard) => Effect.runForkWith(context)(runShard(shard)) }
      const joined = Effect.sync(() => {
        this.#members.add(member)
        this.#machine.enqueue(this.#cluster, () => this.#rebalance())
      })
      return Effect.asVoid(Effect.acquireRelease(joined, () => this.#leave(member)))
    })
  }

  /** Waits until the shards of a stopping process have ended. */
  #leave(member: Member): Effect.Effect<void> {
    return Effect.suspend(() => {
      this.#members.delete(member)
      const own = [...this.#assigned.values()].filter((assignment) => assignment.member === member)
      this.#machine.enqueue(this.#cluster, () => this.#rebalance())
      return Effect.forEach(
        own,
        ({ fiber }) => Effect.callback<void>((resume) => void fiber.addObserver(() => resume(Exit.void))),
        { concurrency: "unbounded", discard: true }
      )
    })
  }
}
