import type { SchemaIssue } from "effect"
import { requestIssue } from "../requestIssue.ts"
import { unreadableBody } from "../readJsonBody.ts"
import { BadRequest, missingField } from "./Failures.ts"
import { fixFor } from "./fixFor.ts"

/** Objects that exist for the sake of one field are missed by that field's name (contract C41). */
const soleField: Readonly<Record<string, string>> = { "template.language": "template.language.code" }

/** An undecodable request in the words of the interface: a missing field by name, an invalid one by name and reason. */
export const describeIssue = (root: SchemaIssue.Issue): BadRequest => {
  const issue = requestIssue(root)
  switch (issue._tag) {
    case "NotJson":
    case "NotAnObject":
      return new BadRequest({ message: unreadableBody[issue._tag] })
    case "Missing": {
      const field = soleField[issue.field] ?? issue.field
      return missingField(field, fixFor(field))
    }
    case "Invalid":
      return new BadRequest({ message: `Invalid field ${issue.field}: ${issue.expectation}` })
  }
}
