import { Predicate, Result, Schema } from "effect"
import { maxEmailLength, maxNameLength, maxTagLength, maxTags } from "../../../domain/contacts/contactLimits.ts"
import type { ImportRow } from "../../../domain/contacts/importContacts.ts"
import { RequiredText, Text, optional } from "../interfaces/requestFields.ts"
import { describeIssue } from "../interfaces/session/guards.ts"

/** A contact in an import, in JSON and CSV. */
export const ImportItem = Schema.Struct({
  userNumber: RequiredText.annotate({ description: "Phone number, E.164 with +" }),
  userName: optional(Text.annotate({ description: `Name, at most ${maxNameLength} characters` })),
  email: optional(
    Text.annotate({ description: `E-mail address, at most ${maxEmailLength} characters; empty text is none` })
  ),
  tags: optional(
    Schema.Array(Text).annotate({
      description: `At most ${maxTags} of 1 to ${maxTagLength} characters; duplicates are dropped`
    })
  ),
  optedIn: optional(
    Schema.Boolean.annotate({
      description: "Whether the contact wants marketing messages on WhatsApp, as a consent with the source import"
    })
  )
}).annotate({ identifier: "ImportItem", description: "A contact to import" })

/** An invalid row with its reason. */
export interface UnreadableRow extends Pick<ImportRow, "index" | "number"> {
  readonly problem: string
}

/** A parsed or invalid row. */
export type GivenRow = Result.Result<ImportRow, UnreadableRow>

const decode = Schema.decodeUnknownResult(ImportItem, { reportInput: true })

/** The number of an item as text, even if the item is invalid; empty if it is missing. */
const givenNumber = (item: unknown): string => {
  const number = Predicate.hasProperty(item, "userNumber") ? item.userNumber : ""
  return Predicate.isString(number) || Predicate.isNumber(number) ? String(number) : ""
}

/** Reads an import row from an item. */
export const readItem = (index: number, item: unknown): GivenRow =>
  decode(item).pipe(
    Result.map(({ email, optedIn, tags, userName, userNumber }) => ({
      index,
      number: userNumber,
      name: userName ?? "",
      email: email ?? null,
      tags: tags ?? [],
      ...(typeof optedIn === "boolean" && { optedIn })
    })),
    Result.mapError(({ issue }) => ({
      index,
      number: givenNumber(item),
      problem: Predicate.isObject(item) ? describeIssue(issue).error : "Expected an object"
    }))
  )
