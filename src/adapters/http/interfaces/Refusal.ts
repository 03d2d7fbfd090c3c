import { Context, Data, Schema } from "effect"
import { type Refusal, refusal } from "../openapi/documented.ts"

/** Codes of failures, for programs that call the Developer interface. */
export const FailureCode = Schema.Literals([
  "MISSING_FIELD",
  "INVALID_TYPE",
  "INVALID_API_KEY",
  "ORGANIZATION_SUSPENDED",
  "NOT_FOUND",
  "API_LIMIT_REACHED",
  "CHANNEL_UNAVAILABLE",
  "RECIPIENT_BLOCKED",
  "RECIPIENT_OPTED_OUT",
  "IDEMPOTENCY_KEY_REUSED",
  "REQUEST_IN_PROGRESS",
  "OUTCOME_UNKNOWN"
])
export type FailureCode = typeof FailureCode.Type

/** The content of a refusal. */
export interface RefusalContent {
  /** The failure, for people. */
  readonly text: string
  /** The failure in answers of the Session interface, where the text differs. */
  readonly memberText?: string
  /** The advice; in answers of the Developer interface. */
  readonly fix?: string
  /** In answers of the Developer interface. */
  readonly code?: FailureCode
}

/** The content of a refusal by the platform. */
export interface PlatformRefusalContent extends RefusalContent {
  /** The platform's code and its name; in answers of the Session interface. */
  readonly details: { readonly code: number; readonly title: string }
}

/** Contents by the status of the refusal, which is the name of a failure class in both interfaces. */
export interface ContentOf {
  readonly BadRequest: RefusalContent
  readonly Forbidden: RefusalContent
  readonly NotFound: RefusalContent
  readonly Conflict: RefusalContent
  readonly TooManyRequests: RefusalContent
  readonly BadGateway: PlatformRefusalContent
  readonly Unavailable: RefusalContent
}
export type RefusedStatus = keyof ContentOf

/** A refused request to a resource of both interfaces. Each interface answers it with its own failure. */
export class Refused<Status extends RefusedStatus> extends Data.TaggedError("Refused") {
  readonly status: Status
  readonly content: ContentOf[Status]

  constructor(status: Status, content: ContentOf[Status]) {
    super()
    this.status = status
    this.content = content
  }
}

/** The resource does not exist. */
export const notFound = (text: string) => new Refused("NotFound", { text, code: "NOT_FOUND" })

/** The state of the resource does not permit this. */
export const conflict = (text: string, fix?: string) =>
  new Refused("Conflict", { text, ...(fix !== undefined && { fix }) })

/** A field is invalid. The text omits the value. */
export const invalidField = (name: string, expectation: string, fix?: string) =>
  new Refused("BadRequest", { text: `Invalid field ${name}: ${expectation}`, ...(fix !== undefined && { fix }) })

/** A required field is missing. */
export const missingField = (name: string, fix: string) =>
  new Refused("BadRequest", { text: `Missing required field: ${name}`, code: "MISSING_FIELD", fix })

/** The request names no field to change. */
export const nothingToChange = refusal(
  "There is nothing to change",
  new Refused("BadRequest", { text: "No valid fields to update", fix: "Give at least one field of the resource" })
)

/** Cases in which an endpoint refuses a request, for the documents of both interfaces. */
export const Refusals = Context.Reference<ReadonlyArray<Refusal<Refused<RefusedStatus>>>>(
  "effect-parley/http/Refusals",
  { defaultValue: () => [] }
)
