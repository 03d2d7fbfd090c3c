import { Schema } from "effect"

/** The platform answered, and its answer was no. The send had no effect there. */
export class PlatformRejected extends Schema.TaggedError<PlatformRejected>()("PlatformRejected", {
  code: Schema.Int,
  /** The short name of the code: from `(#code) title` in the platform's text, else from the table of codes. */
  title: Schema.String,
  /** The platform's own text (`error.message`), unchanged but for a token in it. */
  message: Schema.String,
  subcode: Schema.NullOr(Schema.Int),
  /** `error_data.details`, else `error_user_msg`, where the platform explains itself. */
  details: Schema.NullOr(Schema.String),
  /** Whole seconds after which the platform says it may be asked again; absent where it does not say. */
  retryAfterSeconds: Schema.optionalKey(Schema.Int)
}) {}

/** The platform was never asked: no connection could be made, so nothing went out. */
export class PlatformNotReached extends Schema.TaggedError<PlatformNotReached>()("PlatformNotReached", {
  detail: Schema.String
}) {}

/** The platform was asked, and no answer that makes sense came back: the send may have had its effect. */
export class PlatformOutcomeUnknown extends Schema.TaggedError<PlatformOutcomeUnknown>()("PlatformOutcomeUnknown", {
  reason: Schema.Literals(["no answer in time", "connection lost", "answer unreadable"]),
  detail: Schema.String
}) {}

/** Why a call to a platform failed, or why its outcome is unknown. */
export type PlatformFailure = PlatformRejected | PlatformNotReached | PlatformOutcomeUnknown

/**
 * Codes by which the platforms say that they are out of order for the moment, or were asked too often; the same call
 * may go well later (platforms P6, P9, and the Graph API's page on rate limits).
 */
const transientCodes: ReadonlySet<number> = new Set([
  1, 2, 1200, 131000, 131016, 131057, 4, 17, 32, 341, 613, 80001, 80002, 80006, 80007, 80008, 130429, 131048, 131056,
  133016
])

/** Whether the call failed for a transient reason, and not for its content or its caller. */
export const isTransient = (failure: PlatformFailure): boolean =>
  failure._tag !== "PlatformRejected" || transientCodes.has(failure.code)

/**
 * Codes by which the platforms say that a token has expired, was revoked or is no token at all, regardless of the
 * subcode (platforms P6, P9). Similar codes are not of this kind: 104 is a call without a token. 3, 10 and 200 to 299
 * are actions that a valid token may not perform, 368 and 131005 actions that the account may not perform. 102, which
 * other parts of the Graph API use, is not documented for these platforms.
 */
const tokenCodes: ReadonlySet<number> = new Set([0, 190])

/**
 * Whether the platform refused the token that it was asked with, so that no call will go well before there is a new
 * one.
 */
export const isTokenRefused = (failure: unknown): failure is PlatformRejected =>
  failure instanceof PlatformRejected && tokenCodes.has(failure.code)

/** The person has opted out of offers (platforms P6). */
export const stoppedMarketing = 131050

/**
 * Codes of a recipient that the account cannot reach (platforms P6, P9): the account itself, a number without WhatsApp,
 * a number outside the list of a test account, and an unavailable person.
 */
const nobodyCodes: ReadonlySet<number> = new Set([131021, 131026, 131030, 551])

/** Subcodes of more general codes that say the same: no matching user, not available, and not a tester of the app. */
const nobodySubcodes: ReadonlySet<number> = new Set([2018001, 1545041, 2018028])

/** Whether the platform refused the recipient, and not the content. */
export const isToNobody = ({ code, subcode }: PlatformRejected): boolean =>
  nobodyCodes.has(code) || (subcode !== null && nobodySubcodes.has(subcode))

/** Codes of content that names a file which the platform does not have, or no longer has (platforms P6, P9). */
const fileCodes: ReadonlySet<number> = new Set([100, 131_052, 131_053])

/** Whether the platform may have refused a message because of a file that it names. */
export const isAboutFile = ({ code }: PlatformRejected): boolean => fileCodes.has(code)

/** Titles of the codes that the platforms document, for answers whose text carries none (platforms P6, P9). */
const titles: ReadonlyMap<number, string> = new Map([
  [0, "AuthException"],
  [1, "API Unknown"],
  [2, "API Service"],
  [3, "API Method"],
  [4, "API Too Many Calls"],
  [10, "Permission Denied"],
  [33, "Parameter value is not valid"],
  [100, "Invalid parameter"],
  [104, "Access token required"],
  [190, "Access token has expired"],
  [200, "API Permission"],
  [368, "Temporarily blocked for policies violations"],
  [551, "This person isn't available right now"],
  [613, "Calls to this api have exceeded the rate limit"],
  [80007, "Rate limit issues"],
  [130429, "Rate limit hit"],
  [130472, "User's number is part of an experiment"],
  [130497, "Business account is restricted from messaging users in this country"],
  [131000, "Something went wrong"],
  [131005, "Access denied"],
  [131008, "Required parameter is missing"],
  [131009, "Parameter value is not valid"],
  [131016, "Service unavailable"],
  [131021, "Recipient cannot be sender"],
  [131026, "Message undeliverable"],
  [131030, "Recipient phone number not in allowed list"],
  [131031, "Account has been locked"],
  [131037, "Display name approval needed"],
  [131042, "Business eligibility payment issue"],
  [131045, "Incorrect certificate"],
  [131047, "Re-engagement message"],
  [131048, "Spam rate limit hit"],
  [131049, "Message not delivered to maintain healthy ecosystem engagement"],
  [131050, "User has stopped marketing messages"],
  [131051, "Unsupported message type"],
  [131052, "Media download error"],
  [131053, "Media upload error"],
  [131056, "(Business Account, Consumer Account) pair rate limit hit"],
  [131057, "Account in maintenance mode"],
  [131062, "Business-scoped user id recipients are not supported for this message"],
  [132000, "Template Param Count Mismatch"],
  [132001, "Template does not exist"],
  [132005, "Template Hydrated Text Too Long"],
  [132007, "Template Format Character Policy Violated"],
  [132008, "Template Parameter Value Invalid"],
  [132012, "Template Parameter Format Mismatch"],
  [132015, "Template is paused"],
  [132016, "Template is disabled"],
  [132068, "Flow is blocked"],
  [132069, "Flow is throttled"],
  [133010, "Phone number not registered"],
  [133016, "Account register or deregister rate limit exceeded"],
  [135000, "Generic user error"]
])

/** The code as a label of metrics: itself if it is documented, since a platform may send any number. */
export const codeLabel = (code: number): string => (titles.has(code) ? String(code) : "other")

const titled = /^\(#\d+\)\s*(.+)$/s

/** The title inside the platform's text, else the documented one, else the text itself. */
export const titleOf = (code: number, message: string): string =>
  titled.exec(message)?.[1] ?? titles.get(code) ?? message
