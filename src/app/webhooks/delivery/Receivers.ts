import { keptFor } from "../../../collections/ForgettingMap.ts"
import { type Linked, LinkedQueue } from "../../../collections/LinkedQueue.ts"
import { ConcurrencyLimiter } from "./ConcurrencyLimiter.ts"

/** Maximum idle receivers whose limits are stored. */
export const maxRemembered = 1_000

/** Returns the origin of a webhook URL. */
const originOf = keptFor(maxRemembered, (url: string): string => URL.parse(url)?.origin ?? url)

/** The origin of webhook URLs, which several tenants may share. */
export class Receiver<Tenant extends Linked<Tenant>> {
  readonly origin: string
  readonly limiter = new ConcurrencyLimiter()
  inFlight = 0
  /** Its runnable tenants; each starts one call per round. */
  runnable = 0
  /** Its tenants with a queue in memory. */
  tenants = 0
  /** Tenants with a call ready that wait for the limiter. */
  readonly blocked = new LinkedQueue<Tenant>()

  constructor(origin: string) {
    this.origin = origin
  }

  /** Whether a call may be started. */
  get isOpen(): boolean {
    return this.inFlight < this.limiter.limit
  }

  /** Whether one more of its tenants may become runnable. */
  get takesRunnable(): boolean {
    return this.inFlight + this.runnable < this.limiter.limit
  }
}

/** Receivers with calls or queues, and recently used idle ones. */
export class Receivers<Tenant extends Linked<Tenant>> {
  readonly #busy = new Map<string, Receiver<Tenant>>()
  /** In eviction order. */
  readonly #idle = new Map<string, Receiver<Tenant>>()

  get size(): number {
    return this.#busy.size + this.#idle.size
  }

  of(url: string): Receiver<Tenant> {
    const origin = originOf(url)
    const busy = this.#busy.get(origin)
    if (busy !== undefined) return busy
    const receiver = this.#idle.get(origin) ?? new Receiver<Tenant>(origin)
    this.#idle.delete(origin)
    this.#busy.set(origin, receiver)
    return receiver
  }

  /** Call after a tenant or a call of the receiver was removed. */
  releaseIfIdle(receiver: Receiver<Tenant>): void {
    if (receiver.tenants > 0 || receiver.inFlight > 0 || !this.#busy.delete(receiver.origin)) return
    if (!receiver.limiter.isKnown) return
    this.#idle.set(receiver.origin, receiver)
    const [oldest] = this.#idle.keys()
    if (this.#idle.size > maxRemembered && oldest !== undefined) this.#idle.delete(oldest)
  }
}
