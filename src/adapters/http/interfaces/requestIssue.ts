import { Effect, SchemaIssue } from "effect"
import { HttpServerRequest } from "effect/http"
import type { HttpApiError } from "effect/http-api"
import { expectationText, firstIssue, pathText } from "../../../domain/text/firstIssue.ts"

/** The problem of an undecodable request. Each interface has its own text for it. */
export type RequestIssue =
  | { readonly _tag: "NotJson" }
  | { readonly _tag: "NotAnObject" }
  | { readonly _tag: "Missing"; readonly field: string }
  | { readonly _tag: "Invalid"; readonly field: string; readonly expectation: string }
  | { readonly _tag: "Repeated"; readonly field: string; readonly count: number }

/** Whether a field is missing. A value of the wrong type for a union is not missing. */
const isMissing = (issue: SchemaIssue.Issue): boolean =>
  issue._tag === "MissingKey" ||
  (issue._tag !== "AnyOf" &&
    SchemaIssue.hasInput(issue) &&
    (issue.input === null || issue.input === undefined || issue.input === ""))

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
  const { issue, path } = firstIssue(root)
  if (path.length === 0) {
    return SchemaIssue.hasInput(issue) && issue.input !== undefined ? { _tag: "NotAnObject" } : { _tag: "NotJson" }
  }
  const field = pathText(path)
  const values = query[field]
  if (Array.isArray(values)) return { _tag: "Repeated", field, count: values.length }
  // An entry of a list is never missing.
  if (isMissing(issue) && typeof path.at(-1) !== "number") return { _tag: "Missing", field }
  return { _tag: "Invalid", field, expectation: expectationText(issue) }
}
