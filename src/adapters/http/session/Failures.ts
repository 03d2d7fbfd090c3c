import { Schema } from "effect"
import { maxNotes } from "../../../domain/conversations/Note.ts"
import { maxUnsentBytes, maxUnsentFiles } from "../../../domain/media/Upload.ts"
import { unsentLifetime } from "../../../domain/media/retention.ts"

const body = {
  success: Schema.tag(false),
  error: Schema.String.annotate({ description: "What went wrong, for people" })
}

/**
 * The failures of the Session interface (contract C68): one class per status, and the instance is the body.
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

/** Error text for unavailable keys of the identity provider. */
export const tokensUnverifiable = "Session tokens cannot be verified now; try again later"

/** Error text for a stream beyond the limit. */
export const tooManyStreams = (of: "member" | "organization", most: number): string =>
  `Too many event streams: at most ${most} for one ${of}`

/** Error text for a note beyond the limit. */
export const tooManyNotes = `The conversation has ${maxNotes} notes; remove one first`

/** Error text for the service role, which is not a member and has no presence. */
export const absentService = "Members have conversations on the screen; the service role has none"

/** Error text for members who are neither author of a note nor manager. */
export const noteOfAnother = "Only the author of a note, or a member who manages the organization, removes it"

/** Error text for a stream on a process that stops. */
export const streamsClosed = "The service is stopping; open the stream again"

/** Error text for the service role without an organization. */
export const serviceHasNoOrganizations = "Organizations of a user are listed; the service role belongs to none"

/** Error text for an upload of an unsupported or mismatched type. */
export const unknownFile = "The file is of no type that can be sent, or not of the type that it names"

/** Error text for a file that exceeds the limits of all channels. */
export const tooLargeFile = (mimeType: string, maxBytes: number): string =>
  `The file is too large: ${mimeType} may have at most ${maxBytes / 1024 / 1024} MiB`

/** Error text for too many unsent files. */
export const tooManyUnsent = `The organization has ${maxUnsentFiles} files, or ${maxUnsentBytes / 1024 / 1024} MiB, that were not sent; send them, or wait ${unsentLifetime} until they are removed`

/** Error text for an uploaded file that does not exist or belongs to another contact. */
export const fileNotFound = "File not found; upload it again"

/** Failure for a missing required field, by its dotted name. */
export const missingField = (name: string): BadRequest => new BadRequest({ error: `Missing required field: ${name}` })

/** Failure for an invalid field. The text omits the value. */
export const invalidField = (name: string, expectation: string): BadRequest =>
  new BadRequest({ error: `Invalid field ${name}: ${expectation}` })

/** Failure for an unknown country, or one without a numbering plan. */
export const invalidCountry = (name: string): BadRequest =>
  invalidField(name, "Expected a country code of ISO 3166-1 alpha-2")

/** Failure for a default number that is not connected. */
export const numberNotConnected = invalidField(
  "defaultNumberId",
  "not a connected WhatsApp number; GET /api/whatsapp/channels lists them"
)

/** Error text for a suspended organization. */
export const suspension = "The organization is suspended. Ask the operator of this service to resume it"

/** The organization is suspended (contract C379). */
export const suspended = (): Forbidden => new Forbidden({ error: suspension })

/** Error text if the caller or the assignee is not a member of the organization. */
export const notAMember = (): Forbidden => new Forbidden({ error: "User is not a member of this organization" })
