import { Schema } from "effect"
import { keyFailures } from "../../idempotency/keyRefusals.ts"
import { type DocumentedFailure, type Refusal, refusal, type Where } from "../../openapi/documented.ts"

const body = {
  success: Schema.tag(false),
  error: Schema.String.annotate({ description: "What went wrong, for people" })
}

/**
 * The failures of the Session interface (contract: Session errors): one class per status, and the instance is the body.
 * `_tag` is for programs with the typed client, and no field of the body.
 */
export class BadRequest extends Schema.Error<BadRequest>("session/BadRequest")(body, { httpApiStatus: 400 }) {
  get _tag() {
    return "session/BadRequest" as const
  }
}
/** Status 401: the credentials are missing or invalid. */
export class Unauthorized extends Schema.Error<Unauthorized>("session/Unauthorized")(body, { httpApiStatus: 401 }) {
  get _tag() {
    return "session/Unauthorized" as const
  }
}
/** Status 403: the caller may not do this. */
export class Forbidden extends Schema.Error<Forbidden>("session/Forbidden")(body, { httpApiStatus: 403 }) {
  get _tag() {
    return "session/Forbidden" as const
  }
}
/** Status 404: the resource does not exist. */
export class NotFound extends Schema.Error<NotFound>("session/NotFound")(body, { httpApiStatus: 404 }) {
  get _tag() {
    return "session/NotFound" as const
  }
}
/** Status 409: the state of the resource does not permit this. */
export class Conflict extends Schema.Error<Conflict>("session/Conflict")(body, { httpApiStatus: 409 }) {
  get _tag() {
    return "session/Conflict" as const
  }
}
/** Status 413: the body is too large. */
export class TooLarge extends Schema.Error<TooLarge>("session/TooLarge")(body, { httpApiStatus: 413 }) {
  get _tag() {
    return "session/TooLarge" as const
  }
}
/** Status 415: the media type is not supported. */
export class UnsupportedMedia extends Schema.Error<UnsupportedMedia>("session/UnsupportedMedia")(body, {
  httpApiStatus: 415
}) {
  get _tag() {
    return "session/UnsupportedMedia" as const
  }
}
/** Status 422: the idempotency key was used for another request. */
export class Unprocessable extends Schema.Error<Unprocessable>("session/Unprocessable")(body, {
  httpApiStatus: 422
}) {
  get _tag() {
    return "session/Unprocessable" as const
  }
}
/** Status 429: a limit is reached. */
export class TooManyRequests extends Schema.Error<TooManyRequests>("session/TooManyRequests")(body, {
  httpApiStatus: 429
}) {
  get _tag() {
    return "session/TooManyRequests" as const
  }
}
/** Status 500: the service failed. */
export class Internal extends Schema.Error<Internal>("session/Internal")(body, { httpApiStatus: 500 }) {
  get _tag() {
    return "session/Internal" as const
  }
}
/** Status 503: temporarily unavailable; `Retry-After` has the seconds to wait. */
export class Unavailable extends Schema.Error<Unavailable>("session/Unavailable")(body, { httpApiStatus: 503 }) {
  get _tag() {
    return "session/Unavailable" as const
  }
}
/** Status 502: the platform refused or did not answer. */
export class BadGateway extends Schema.Error<BadGateway>("session/BadGateway")(
  {
    ...body,
    details: Schema.Struct({
      code: Schema.Int.annotate({
        description: "The platform's code; -1 when it was not reached, -2 when the outcome is unknown"
      }),
      title: Schema.String.annotate({ description: "The short name of the code" })
    }).annotate({ description: "What the platform said, for programs" })
  },
  { httpApiStatus: 502 }
) {
  get _tag() {
    return "session/BadGateway" as const
  }
}

/** Every failure of the interface. */
export const failures = [
  BadRequest,
  Unauthorized,
  Forbidden,
  NotFound,
  Conflict,
  TooLarge,
  UnsupportedMedia,
  Unprocessable,
  TooManyRequests,
  Internal,
  Unavailable,
  BadGateway
] as const
export type Failure = InstanceType<(typeof failures)[number]>

const classOf = (failure: Failure) => failures.find((known) => failure instanceof known)

/** Documents the case of a refusal. */
export const documentedRefusal = ({ example, when }: Refusal<Failure>, where: Where = {}): DocumentedFailure => ({
  status: Schema.resolveAnnotations(classOf(example) ?? Internal)?.httpApiStatus ?? 500,
  when,
  body: { success: false, error: example.error, ...("details" in example ? { details: example.details } : {}) },
  ...where
})

/** Failure for a missing required field, by its dotted name. */
export const missingField = (name: string): BadRequest => new BadRequest({ error: `Missing required field: ${name}` })

/** Failure for an invalid field. The text omits the value. */
export const invalidField = (name: string, expectation: string): BadRequest =>
  new BadRequest({ error: `Invalid field ${name}: ${expectation}` })

/** Failure for an unknown country, or one without a numbering plan. */
export const unknownCountry = (field: string) =>
  refusal("The country has no numbering plan", invalidField(field, "Expected a country code of ISO 3166-1 alpha-2"))

/** Failure for a request that changes nothing. */
export const nothingToChange = refusal(
  "There is nothing to change",
  new BadRequest({ error: "No valid fields to update" })
)

/** The caller may not do this. */
export const forbidden = new Forbidden({ error: "Forbidden" })

/** The organization is suspended (contract: Suspension of an organization). */
export const suspended = refusal(
  "The organization is suspended",
  new Forbidden({ error: "The organization is suspended. Ask the operator of this service to resume it" })
)

/** The caller or the assignee is not a member of the organization. */
export const notAMember = refusal(
  "The user does not belong to the organization",
  new Forbidden({ error: "User is not a member of this organization" })
)

/** Responses to a call that its idempotency key rejects, for `Effect.catchTags`. */
export const keyOutcomes = keyFailures({
  badRequest: ({ message }) => new BadRequest({ error: message }),
  conflict: ({ message }) => new Conflict({ error: message }),
  unprocessable: ({ message }) => new Unprocessable({ error: message })
})
