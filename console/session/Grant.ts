/** Tokens that the identity provider grants at a sign-in. */
export interface Grant {
  readonly accessToken: string
  readonly refreshToken: string
  /** Expiry of the access token, in milliseconds since 1970. */
  readonly expiresAt: number
  readonly user: { readonly id: string; readonly email: string }
}

/** Failure of the identity provider. */
export interface SignInFailure {
  /** wrong: address or password. locked: too many attempts. over: the session has ended. Otherwise unknown. */
  readonly reason: "wrong" | "locked" | "over" | "unreachable" | "unexpected"
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
    user: { id: textOf(user["id"]), email: textOf(user["email"]) }
  }
}

const expiredCodes: ReadonlySet<string> = new Set([
  "refresh_token_not_found",
  "refresh_token_already_used",
  "session_expired",
  "session_not_found",
  "user_not_found"
])

/** Decodes a failure of GoTrue, in any of its forms. */
export const failureIn = (status: number, answer: unknown, retryAfter: string | null): SignInFailure => {
  const fields = fieldsOf(answer)
  const code = textOf(fields["error_code"]) || textOf(fields["code"]) || textOf(fields["error"])
  const message = textOf(fields["msg"]) || textOf(fields["message"]) || textOf(fields["error_description"])
  const seconds = /^\d+$/.test(retryAfter ?? "") ? Number(retryAfter) : null
  const reason = (): SignInFailure["reason"] => {
    if (expiredCodes.has(code)) return "over"
    if (status === 429) return "locked"
    if (code === "invalid_credentials" || code === "invalid_grant") return "wrong"
    return status >= 500 ? "unreachable" : "unexpected"
  }
  return { reason: reason(), message, retryAfter: seconds }
}
