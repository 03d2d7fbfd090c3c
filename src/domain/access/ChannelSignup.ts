import { type DateTime, type Redacted, Schema } from "effect"
import type { Named } from "../Named.ts"

/** How long a signup can be completed after its start. */
export const signupLifetime = "1 hour"

/** How long a completion may take. Another attempt may continue afterwards, because its process has died. */
export const signupLease = "2 minutes"

/** Signups of an organization that are stored, the newest ones. */
export const maxSignups = 100

/** Digits of the PIN of a WhatsApp number (two-step verification). */
export const pinDigits = 6

/** The start of an embedded signup. */
export interface ChannelSignup {
  /** The kind and id of the author. Only the same author can complete the signup. */
  readonly startedBy: string
  /** Address to which the platform sends the browser afterwards; null for a page that receives the code itself. */
  readonly redirectUrl: string | null
  readonly startedAt: DateTime.Utc
  readonly expiresAt: DateTime.Utc
}

/** The part of a signup that the platform has granted so far. */
export interface SignupGrant {
  readonly token: Redacted.Redacted
  /** The PIN for a number that is not registered yet. */
  readonly pin: string
  /** Whether the number is registered by this signup, and so has the PIN. */
  readonly isRegistering: boolean
}

/** The app of the platform that businesses sign up with. */
export interface SignupApp {
  readonly appId: string
  /** The configuration of Facebook Login for Business. */
  readonly configurationId: string
  /** The address of the platform's dialog. */
  readonly dialogUrl: string
}

/** Embedded signup is not set up. */
export class SignupsOff extends Schema.TaggedError<SignupsOff>()("SignupsOff", {}) {}

/** Why a signup cannot be completed. */
export const SignupReason = Schema.Literals(["unknown", "expired", "used", "in progress", "another code"])

/**
 * The signup cannot be completed. `unknown` is also the state of another organization or author. Nothing was asked of the
 * platform.
 */
export class SignupRefused extends Schema.TaggedError<SignupRefused>()("SignupRefused", { reason: SignupReason }) {}
export type SignupReason = Named<typeof SignupReason.Type>

/** The token has several business accounts or numbers, or not the given one. */
export class SignupChoice extends Schema.TaggedError<SignupChoice>()("SignupChoice", {
  field: Schema.Literals(["wabaId", "phoneNumberId"]),
  /** The ids to choose from. */
  choices: Schema.Array(Schema.String)
}) {}

/** The platform refused a step, or gave no answer. The completion can be repeated with the same code. */
export class SignupStepFailed extends Schema.TaggedError<SignupStepFailed>()("SignupStepFailed", {
  step: Schema.Literals(["exchange", "inspect", "numbers", "subscribe", "register"]),
  /** The platform's code; null if it was not reached or gave no answer. */
  code: Schema.NullOr(Schema.Int),
  title: Schema.String,
  /** The platform's text, or why there is no answer. */
  reason: Schema.String
}) {}

/** The random part of a signing secret as text for an address. */
export const signupState = (secret: string): string =>
  secret
    .replace(/^whsec_/, "")
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "")

const characters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
/** Characters that a PIN is made of: 48 random bits, so that every PIN is as likely as another. */
const pinSource = 8

/** A PIN from a random state. */
export const signupPin = (state: string): string =>
  String(
    Array.from(state.slice(0, pinSource)).reduce(
      (sum, character) => (sum * characters.length + characters.indexOf(character)) % 10 ** pinDigits,
      0
    )
  ).padStart(pinDigits, "0")

/** The link that starts a signup at the platform. */
export const signupUrl = (
  { appId, configurationId, dialogUrl }: SignupApp,
  state: string,
  redirectUrl: string | null
): string => {
  const parameters = {
    client_id: appId,
    config_id: configurationId,
    response_type: "code",
    override_default_response_type: "true",
    state,
    ...(redirectUrl === null ? {} : { redirect_uri: redirectUrl })
  }
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `${dialogUrl}?${query.join("&")}`
}
