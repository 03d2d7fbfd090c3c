import { Schema } from "effect"
import type { Channel } from "../../src/domain/conversations/Channel.ts"

/** An error answer of the Graph API for a code. */
export interface GraphCode {
  /** The text after `(#code) `; in webhook errors, their `title`. */
  readonly title: string
  readonly httpStatus: number
  readonly type: "OAuthException" | "GraphMethodException"
  /** `error_data.details`, if it is constant for the code. */
  readonly details?: string
  /** The whole `error.message` of the few codes whose text does not begin with `(#code) `. */
  readonly message?: string
  readonly isTransient?: true
}

const says = (httpStatus: number, title: string, details?: string): GraphCode => ({
  title,
  httpStatus,
  type: "OAuthException",
  ...(details === undefined ? {} : { details })
})

/**
 * Texts as observed on the wire, else as documented (platforms P6). Sources disagree on the HTTP status of rate limits.
 * These are the statuses of Meta's own pages, so that no client learns here to distinguish codes by status.
 */
const codes: ReadonlyMap<number, GraphCode> = new Map([
  [0, says(401, "AuthException", "We were unable to authenticate the app user.")],
  [1, says(400, "API Unknown", "Invalid request or possible server error.")],
  [
    2,
    {
      ...says(503, "API Service"),
      message: "An unexpected error has occurred. Please retry your request later.",
      isTransient: true
    }
  ],
  [3, says(500, "API Method", "Capability or permissions issue.")],
  [4, says(429, "Application request limit reached")],
  [10, says(403, "Permission Denied", "Permission is either not granted or has been removed.")],
  [17, says(429, "User request limit reached")],
  [33, { ...says(400, "Parameter value is not valid"), type: "GraphMethodException" }],
  [100, says(400, "Invalid parameter")],
  [
    104,
    {
      ...says(401, "Access token required"),
      message: "An access token is required to request this resource."
    }
  ],
  [
    190,
    {
      ...says(401, "Access token has expired"),
      message: "Error validating access token: Session has expired."
    }
  ],
  [368, says(403, "Temporarily blocked for policies violations")],
  [613, says(429, "Calls to this api have exceeded the rate limit.")],
  [803, { ...says(404, "Some of the aliases you requested do not exist"), type: "GraphMethodException" }],
  [2500, says(400, "Unknown path components")],
  [80007, { ...says(429, "Rate limit issues"), isTransient: true }],
  [130429, says(400, "Rate limit hit", "Cloud API message throughput has been reached.")],
  [130472, says(400, "User's number is part of an experiment", "Message was not sent as part of an experiment.")],
  [130497, says(403, "Business account is restricted from messaging users in this country.")],
  [131000, says(500, "Something went wrong", "Message failed to send due to an unknown error.")],
  [131005, says(403, "Access denied", "Permission is either not granted or has been removed.")],
  [131008, says(400, "Required parameter is missing")],
  [131009, says(400, "Parameter value is not valid")],
  [131016, says(500, "Service unavailable", "A service is temporarily unavailable.")],
  [131021, says(400, "Recipient cannot be sender", "Sender and recipient phone number is the same.")],
  [131026, says(400, "Message undeliverable", "Message Undeliverable.")],
  [131030, says(400, "Recipient phone number not in allowed list")],
  [131031, says(403, "Account has been locked")],
  [131037, says(400, "WhatsApp provided number needs display name approval before message can be sent.")],
  [131042, says(400, "Business eligibility payment issue", "There was an error related to your payment method.")],
  [131045, says(500, "Incorrect certificate", "Message failed to send due to a phone number registration error.")],
  [
    131047,
    says(
      400,
      "Re-engagement message",
      "Message failed to send because more than 24 hours have passed since the customer last replied to this number."
    )
  ],
  [131048, says(400, "Spam rate limit hit", "There are restrictions on how many messages this number can send.")],
  [131049, says(400, "This message was not delivered to maintain healthy ecosystem engagement.")],
  [131050, says(400, "User has stopped marketing messages")],
  [131051, says(400, "Unsupported message type", "Message type is currently not supported.")],
  [131052, says(400, "Media download error", "Unable to download the media sent by the user.")],
  [131053, says(400, "Media upload error", "Unable to upload the media used in the message.")],
  [131056, says(400, "(Business Account, Consumer Account) pair rate limit hit")],
  [131057, says(500, "Account in maintenance mode")],
  [132000, says(400, "Number of parameters does not match the expected number of params")],
  [132001, says(404, "Template name does not exist in the translation")],
  [132005, says(400, "Translated text too long")],
  [132007, says(400, "Template content violates a WhatsApp policy")],
  [132008, says(400, "Parameter value is not valid")],
  [132012, says(400, "Parameter format does not match format in the created template")],
  [132015, says(400, "Template is paused", "Template is paused due to low quality so it cannot be sent.")],
  [132016, says(400, "Template is disabled", "Template has been paused too many times and is now disabled.")],
  [132018, says(400, "There's an issue with the parameters in your template")],
  [132068, says(400, "Flow is blocked")],
  [132069, says(400, "Flow is throttled")],
  [133005, says(400, "Two step verification PIN Mismatch", "The PIN is not the one of the number.")],
  [133010, says(400, "Account not registered", "Phone number not registered on the WhatsApp Business Platform.")],
  [133016, says(400, "Account register deregister rate limit exceeded")],
  [135000, says(400, "Generic user error")],
  [139100, says(400, "Failed to block/unblock some users")],
  [139101, says(400, "Blocklist limit reached")]
])

const isPermission = (code: number): boolean => code >= 200 && code <= 299

/** The answer for the code; an undocumented code has an answer of the same form. */
export const graphCode = (code: number): GraphCode =>
  codes.get(code) ?? (isPermission(code) ? says(403, "API Permission") : says(400, "Unknown error"))

/** A refusal of the Graph API: its body except the trace id, and its HTTP status. */
export class GraphError extends Schema.TaggedError<GraphError>()("GraphError", {
  httpStatus: Schema.Int,
  message: Schema.String,
  type: Schema.String,
  code: Schema.Int,
  subcode: Schema.NullOr(Schema.Int),
  details: Schema.NullOr(Schema.String),
  isTransient: Schema.Boolean,
  /** The text for users of a client; the management API has its reasons here. */
  user: Schema.NullOr(Schema.Struct({ title: Schema.String, message: Schema.String }))
}) {}

/** Overrides of the usual answer for a code. */
export interface Specifics {
  /** The whole text instead of `(#code) title`. */
  readonly message?: string
  readonly details?: string | undefined
  readonly subcode?: number | undefined
  readonly type?: "GraphMethodException" | "IGApiException"
  readonly httpStatus?: number
  readonly user?: { readonly title: string; readonly message: string }
}

/** The platform's refusal with the code. */
export const refusal = (code: number, specifics: Specifics = {}): GraphError => {
  const documented = graphCode(code)
  return new GraphError({
    httpStatus: specifics.httpStatus ?? documented.httpStatus,
    message: specifics.message ?? documented.message ?? `(#${code}) ${documented.title}`,
    type: specifics.type ?? documented.type,
    code,
    subcode: specifics.subcode ?? null,
    details: specifics.details ?? documented.details ?? null,
    isTransient: documented.isTransient ?? false,
    user: specifics.user ?? null
  })
}

/** Whether errors have details: only those of WhatsApp and of unknown paths do. */
const hasDetails = (channel: Channel | null): boolean => channel === null || channel === "whatsapp"

/** The body of the answer (platforms P6, P9). */
export const errorBody = (error: GraphError, traceId: string, channel: Channel | null): Schema.JsonObject => ({
  error: {
    message: error.message,
    type: error.type,
    ...(error.isTransient ? { is_transient: true } : {}),
    code: error.code,
    ...(error.details === null || !hasDetails(channel)
      ? {}
      : { error_data: { messaging_product: "whatsapp", details: error.details } }),
    ...(error.subcode === null ? {} : { error_subcode: error.subcode }),
    ...(error.user === null ? {} : { error_user_title: error.user.title, error_user_msg: error.user.message }),
    fbtrace_id: traceId
  }
})

/** The refusal of an unknown, inaccessible or unsupported object; the platform does not distinguish these. */
export const unknownObject = (method: string, id: string): GraphError =>
  refusal(100, {
    message:
      `Unsupported ${method.toLowerCase()} request. Object with ID '${id}' does not exist, cannot be loaded due to ` +
      "missing permissions, or does not support this operation. Please read the Graph API documentation at " +
      "https://developers.facebook.com/docs/graph-api",
    subcode: 33,
    type: "GraphMethodException"
  })

/** The refusal of an unknown edge or version. */
export const unknownPath = (rest: string): GraphError => refusal(2500, { message: `Unknown path components: ${rest}` })
