import { DateTime, Duration } from "effect"
import { ForgettingMap } from "../../../collections/ForgettingMap.ts"
import type { InboundDeliveryId } from "../../../domain/Ids.ts"
import { type InboundDelivery, inboundLease } from "../../../domain/inbound/InboundDelivery.ts"

/** Most deliveries that are at hand, and most characters of their bodies. What is more waits for whoever asks for it. */
export const maxAtHand = { deliveries: 10_000, characters: 16 * 1024 * 1024 } as const

const leaseMillis = Duration.toMillis(inboundLease)

/** So much of a lease, in milliseconds, is needed to act on a delivery. */
const neededMillis = leaseMillis / 2

/** Who acts on deliveries asks for them at least every second; whoever has not asked for so long, in milliseconds, is gone. */
export const attentionMillis = 10_000

/**
 * Deliveries that this process has taken in and not acted on yet. The database has them too, as ones that somebody
 * claimed, so nobody needs to ask it for them, and it need not write down who got them. In a process where nobody acts on
 * deliveries there are none.
 */
export class DeliveriesAtHand {
  readonly #deliveries = new ForgettingMap<InboundDeliveryId, InboundDelivery>()
  #promised = 0
  #characters = 0
  #attendedAt = Number.NEGATIVE_INFINITY

  /** Somebody asks for deliveries. */
  attend(now: DateTime.Utc): void {
    this.#attendedAt = now.epochMilliseconds
  }

  /** Until when a delivery belongs to the process that took it in. */
  leaseOf({ receivedAt }: InboundDelivery): DateTime.Utc {
    return DateTime.addDuration(receivedAt, inboundLease)
  }

  /** Keeps room for it until it is `put` here or renounced, where there is room and somebody who acts on it. */
  reserve({ body, receivedAt }: InboundDelivery): boolean {
    const isFull = this.#deliveries.size + this.#promised >= maxAtHand.deliveries
    const isAttended = Math.abs(receivedAt.epochMilliseconds - this.#attendedAt) <= attentionMillis
    if (!isAttended || isFull || this.#characters + body.length > maxAtHand.characters) return false
    this.#promised += 1
    this.#characters += body.length
    return true
  }

  /** It is in the database. */
  put(delivery: InboundDelivery): void {
    this.#promised -= 1
    this.#deliveries.set(delivery.id, delivery)
  }

  /** Nobody knows whether it is in the database. */
  renounce({ body }: InboundDelivery): void {
    this.#promised -= 1
    this.#characters -= body.length
  }

  forget(id: InboundDeliveryId): void {
    const delivery = this.#deliveries.get(id)
    if (delivery === undefined) return
    this.#deliveries.delete(id)
    this.#characters -= delivery.body.length
  }

  /** At most `limit` of which enough of the lease is left, in the order in which they were put here. */
  take(now: DateTime.Utc, limit: number): ReadonlyArray<InboundDelivery> {
    const taken: Array<InboundDelivery> = []
    for (const delivery of this.#deliveries.values()) {
      if (taken.length >= limit) break
      if (this.#left(delivery, now) >= neededMillis) taken.push(delivery)
    }
    for (const { id } of taken) this.forget(id)
    return taken
  }

  /** At most `limit` of which too little of the lease is left. Where it is over they leave too: others may have them. */
  takeLate(now: DateTime.Utc, limit: number): ReadonlyArray<InboundDeliveryId> {
    const late: Array<InboundDeliveryId> = []
    for (const delivery of this.#deliveries.values()) {
      if (late.length >= limit) break
      const left = this.#left(delivery, now)
      if (left >= neededMillis) continue
      if (left > 0) late.push(delivery.id)
      this.forget(delivery.id)
    }
    return late
  }

  takeAll(): ReadonlyArray<InboundDeliveryId> {
    const ids = [...this.#deliveries.keys()]
    for (const id of ids) this.forget(id)
    return ids
  }

  #left({ receivedAt }: InboundDelivery, now: DateTime.Utc): number {
    return receivedAt.epochMilliseconds + leaseMillis - now.epochMilliseconds
  }
}
