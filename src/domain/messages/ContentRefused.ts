import { Schema } from "effect"
import { expectationText, firstIssue, pathText } from "../text/firstIssue.ts"

/**
 * A part of a message is not what the platform takes. `field` is its dotted path, such as
 * `interactive.action.buttons[1].reply.title`; `expectation` is what is expected there, and null for a part that is
 * missing.
 */
export class ContentRefused extends Schema.TaggedError<ContentRefused>()("ContentRefused", {
  field: Schema.NonEmptyString,
  expectation: Schema.NullOr(Schema.String)
}) {}

/** The refusal of data that a schema does not accept, with paths from the field that has the data. */
export const contentRefused =
  (root: string) =>
  ({ issue: rootIssue }: Schema.SchemaError): ContentRefused => {
    const { issue, path } = firstIssue(rootIssue)
    return new ContentRefused({
      field: pathText([root, ...path]),
      expectation: issue._tag === "MissingKey" ? null : expectationText(issue)
    })
  }
