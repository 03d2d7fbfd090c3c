import type { State } from "../../src/adapters/memory/State.ts"
import type { EventId, OrganizationId, PendingSendId } from "../../src/domain/Ids.ts"
import type { Delivery } from "../../src/domain/webhooks/Delivery.ts"
import type { Business, Person } from "./Cast.ts"
import type { AcceptedMessage } from "./platformReports.ts"
import type { WrittenMessage } from "./SimulatedPlatform.ts"

/** A broken rule of the service or of the program. */
export interface Violation {
  /** Milliseconds since the beginning. */
  readonly at: number
  readonly rule: string
  readonly detail: string
}

/** A send that the service acknowledged. */
export interface AcknowledgedSend {
  readonly key: string
  readonly platformMessageId: string
  readonly business: Business
}

/** A scheduled send, as its caller knows it. */
export interface ScheduledByCaller {
  readonly person: Person
  /** Different for each send. */
  readonly text: string
  /** Null until the service acknowledged the send. */
  id: PendingSendId | null
  /** Earliest time of the send by what the service acknowledged or may have done, in milliseconds since the epoch. */
  notBefore: number
  isCancelRequested: boolean
  /** The service acknowledged the cancellation. */
  isCancelled: boolean
  /** A call about the send has no answer yet. */
  isCalling: boolean
}

/** A member's client of the stream of events, which resumes after the last event that it got. */
export interface StreamClient {
  readonly business: Business
  /** Ids in the order of arrival. */
  readonly received: Array<string>
  lastId: string | null
  /** The service said that it no longer knows the last id: the client reloads everything, as it should. */
  hasMissed: boolean
  /** Until when the client follows, in milliseconds since the epoch. */
  until: number
}

/** The knowledge of the simulation: the stored state, and the view from outside. */
export interface Observations {
  /** Milliseconds since the beginning. */
  readonly at: number
  /** Whether everything has come to rest: no faults, and no work left. */
  readonly isOver: boolean
  readonly state: State
  /** Messages that people wrote. */
  readonly written: ReadonlyArray<WrittenMessage>
  /** Messages that people got. */
  readonly accepted: ReadonlyArray<AcceptedMessage>
  readonly sends: ReadonlyArray<AcknowledgedSend>
  readonly scheduled: ReadonlyArray<ScheduledByCaller>
  /** Events that receivers took, by id, in the order of their first arrival. */
  readonly received: ReadonlyMap<EventId, Delivery>
  /** Events that further endpoints took, by `deliveryKey`. */
  readonly receivedByEndpoints: ReadonlyMap<string, Delivery>
  readonly streams: ReadonlyArray<StreamClient>
  /** The organization of a business. */
  readonly organizationOf: (business: Business) => OrganizationId
}

/** A rule that holds at any time. Returns what breaks it. */
export type Check = (observations: Observations) => ReadonlyArray<string>
