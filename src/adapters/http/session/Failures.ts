import { Schema } from "effect"
import { maxNotes } from "../../../domain/conversations/Note.ts"
import { maxUnsentBytes, maxUnsentFiles, unsentLifetime } from "../../../domain/media/Upload.ts"

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
/** Not yet; `Retry-After` says when to ask again. */
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

/** The identity provider cannot be asked for its keys. */
export const tokensUnverifiable = "Session tokens cannot be verified now; try again later"

/** One more stream than the caller may have. */
export const tooManyStreams = (of: "member" | "organization", most: number): string =>
  `Too many event streams: at most ${most} for one ${of}`

/** The conversation has as many notes as it may have. */
export const tooManyNotes = `The conversation has ${maxNotes} notes; remove one first`

/** The service role is no member, so it looks at no conversation. */
export const absentService = "Members have conversations on the screen; the service role has none"

/** A note is removed by its author, or by those who manage the organization. */
export const noteOfAnother = "Only the author of a note, or a member who manages the organization, removes it"

/** The process stops, and another one takes the stream. */
export const streamsClosed = "The service is stopping; open the stream again"

/** The service role belongs to no organization. */
export const serviceHasNoOrganizations = "Organizations of a user are listed; the service role belongs to none"

/** The bytes of an upload are of no type that can be sent, or not of the type that it names. */
export const unknownFile = "The file is of no type that can be sent, or not of the type that it names"

/** A file that no channel takes for its size. */
export const tooLargeFile = (mimeType: string, maxBytes: number): string =>
  `The file is too large: ${mimeType} may have at most ${maxBytes / 1024 / 1024} MiB`

/** The organization has as many files that were not sent as it may have. */
export const tooManyUnsent = `The organization has ${maxUnsentFiles} files, or ${maxUnsentBytes / 1024 / 1024} MiB, that were not sent; send them, or wait ${unsentLifetime} until they are removed`

/** The uploaded file is not there, or is not for this contact. */
export const fileNotFound = "File not found; upload it again"

/** A required field that is not there, by its dotted name. */
export const missingField = (name: string): BadRequest => new BadRequest({ error: `Missing required field: ${name}` })

/** A field is present and invalid. Its value is not repeated. */
export const invalidField = (name: string, expectation: string): BadRequest =>
  new BadRequest({ error: `Invalid field ${name}: ${expectation}` })

/** A country without a numbering plan, or none at all. */
export const invalidCountry = (name: string): BadRequest =>
  invalidField(name, "Expected a country code of ISO 3166-1 alpha-2")

/** The default number is no connected WhatsApp number of the organization. */
export const numberNotConnected = invalidField(
  "defaultNumberId",
  "not a connected WhatsApp number; GET /api/whatsapp/channels lists them"
)

/** The text of the refusal of a suspended organization. */
export const suspension = "The organization is suspended. Ask the operator of this service to resume it"

/** The organization is suspended (contract C379). */
export const suspended = (): Forbidden => new Forbidden({ error: suspension })

/** The caller is no member of the organization, or the user to assign is none. */
export const notAMember = (): Forbidden => new Forbidden({ error: "User is not a member of this organization" })
