/** Tokens that the identity provider grants at a sign-in. */
export interface Grant {
  readonly accessToken: string
  readonly refreshToken: string
  /** Expiry of the access token, in milliseconds since 1970. */
  readonly expiresAt: number
  readonly user: { readonly id: string; readonly email: string }
  /** The second factor that has to confirm the sign-in; null if none has to. */
  readonly pendingFactor: string | null
}

/** Failure of the identity provider. */
export interface SignInFailure {
  /**
   * wrong: address or password. code: of a second factor. locked: too many attempts. over: the session or link has ended.
   * Otherwise unknown.
   */
  readonly reason: "wrong" | "code" | "locked" | "over" | "unreachable" | "unexpected"
  /** Text of the provider; empty without one. */
  readonly message: string
  /** Seconds to wait, if the provider names them. */
  readonly retryAfter: number | null
}

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {})

const textOf = (value: unknown): string => (typeof value === "string" ? value : "")

/** Assurance level in an access token; empty for a token without one. */
const assuranceIn = (accessToken: string): string => {
  const [, payload = ""] = accessToken.split(".")
  try {
    const claims: unknown = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/")))
    return textOf(fieldsOf(claims)["aal"])
  } catch {
    return ""
  }
}

/** The first verified factor of a user. */
const factorIn = (user: Fields): string | null => {
  const factors: ReadonlyArray<unknown> = Array.isArray(user["factors"]) ? user["factors"] : []
  const verified = factors.map(fieldsOf).find(({ status }) => status === "verified")
  return verified === undefined ? null : textOf(verified["id"])
}

/** Decodes a grant in an answer of GoTrue; null if it is none. */
export const grantOf = (answer: unknown, now: number): Grant | null => {
  const fields = fieldsOf(answer)
  const user = fieldsOf(fields["user"])
  const accessToken = textOf(fields["access_token"])
  const refreshToken = textOf(fields["refresh_token"])
  const seconds = fields["expires_in"]
  // Computed from its duration, because the clocks of this machine and the provider may differ.
  if (accessToken === "" || refreshToken === "" || typeof seconds !== "number") return null
  return {
    accessToken,
    refreshToken,
    expiresAt: now + seconds * 1_000,
    user: { id: textOf(user["id"]), email: textOf(user["email"]) },
    pendingFactor: assuranceIn(accessToken) === "aal1" ? factorIn(user) : null
  }
}

const expiredCodes: ReadonlySet<string> = new Set([
  "refresh_token_not_found",
  "refresh_token_already_used",
  "session_expired",
  "session_not_found",
  "otp_expired",
  "user_not_found"
])

const codeCodes: ReadonlySet<string> = new Set(["mfa_verification_failed", "mfa_challenge_expired"])

/** Decodes a failure of GoTrue, in any of its forms. */
export const failureIn = (status: number, answer: unknown, retryAfter: string | null): SignInFailure => {
  const fields = fieldsOf(answer)
  const code = textOf(fields["error_code"]) || textOf(fields["code"]) || textOf(fields["error"])
  const message = textOf(fields["msg"]) || textOf(fields["message"]) || textOf(fields["error_description"])
  const seconds = /^\d+$/.test(retryAfter ?? "") ? Number(retryAfter) : null
  const reason = (): SignInFailure["reason"] => {
    if (expiredCodes.has(code)) return "over"
    if (status === 429) return "locked"
    if (codeCodes.has(code)) return "code"
    if (code === "invalid_credentials" || code === "invalid_grant") return "wrong"
    return status >= 500 ? "unreachable" : "unexpected"
  }
  return { reason: reason(), message, retryAfter: seconds }
}
