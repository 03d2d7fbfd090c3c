import { Schema } from "effect"
import { AssignmentPolicy, MemberAvailability } from "../../src/domain/conversations/assignment.ts"
import { Plan } from "../../src/domain/limits/MonthlyLimit.ts"

const at = { at: Schema.Finite.annotate({ description: "Milliseconds since the beginning" }) }
const ofPerson = { ...at, person: Schema.Int }
const ofBusiness = { ...at, business: Schema.Int }
const ofProcess = { ...at, process: Schema.Int }
const seconds = { seconds: Schema.Finite }

/** Faults of the platform. `unanswered`: the message is sent, and the answer is lost. */
export const PlatformFault = Schema.Literals(["slow", "unreached", "unanswered", "refused", "throttled"])
export type PlatformFault = typeof PlatformFault.Type

/** Faults of webhooks of the platform. `batched`: several reports come in one webhook. */
export const WebhookFault = Schema.Literals(["late", "doubled", "batched"])
export type WebhookFault = typeof WebhookFault.Type

/** Faults of a receiver of events. `unanswered`: it takes the event, and its answer is lost. */
export const ReceiverFault = Schema.Literals(["slow", "unreached", "unanswered", "500", "410"])
export type ReceiverFault = typeof ReceiverFault.Type

/** Faults of the stores. `unanswered`: the statement takes effect, and its answer is lost. */
export const StoreFault = Schema.Literals(["slow", "failed", "unanswered"])
export type StoreFault = typeof StoreFault.Type

/**
 * A step of a history: an act of a person, a caller or an operator, or the beginning of a fault. Each is independent of
 * the others, so a history without some of its steps is a history too.
 */
export const Step = Schema.TaggedUnion({
  Writes: { ...ofPerson, text: Schema.String },
  SendsPhoto: ofPerson,
  Taps: ofPerson,
  Reacts: ofPerson,
  ChangesNumber: ofPerson,
  Blocks: ofPerson,
  /** The business sends a text to the person, with this idempotency key. */
  Sends: { ...ofPerson, key: Schema.String },
  /** The business schedules a text to the person: a member in their conversation, or a backend. */
  Schedules: { ...ofPerson, text: Schema.String, by: Schema.Literals(["member", "backend"]), ...seconds },
  /** The business moves the last scheduled send to the person, to `seconds` from now. */
  Reschedules: { ...ofPerson, ...seconds },
  /** The business cancels the last scheduled send to the person. */
  Cancels: ofPerson,
  /** The business starts a campaign to all of its contacts. The name of its template is `name`. */
  StartsCampaign: { ...ofBusiness, name: Schema.String, ...seconds },
  /** The business pauses, resumes or cancels its last campaign. */
  ActsOnCampaign: { ...ofBusiness, action: Schema.Literals(["pause", "resume", "cancel"]) },
  Closes: ofPerson,
  MarksRead: ofPerson,
  /** A member snoozes the conversation with the person; until the next message with 0 seconds. */
  Snoozes: { ...ofPerson, ...seconds },
  /** A member takes the conversation with the person. */
  Takes: { ...ofPerson, member: Schema.Int },
  /** A member of the business becomes available, or away. */
  SetsAvailability: { ...ofBusiness, member: Schema.Int, availability: MemberAvailability },
  /** The business changes its policy of assignment. */
  ChangesPolicy: { ...ofBusiness, policy: AssignmentPolicy },
  ChangesPlan: { ...ofBusiness, plan: Plan },
  RevokesKey: ofBusiness,
  RotatesSecret: ofBusiness,
  /** A member follows the stream of events. */
  Follows: { ...ofBusiness, ...seconds },
  PlatformFails: { ...at, fault: PlatformFault, ...seconds },
  WebhooksFail: { ...at, fault: WebhookFault, ...seconds },
  ReceiverFails: { ...ofBusiness, fault: ReceiverFault, ...seconds },
  StoresFail: { ...at, fault: StoreFault, ...seconds },
  /** The process dies at once, or with this many further statements, and starts again after `seconds`. */
  Crashes: { ...ofProcess, statements: Schema.Int, ...seconds },
  /** The process stops as at a deployment, and starts again. */
  Restarts: { ...ofProcess, ...seconds },
  /** The wall clock of the process jumps. */
  ClockJumps: { ...ofProcess, millis: Schema.Int }
})
export type Step = typeof Step.Type

/** The events outside of the service, as data. Its seed decides the order, the latencies and the ids. */
export class History extends Schema.Opaque<History>()(
  Schema.Struct({
    seed: Schema.Int,
    hours: Schema.Finite,
    businesses: Schema.Int,
    people: Schema.Int,
    processes: Schema.Int,
    steps: Schema.Array(Step)
  })
) {}

/** The file of a history. */
export const HistoryFile = Schema.fromJsonString(History)

/** A step in a line. */
export const stepText = ({ _tag, at, ...facts }: Step): string =>
  `${(at / 1_000).toFixed(1)} s: ${[
    _tag,
    ...Object.entries(facts).map(([name, value]) => `${name} ${String(value)}`)
  ].join(", ")}`
