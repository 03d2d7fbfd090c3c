import { fieldsOf } from "../session/Grant.ts"

const textOf = (value: unknown): string => (typeof value === "string" ? value : "")
const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

/** A verified second factor. */
export interface Factor {
  readonly id: string
  readonly name: string
  readonly createdAt: string
}

/** The signed-in user at the identity provider. */
export interface Account {
  readonly name: string
  readonly factors: ReadonlyArray<Factor>
}

export const accountOf = (answer: unknown): Account => {
  const user = fieldsOf(answer)
  return {
    name: textOf(fieldsOf(user["user_metadata"])["name"]),
    factors: listOf(user["factors"])
      .map(fieldsOf)
      .filter(({ status }) => status === "verified")
      .map((factor) => ({
        id: textOf(factor["id"]),
        name: textOf(factor["friendly_name"]),
        createdAt: textOf(factor["created_at"])
      }))
  }
}

/** A session of the user. */
export interface AccountSession {
  readonly id: string
  readonly startedAt: string
  readonly usedAt: string
  readonly userAgent: string
  readonly isCurrent: boolean
}

export const sessionsOf = (answer: unknown): ReadonlyArray<AccountSession> =>
  listOf(fieldsOf(answer)["sessions"])
    .map(fieldsOf)
    .map((session) => ({
      id: textOf(session["id"]),
      startedAt: textOf(session["created_at"]),
      usedAt: textOf(session["refreshed_at"]),
      userAgent: textOf(session["user_agent"]),
      isCurrent: session["is_current"] === true
    }))

/** The key of a device that is being enrolled. */
export interface Enrolment {
  readonly id: string
  readonly secret: string
  readonly uri: string
}

export const enrolmentOf = (answer: unknown): Enrolment => {
  const fields = fieldsOf(answer)
  const totp = fieldsOf(fields["totp"])
  return { id: textOf(fields["id"]), secret: textOf(totp["secret"]), uri: textOf(totp["uri"]) }
}

/** The recovery codes of an answer; empty without any. */
export const recoveryCodesOf = (answer: unknown): ReadonlyArray<string> =>
  listOf(fieldsOf(answer)["recovery_codes"]).map(textOf)

/** How many recovery codes are left. */
export const codesLeftOf = (answer: unknown): number => Number(fieldsOf(answer)["left"] ?? 0)

/** What the link of an invitation or of a new password offers. */
export interface LinkOffer {
  /** Empty for a link to a new password. */
  readonly organization: string
  readonly email: string
  readonly name: string
  /** Null for a link to a new password. */
  readonly role: "owner" | "admin" | "agent" | null
}

export const offerOf = (answer: unknown): LinkOffer => {
  const fields = fieldsOf(answer)
  const { role } = fields
  return {
    organization: textOf(fields["organization"]),
    email: textOf(fields["email"]),
    name: textOf(fields["name"]),
    role: role === "owner" || role === "admin" || role === "agent" ? role : null
  }
}

const browsers = [
  [/ Edg\//, "Edge"],
  [/ OPR\//, "Opera"],
  [/Firefox\//, "Firefox"],
  [/Chrome\//, "Chrome"],
  [/Safari\//, "Safari"]
] as const

const systems = [
  [/iPhone|iPad/, "iOS"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "macOS"],
  [/Linux/, "Linux"]
] as const

/** Browser and system of a user agent, as people know them; the user agent itself if neither is known. */
export const deviceOf = (userAgent: string): string => {
  const names = [browsers, systems].flatMap((known) => {
    const found = known.find(([pattern]) => pattern.test(userAgent))
    return found === undefined ? [] : [found[1]]
  })
  return names.length === 0 ? userAgent : names.join(", ")
}
