import { LinkedQueue } from "../../../collections/LinkedQueue.ts"
import type { CallResult } from "./ConcurrencyLimiter.ts"
import type { Receiver } from "./Receivers.ts"
import type { TenantQueue } from "./TenantQueue.ts"

/** Maximum deliveries in flight: attempted or being recorded. */
export const maxInFlight = 512

/** Maximum calls in flight to all receivers on probation. */
export const maxProbationInFlight = maxInFlight / 2

/**
 * Round-robin over tenants, one delivery each. The limiter of a receiver bounds its runnable tenants; the others wait.
 * Tenants of receivers on probation have a separate round. The two rounds alternate.
 */
export class RoundRobin {
  readonly #healthy = new LinkedQueue<TenantQueue>()
  readonly #probation = new LinkedQueue<TenantQueue>()
  #wasProbation = false
  /** Calls to receivers that are on probation now. */
  probationInFlight = 0

  /** Queues the tenant for its receiver, behind tenants that already wait. */
  enter(tenant: TenantQueue): void {
    if (tenant.queue !== null || tenant.isPaused || tenant.ready.size === 0) return
    tenant.receiver.blocked.push(tenant)
    this.#admit(tenant.receiver)
  }

  leave(tenant: TenantQueue): void {
    if (tenant.queue === null) return
    if (tenant.queue !== tenant.receiver.blocked) tenant.receiver.runnable -= 1
    tenant.queue.remove(tenant)
    this.#admit(tenant.receiver)
  }

  /** Takes the next tenant that has a ready delivery and an open receiver. */
  next(): TenantQueue | null {
    for (;;) {
      const isProbation =
        this.#probation.size > 0 &&
        this.probationInFlight < maxProbationInFlight &&
        (!this.#wasProbation || this.#healthy.size === 0)
      const tenant = (isProbation ? this.#probation : this.#healthy).shift()
      if (tenant === null) return null
      const { receiver } = tenant
      receiver.runnable -= 1
      // The limit of the receiver may have changed since the tenant entered the round.
      if (receiver.limiter.isOnProbation === isProbation && receiver.isOpen) {
        this.#wasProbation = isProbation
        return tenant
      }
      this.enter(tenant)
    }
  }

  /** Registers a call. Returns the calls in flight to the receiver, this one included. */
  begin(receiver: Receiver<TenantQueue>): number {
    receiver.inFlight += 1
    if (receiver.limiter.isOnProbation) this.probationInFlight += 1
    return receiver.inFlight
  }

  /** Records the end of a call that began as one of `inFlight`. `result` is null if it does not concern the receiver. */
  end(receiver: Receiver<TenantQueue>, inFlight: number, result: CallResult | null): void {
    if (receiver.limiter.isOnProbation) this.probationInFlight -= receiver.inFlight
    receiver.inFlight -= 1
    if (result !== null) receiver.limiter.record(result, inFlight)
    if (receiver.limiter.isOnProbation) this.probationInFlight += receiver.inFlight
    this.#admit(receiver)
  }

  #admit(receiver: Receiver<TenantQueue>): void {
    const round = receiver.limiter.isOnProbation ? this.#probation : this.#healthy
    while (receiver.takesRunnable) {
      const tenant = receiver.blocked.shift()
      if (tenant === null) return
      receiver.runnable += 1
      round.push(tenant)
    }
  }
}
