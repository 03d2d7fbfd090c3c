import { Effect, Layer } from "effect"
import type { Delivery } from "../../src/domain/webhooks/Delivery.ts"
import { DeliveryRefused } from "../../src/domain/webhooks/afterRefusal.ts"
import { WebhookSender } from "../../src/ports/webhooks/WebhookStore.ts"
import type { Business, Cast } from "./Cast.ts"
import type { Dice } from "./Dice.ts"
import type { ReceiverFault } from "./History.ts"
import type { Machine, Owner } from "./Machine.ts"

/** Probability of the present fault for an attempt. */
const faultChance = 0.8

/** Latencies in milliseconds. */
const latencies = { answer: [5, 150], slowAnswer: [1_000, 14_000] } as const

/** The name of an attempt, by which its latency and fault are drawn. */
const nameOf = ({ event, failures, webhook }: Delivery): string =>
  `${webhook.url} ${event.type} ${/"message_id":"([^"]+)"/.exec(event.dataJson)?.[1] ?? event.sequence} ${failures}`

/** The further endpoint of a business. */
export const secondUrl = (business: Business): string => `${business.url}/second`

/**
 * The receivers of the businesses: a seeded model behind the port of the service. The further endpoint of a business is dead
 * while its webhook has a fault, and slow otherwise.
 */
export class SimulatedReceivers {
  readonly #faults = new Map<Business, ReceiverFault>()
  readonly #byUrl: ReadonlyMap<string, Business>
  readonly #bySecondUrl: ReadonlyMap<string, Business>
  readonly #machine: Machine
  readonly #dice: Dice
  readonly #onReceived: (delivery: Delivery) => void
  attempts = 0

  constructor(machine: Machine, dice: Dice, cast: Cast, onReceived: (delivery: Delivery) => void) {
    this.#machine = machine
    this.#dice = dice
    this.#byUrl = new Map(cast.businesses.map((business) => [business.url, business]))
    this.#bySecondUrl = new Map(cast.businesses.map((business) => [secondUrl(business), business]))
    this.#onReceived = onReceived
  }

  setFault(business: Business, fault: ReceiverFault | null): void {
    if (fault === null) this.#faults.delete(business)
    else this.#faults.set(business, fault)
  }

  #sleep(owner: Owner, millis: number): Effect.Effect<number> {
    return Effect.callback<number>((resume) => {
      return Effect.sync(this.#machine.after(owner, millis, () => resume(Effect.succeed(millis))))
    })
  }

  #refused(status: number | null, durationMillis: number, detail: string): DeliveryRefused {
    const response = status === null ? null : ""
    return new DeliveryRefused({ status, detail, durationMillis, response, retryAfterMillis: null })
  }

  /** The port of a process. */
  port(owner: Owner) {
    const send = Effect.fnUntraced({ self: this }, function* (delivery: Delivery) {
      const business = this.#byUrl.get(delivery.webhook.url)
      this.attempts += 1
      this.#machine.trace(owner, `delivers ${delivery.event.type} ${delivery.event.id}`)
      const dice = this.#dice.split(nameOf(delivery))
      const second = this.#bySecondUrl.get(delivery.webhook.url)
      if (second !== undefined) {
        const millis = yield* this.#sleep(owner, Math.round(dice.within(latencies.slowAnswer)))
        if (this.#faults.has(second)) return yield* this.#refused(null, millis, "connection refused")
        this.#onReceived(delivery)
        return { status: 204, durationMillis: millis, response: "" }
      }
      const fault = business !== undefined && dice.chance(faultChance) ? this.#faults.get(business) : undefined
      const latency = dice.within(fault === "slow" ? latencies.slowAnswer : latencies.answer)
      const millis = yield* this.#sleep(owner, Math.round(latency))
      if (fault === "unreached") return yield* this.#refused(null, millis, "connection refused")
      if (fault === "500" || fault === "410") return yield* this.#refused(Number(fault), millis, "refused")
      this.#onReceived(delivery)
      if (fault === "unanswered") return yield* this.#refused(null, millis, "the connection was closed")
      return { status: 204, durationMillis: millis, response: "" }
    })
    return Layer.succeed(WebhookSender, WebhookSender.of({ checkAddress: () => Effect.void, send }))
  }
}
