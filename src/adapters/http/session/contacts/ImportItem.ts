import { Predicate, Result, Schema } from "effect"
import { maxEmailLength, maxNameLength, maxTagLength, maxTags } from "../../../../domain/contacts/contactLimits.ts"
import type { ImportRow } from "../../../../domain/contacts/importContacts.ts"
import { optional } from "../../shared/optional.ts"
import { RequiredText, Text } from "../../shared/Storable.ts"
import { describeIssue } from "../describeIssue.ts"

/** A contact as an import describes them, in JSON and in CSV alike. */
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
  )
}).annotate({ identifier: "ImportItem", description: "A contact to import" })

/** A row that does not describe a contact at all, and why. */
export interface UnreadableRow extends Pick<ImportRow, "index" | "number"> {
  readonly problem: string
}

/** A row as it was read. */
export type GivenRow = Result.Result<ImportRow, UnreadableRow>

const decode = Schema.decodeUnknownResult(ImportItem, { reportInput: true })

/** What an item gives for the number, whatever else is wrong with it. */
const givenNumber = (item: unknown): string => {
  const given = Predicate.hasProperty(item, "userNumber") ? item.userNumber : ""
  return Predicate.isString(given) || Predicate.isNumber(given) ? String(given) : ""
}

/** The row that an item of an import stands for. */
export const readItem = (index: number, item: unknown): GivenRow =>
  decode(item).pipe(
    Result.map(({ email, tags, userName, userNumber }) => ({
      index,
      number: userNumber,
      name: userName ?? "",
      email: email ?? null,
      tags: tags ?? []
    })),
    Result.mapError(({ issue }) => ({
      index,
      number: givenNumber(item),
      problem: Predicate.isObject(item) ? describeIssue(issue).error : "Expected an object"
    }))
  )
