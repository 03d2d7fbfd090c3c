import { Effect, SchemaIssue } from "effect"
import { HttpServerRequest } from "effect/http"
import type { HttpApiError } from "effect/http-api"

/** The problem of an undecodable request, which each interface states in its own words. */
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

/** The first thing that is wrong, and where. */
const firstOf = ({ issue, path }: Located): Located => {
  switch (issue._tag) {
    case "Pointer":
      return firstOf({ path: [...path, ...issue.path], issue: issue.issue })
    case "Composite":
      return firstOf({ path, issue: issue.issues[0] })
    case "Encoding":
      return firstOf({ path, issue: issue.issue })
    case "Filter":
      // Blank text counts as missing (contract C75).
      return { path, issue: issue.issue._tag === "MissingKey" ? issue.issue : issue }
    case "AnyOf": {
      // A union with null is an optional field: what its other member says is what the caller needs to know.
      const first = issue.issues.find((member) => member._tag !== "InvalidType")
      return first === undefined ? { path, issue } : firstOf({ path, issue: first })
    }
    default:
      return { path, issue }
  }
}

/** `template.components[0].type`, as people write it. */
const nameOf = (path: ReadonlyArray<PropertyKey>): string =>
  path.map((key, place) => (typeof key === "number" ? `[${key}]` : `${place === 0 ? "" : "."}${String(key)}`)).join("")

/** What may be null, or one of several things, is not missing when it is something else. */
const isMissing = (issue: SchemaIssue.Issue): boolean =>
  issue._tag === "MissingKey" ||
  (issue._tag !== "AnyOf" &&
    SchemaIssue.hasInput(issue) &&
    (issue.input === null || issue.input === undefined || issue.input === ""))

const messageOf = SchemaIssue.makeFormatterStandardSchemaV1()

/** The given value is known to the caller, and may be a secret. */
const given = /, got [^]*$/

/** Longest text of an expectation. The beginning of a pattern or of a long list is enough. */
const longestExpectation = 200

/** The parameters of a query; one that the query has more than once is a list. */
export type QueryValues = Readonly<Record<string, string | ReadonlyArray<string>>>

const noQuery: QueryValues = {}

/** The query of the request, if that is the part that cannot be decoded. */
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
  // An entry of a list is there, whatever it is.
  if (isMissing(issue) && typeof path.at(-1) !== "number") return { _tag: "Missing", field }
  const [told] = messageOf(issue).issues
  const expectation = (told?.message ?? "not acceptable").replace(given, "").slice(0, longestExpectation)
  return { _tag: "Invalid", field, expectation }
}
