import { Effect, SchemaIssue } from "effect"
import { HttpServerRequest } from "effect/http"
import type { HttpApiError } from "effect/http-api"

/** The problem of an undecodable request. Each interface has its own text for it. */
export type RequestIssue =
  | { readonly _tag: "NotJson" }
  | { readonly _tag: "NotAnObject" }
  | { readonly _tag: "Missing"; readonly field: string }
  | { readonly _tag: "Invalid"; readonly field: string; readonly expectation: string }
  | { readonly _tag: "Repeated"; readonly field: string; readonly count: number }

interface Located {
  readonly path: ReadonlyArray<PropertyKey>
  readonly issue: SchemaIssue.Issue
}

/** The first issue, with its path. */
const firstOf = ({ issue, path }: Located): Located => {
  switch (issue._tag) {
    case "Pointer":
      return firstOf({ path: [...path, ...issue.path], issue: issue.issue })
    case "Composite":
      return firstOf({ path, issue: issue.issues[0] })
    case "Encoding":
      return firstOf({ path, issue: issue.issue })
    case "Filter":
      // Blank text counts as missing (contract: Empty values).
      return { path, issue: issue.issue._tag === "MissingKey" ? issue.issue : issue }
    case "AnyOf": {
      // A union with null is an optional field: report the issue of the other member.
      const first = issue.issues.find((member) => member._tag !== "InvalidType")
      return first === undefined ? { path, issue } : firstOf({ path, issue: first })
    }
    default:
      return { path, issue }
  }
}

/** Formats a path as `template.components[0].type`. */
const nameOf = (path: ReadonlyArray<PropertyKey>): string =>
  path.map((key, index) => (typeof key === "number" ? `[${key}]` : `${index === 0 ? "" : "."}${String(key)}`)).join("")

/** Whether a field is missing. A value of the wrong type for a union is not missing. */
const isMissing = (issue: SchemaIssue.Issue): boolean =>
  issue._tag === "MissingKey" ||
  (issue._tag !== "AnyOf" &&
    SchemaIssue.hasInput(issue) &&
    (issue.input === null || issue.input === undefined || issue.input === ""))

const messageOf = SchemaIssue.makeFormatterStandardSchemaV1()

/** Suffix with the caller's value. It is removed, since the value may be a secret. */
const actualValue = /, got [^]*$/

/** Maximum length of an expectation; longer patterns and lists are truncated. */
const longestExpectation = 200

/** Query parameters. A repeated parameter is a list. */
export type QueryValues = Readonly<Record<string, string | ReadonlyArray<string>>>

const noQuery: QueryValues = {}

/** The query of the request, if decoding failed there. */
export const queryValues = (
  kind: HttpApiError.HttpApiSchemaError["kind"]
): Effect.Effect<QueryValues, never, HttpServerRequest.ParsedSearchParams> =>
  kind === "Query" ? Effect.service(HttpServerRequest.ParsedSearchParams) : Effect.succeed(noQuery)

/** Expectation for a query parameter with more than one value. */
export const onlyOnce = (count: number): string => `Expected one value; the query has it ${count} times`

/** The first problem of a request: a missing field by its dotted name, an invalid one by name and reason. */
export const requestIssue = (root: SchemaIssue.Issue, query: QueryValues = noQuery): RequestIssue => {
  const { issue, path } = firstOf({ path: [], issue: root })
  if (path.length === 0) {
    return SchemaIssue.hasInput(issue) && issue.input !== undefined ? { _tag: "NotAnObject" } : { _tag: "NotJson" }
  }
  const field = nameOf(path)
  const values = query[field]
  if (Array.isArray(values)) return { _tag: "Repeated", field, count: values.length }
  // An entry of a list is never missing.
  if (isMissing(issue) && typeof path.at(-1) !== "number") return { _tag: "Missing", field }
  const [detail] = messageOf(issue).issues
  const expectation = (detail?.message ?? "not acceptable").replace(actualValue, "").slice(0, longestExpectation)
  return { _tag: "Invalid", field, expectation }
}
