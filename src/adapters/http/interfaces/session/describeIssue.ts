import type { SchemaIssue } from "effect"
import { onlyOnce, type QueryValues, requestIssue } from "../requestIssue.ts"
import { unreadableBody } from "../readJsonBody.ts"
import { BadRequest, invalidField, missingField } from "./Failures.ts"

/** Error texts of the contract for certain missing and invalid fields (contract C68). */
const missing: Readonly<Record<string, string>> = { userNumber: "Phone number (userNumber) is required" }
const invalid: Readonly<Record<string, string>> = { conversationId: "Invalid conversation ID" }

/** Failure for an undecodable request, with the name of the missing field or the reason for an invalid one. */
export const describeIssue = (root: SchemaIssue.Issue, query?: QueryValues): BadRequest => {
  const issue = requestIssue(root, query)
  switch (issue._tag) {
    case "NotJson":
    case "NotAnObject":
      return new BadRequest({ error: unreadableBody[issue._tag] })
    case "Missing": {
      const error = missing[issue.field]
      return error === undefined ? missingField(issue.field) : new BadRequest({ error })
    }
    case "Invalid": {
      const error = invalid[issue.field]
      return error === undefined ? invalidField(issue.field, issue.expectation) : new BadRequest({ error })
    }
    case "Repeated":
      return invalidField(issue.field, onlyOnce(issue.count))
  }
}
