import { Schema } from "effect"
import { keyFailures } from "../../idempotency/keyRefusals.ts"
import { rateLimitExceeded } from "../../limits/rateTiers.ts"
import { FailureCode } from "../Refusal.ts"
import { type DocumentedFailure, type Refusal, refusal, type Where } from "../../openapi/documented.ts"

const body = {
  success: Schema.tag(false),
  message: Schema.String.annotate({ description: "What went wrong, for people" }),
  code: Schema.optionalKey(
    FailureCode.annotate({
      description: "What went wrong, for programs; absent where the status says it all"
    })
  ),
  fix: Schema.optionalKey(Schema.String.annotate({ description: "What to do about it" }))
}

/**
 * The failures of the Developer interface (contract: Developer errors): one class per status, and the instance is the
 * body.
 * `_tag` is for programs with the typed client, and no field of the body.
 */
export class BadRequest extends Schema.Error<BadRequest>("developer/BadRequest")(body, { httpApiStatus: 400 }) {
  get _tag() {
    return "developer/BadRequest" as const
  }
}
/** Status 401: the credentials are missing or invalid. */
export class Unauthorized extends Schema.Error<Unauthorized>("developer/Unauthorized")(body, { httpApiStatus: 401 }) {
  get _tag() {
    return "developer/Unauthorized" as const
  }
}
/** Status 403: the caller may not do this. */
export class Forbidden extends Schema.Error<Forbidden>("developer/Forbidden")(body, { httpApiStatus: 403 }) {
  get _tag() {
    return "developer/Forbidden" as const
  }
}
/** Status 404: the resource does not exist. */
export class NotFound extends Schema.Error<NotFound>("developer/NotFound")(body, { httpApiStatus: 404 }) {
  get _tag() {
    return "developer/NotFound" as const
  }
}
/** Status 409: the state of the resource does not permit this. */
export class Conflict extends Schema.Error<Conflict>("developer/Conflict")(body, { httpApiStatus: 409 }) {
  get _tag() {
    return "developer/Conflict" as const
  }
}
/** Status 413: the body is too large. */
export class TooLarge extends Schema.Error<TooLarge>("developer/TooLarge")(body, { httpApiStatus: 413 }) {
  get _tag() {
    return "developer/TooLarge" as const
  }
}
/** Status 415: the media type is not supported. */
export class UnsupportedMedia extends Schema.Error<UnsupportedMedia>("developer/UnsupportedMedia")(body, {
  httpApiStatus: 415
}) {
  get _tag() {
    return "developer/UnsupportedMedia" as const
  }
}
/** Status 422: the idempotency key was used for another request. */
export class Unprocessable extends Schema.Error<Unprocessable>("developer/Unprocessable")(body, {
  httpApiStatus: 422
}) {
  get _tag() {
    return "developer/Unprocessable" as const
  }
}
/** Status 429: a limit is reached. */
export class TooManyRequests extends Schema.Error<TooManyRequests>("developer/TooManyRequests")(body, {
  httpApiStatus: 429
}) {
  get _tag() {
    return "developer/TooManyRequests" as const
  }
}
/** Status 500: the service failed. */
export class Internal extends Schema.Error<Internal>("developer/Internal")(body, { httpApiStatus: 500 }) {
  get _tag() {
    return "developer/Internal" as const
  }
}
/** Status 503: temporarily unavailable; `Retry-After` has the seconds to wait. */
export class Unavailable extends Schema.Error<Unavailable>("developer/Unavailable")(body, { httpApiStatus: 503 }) {
  get _tag() {
    return "developer/Unavailable" as const
  }
}
/** Status 502: the platform refused or did not answer. */
export class BadGateway extends Schema.Error<BadGateway>("developer/BadGateway")(body, { httpApiStatus: 502 }) {
  get _tag() {
    return "developer/BadGateway" as const
  }
}

const failures = [
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
export const Failure = Schema.Union(failures)
export type Failure = typeof Failure.Type

const classOf = (failure: Failure) => failures.find((known) => failure instanceof known)

/** Documents the case of a refusal. */
export const documentedRefusal = ({ example, when }: Refusal<Failure>, where: Where = {}): DocumentedFailure => {
  const { code, fix, message } = example
  return {
    status: Schema.resolveAnnotations(classOf(example) ?? Internal)?.httpApiStatus ?? 500,
    when,
    body: { success: false, message, ...(code === undefined ? {} : { code }), ...(fix === undefined ? {} : { fix }) },
    ...where
  }
}

/** The organization of the key is suspended (contract: Suspension of an organization). */
export const suspended = refusal(
  "The organization of the key is suspended",
  new Forbidden({
    message: "The organization is suspended",
    code: "ORGANIZATION_SUSPENDED",
    fix: "Ask the operator of this service to resume the organization"
  })
)

export const unauthorized = refusal(
  "The key is missing or not valid",
  new Unauthorized({
    message: "Invalid or missing API key",
    code: "INVALID_API_KEY",
    fix: "Send a key of your organization in the header x-api-key"
  })
)

export const rateExceeded = refusal("The rate tier is used up", new TooManyRequests({ message: rateLimitExceeded }))

/** Failure for a missing required field, by its dotted name. */
export const missingField = (name: string, fix: string): BadRequest =>
  new BadRequest({ message: `Missing required field: ${name}`, code: "MISSING_FIELD", fix })

/** Responses to a call that its idempotency key rejects, for `Effect.catchTags`. */
export const keyOutcomes = keyFailures({
  badRequest: (refusal) => new BadRequest(refusal),
  conflict: (refusal) => new Conflict(refusal),
  unprocessable: (refusal) => new Unprocessable(refusal)
})
