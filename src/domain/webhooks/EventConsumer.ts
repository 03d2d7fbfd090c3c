import { type Brand, type DateTime, Schema } from "effect"
import type { EventId, OrganizationId } from "../Ids.ts"
import type { NextStep } from "./afterRefusal.ts"
import { failuresThatHold } from "./Delivery.ts"

/** The name under which a program consumes events. Its position is stored by this name. */
export const ConsumerName = Schema.String.check(Schema.isPattern(/^[a-z0-9._-]{1,64}$/)).pipe(
  Schema.brand("ConsumerName")
)
export type ConsumerName = string & Brand.Brand<"ConsumerName">

/** The first event of a new consumer: the next one that is recorded, or the oldest one that is stored. */
export type ConsumerStart = "now" | "beginning"

/** The events that a consumer handles. Null matches all. */
export interface ConsumerFilter {
  readonly types: ReadonlyArray<string> | null
  readonly organizationId: OrganizationId | null
}

/** Bytes of a failure's text that are stored with the event. */
export const maxErrorLength = 1_000

/** An event whose handler failed too often (contract: Failures and dead letters). */
export interface DeadLetter {
  readonly organizationId: OrganizationId
  readonly eventId: EventId
  readonly type: string
  readonly occurredAt: DateTime.Utc
  readonly deadAt: DateTime.Utc
  readonly failures: number
  /** The last failure, in the words of the handler. */
  readonly error: string
}

/** The state of a consumer, for operators. */
export interface ConsumerStatus {
  readonly name: ConsumerName
  /** Seconds since the oldest event that the consumer has not reached; 0 without one. */
  readonly lagSeconds: number
  /** Events that wait for a retry, or for an earlier event of their conversation. */
  readonly deferred: number
  readonly dead: number
  /** Whether a process handles its events now. */
  readonly isRunning: boolean
}

/** The consumer does not exist. */
export class ConsumerNotFound extends Schema.TaggedError<ConsumerNotFound>()("ConsumerNotFound", {
  name: Schema.String
}) {}

/** Whether an event with this outcome blocks later events of its conversation. `failures` include the last one. */
export const holdsBack = (next: NextStep, failures: number): boolean =>
  next._tag === "Retry" && failures < failuresThatHold
