import { DateTime, Effect, Option, Schema } from "effect"
import { DeliverableType } from "../../../domain/webhooks/DeliveryRecord.ts"
import { usage } from "./OperatorError.ts"
import { Flag } from "effect/cli"
import { EmailAddress, Subject, emailAddressOf } from "../../../domain/access/Member.ts"
import { OrganizationId } from "../../../domain/Ids.ts"
import { maxPage } from "../../../domain/text/Page.ts"

/** Maximum length of a name or a platform id, in characters. */
export const maxNameLength = 200
export const Name = Schema.NonEmptyString.check(Schema.isMaxLength(maxNameLength))

export const organization = Flag.String("organization").pipe(
  Flag.withSchema(OrganizationId),
  Flag.withDescription("Id of the organization")
)

/** Restricts a list to an organization. `rows` names the listed objects. */
export const onlyOrganization = (rows: string) =>
  Flag.String("organization").pipe(
    Flag.withSchema(OrganizationId),
    Flag.withDescription(`Only ${rows} of this organization`),
    Flag.optional
  )

export const name = (description: string) =>
  Flag.String("name").pipe(Flag.withSchema(Name), Flag.withDescription(description))

export const email = (description: string) =>
  Flag.String("email").pipe(
    Flag.map((text) => Option.getOrElse(emailAddressOf(text), () => text)),
    Flag.withSchema(EmailAddress),
    Flag.withDescription(description)
  )

export const subject = Flag.String("subject").pipe(
  Flag.withSchema(Subject),
  Flag.withDescription("The `sub` of the user at the external identity provider"),
  Flag.optional
)

const PageNumber = Schema.Int.check(
  Schema.isBetween({ minimum: 1, maximum: maxPage }, { expected: `a page from 1 to ${maxPage}` })
)

export const page = Flag.Int("page").pipe(
  Flag.withSchema(PageNumber),
  Flag.withDescription("Page of the list, 1 by default"),
  Flag.withDefault(1)
)

const Instant = Schema.String.pipe(
  Schema.decodeTo(Schema.DateTimeUtcFromString),
  Schema.annotate({ expected: "an instant such as 2027-01-31T12:00:00Z" })
)

export const instant = (flagName: string, description: string) =>
  Flag.String(flagName).pipe(Flag.withSchema(Instant), Flag.withDescription(description))

/** Comma-separated names in one argument. */
export const namesOf = (text: string): ReadonlyArray<string> =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")

/** A flag of values that are separated by commas. An empty text is an empty list. */
export const listed = <A>(flagName: string, item: Schema.Codec<A, string>, description: string) =>
  Flag.String(flagName).pipe(
    Flag.map(namesOf),
    Flag.withSchema(Schema.Array(item)),
    Flag.withDescription(`${description}, separated by commas`),
    Flag.optional
  )

export const isoOrNull = (at: DateTime.Utc | null): string | null => (at === null ? null : DateTime.formatIso(at))

/**
 * Reads the comma-separated event types of a flag. An unknown one is refused, because it would silently match nothing.
 */
export const readEventTypes = Effect.fnUntraced(function* (text: string) {
  const known: ReadonlyArray<string> = DeliverableType.literals
  const names = namesOf(text)
  const wrong = names.find((name) => !known.includes(name))
  if (wrong !== undefined) {
    return yield* usage(`There is no event type ${wrong}. The types are ${known.join(", ")}`)
  }
  return new Set(names)
})
