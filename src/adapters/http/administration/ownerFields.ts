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

export const emailRefused = refusal("The address is none", invalidField("email", "Expected an e-mail address"))

export const subjectRefused = refusal(
  "The subject is none",
  invalidField("subject", `Expected 1 to ${maxSubjectLength} characters`)
)

const passwordRefused = refusal(
  "The password is too short or too long",
  invalidField("password", `Expected ${minPasswordLength} to ${maxPasswordLength} characters`)
)

/** A new user needs a password. */
export const passwordMissing = refusal(
  "A new user of the identity provider of the service has no password",
  invalidField("password", "Expected a password, because no user has the address")
)

/** The external identity provider has the passwords. */
export const passwordElsewhere = refusal(
  "Users sign in at an external identity provider",
  invalidField("password", "Expected none, because the external identity provider has the passwords")
)

export const emailTaken = refusal(
  "A user has the address",
  conflict("A user signs in with this address already", "Choose another address, or add the user as a member")
)

/** Cases in which a person is refused. */
export const personRefusals = [emailRefused, subjectRefused, passwordRefused, passwordMissing, passwordElsewhere]

const decodeSubject = Schema.decodeUnknownOption(Subject)

/** The person of a request. */
export const readPerson = Effect.fnUntraced(function* ({ email: text, name, password, subject }: PersonRequest) {
  const email: Option.Option<EmailAddress> = emailAddressOf(text)
  if (Option.isNone(email)) return yield* emailRefused()
  const length = [...(password ?? "")].length
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
