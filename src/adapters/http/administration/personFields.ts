import { Effect, Option, Redacted, Schema } from "effect"
import type { NewSignIn } from "../../../app/access/members.ts"
import {
  type EmailAddress,
  Subject,
  emailAddressOf,
  maxEmailAddressLength,
  maxPasswordLength,
  maxSubjectLength,
  minPasswordLength
} from "../../../domain/access/Member.ts"
import { RequiredText, Text, optional } from "../interfaces/requestFields.ts"
import { conflict, invalidField } from "../interfaces/Refusal.ts"
import { refusal } from "../openapi/documented.ts"

/** Maximum characters of a name. */
export const longestName = 200

/** The name of a thing or person. */
export const nameField = (description: string) =>
  RequiredText.check(Schema.isMaxLength(longestName, { expected: `at most ${longestName} characters` })).annotate({
    description: `${description}, at most ${longestName} characters`
  })

/** Fields of a person who is added, and of how they sign in. */
export const personFields = {
  email: RequiredText.check(Schema.isMaxLength(maxEmailAddressLength)).annotate({ description: "E-mail address" }),
  name: optional(nameField("Name that other members see; the address when left out")),
  subject: optional(
    Text.check(Schema.isMaxLength(maxSubjectLength)).annotate({
      description: "The `sub` of the user at the external identity provider; without it they are invited by address"
    })
  ),
  password: optional(
    Text.annotate({
      description: `Password of a new user of the identity provider of the service, ${minPasswordLength} to ${maxPasswordLength} characters`
    })
  )
}

interface PersonRequest {
  readonly email: string
  readonly name?: string | null | undefined
  readonly subject?: string | null | undefined
  readonly password?: string | null | undefined
}

/** Failures of a person, whose fields have this prefix in the request. */
const personFailures = (prefix: "" | "owner.") => ({
  emailRefused: refusal("The address is none", invalidField(`${prefix}email`, "Expected an e-mail address")),
  subjectRefused: refusal(
    "The subject is none",
    invalidField(`${prefix}subject`, `Expected 1 to ${maxSubjectLength} characters`)
  ),
  passwordRefused: refusal(
    "The password is too short or too long",
    invalidField(`${prefix}password`, `Expected ${minPasswordLength} to ${maxPasswordLength} characters`)
  ),
  passwordMissing: refusal(
    "A new user of the identity provider of the service has no password",
    invalidField(`${prefix}password`, "Expected a password, because no user has the address")
  ),
  passwordElsewhere: refusal(
    "Users sign in at an external identity provider",
    invalidField(`${prefix}password`, "Expected none, because the external identity provider has the passwords")
  )
})

/** Failures of the owner of a new organization. */
export const ownerFailures = personFailures("owner.")

/** Failures of a new member. */
export const memberFailures = personFailures("")

export const emailTaken = refusal(
  "A user has the address",
  conflict("A user signs in with this address already", "Choose another address, or add the user as a member")
)

const decodeSubject = Schema.decodeUnknownOption(Subject)

/** The person of a request. */
export const readPerson = Effect.fnUntraced(function* (
  { email: text, name, password, subject }: PersonRequest,
  { emailRefused, passwordRefused, subjectRefused }: ReturnType<typeof personFailures>
) {
  const email: Option.Option<EmailAddress> = emailAddressOf(text)
  if (Option.isNone(email)) return yield* emailRefused()
  const { length } = Array.from(password ?? "")
  const isWithin = length >= minPasswordLength && length <= maxPasswordLength
  if (password !== undefined && password !== null && !isWithin) return yield* passwordRefused()
  const known = decodeSubject(subject)
  if (subject !== undefined && subject !== null && Option.isNone(known)) return yield* subjectRefused()
  const signIn: NewSignIn = {
    subject: Option.getOrNull(known),
    password: password === undefined || password === null ? null : Redacted.make(password)
  }
  return { email: email.value, name: name ?? email.value, ...signIn }
})
