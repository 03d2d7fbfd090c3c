import { SchemaIssue } from "effect"

/** An issue with the path to its value. */
export interface LocatedIssue {
  readonly path: ReadonlyArray<PropertyKey>
  readonly issue: SchemaIssue.Issue
}

/** The first issue, with its path. */
export const firstIssue = (issue: SchemaIssue.Issue, path: ReadonlyArray<PropertyKey> = []): LocatedIssue => {
  switch (issue._tag) {
    case "Pointer":
      return firstIssue(issue.issue, [...path, ...issue.path])
    case "Composite":
      return firstIssue(issue.issues[0], path)
    case "Encoding":
      return firstIssue(issue.issue, path)
    case "Filter":
      // Blank text counts as missing (contract: Empty values).
      return { path, issue: issue.issue._tag === "MissingKey" ? issue.issue : issue }
    case "AnyOf": {
      // A union with null is an optional field: report the issue of the other member.
      const first = issue.issues.find((member) => member._tag !== "InvalidType")
      return first === undefined ? { path, issue } : firstIssue(first, path)
    }
    default:
      return { path, issue }
  }
}

/** Formats a path as `template.components[0].type`. */
export const pathText = (path: ReadonlyArray<PropertyKey>): string =>
  path.map((key, index) => (typeof key === "number" ? `[${key}]` : `${index === 0 ? "" : "."}${String(key)}`)).join("")

const messageOf = SchemaIssue.makeFormatterStandardSchemaV1()

/** Suffix with the caller's value. It is removed, since the value may be a secret. */
const actualValue = /, got [^]*$/

/** Maximum length of an expectation; longer patterns and lists are truncated. */
const longestExpectation = 200

/** What the value at the issue should be: `Expected at most 20 characters`. */
export const expectationText = (issue: SchemaIssue.Issue): string => {
  const [detail] = messageOf(issue).issues
  return (detail?.message ?? "not acceptable").replace(actualValue, "").slice(0, longestExpectation)
}
