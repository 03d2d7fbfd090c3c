import type { SchemaIssue } from "effect"
import { type GraphError, refusal } from "./GraphError.ts"

/** In the message of a check, the place of the parameter's name. */
export const paramName = "{param}"

interface Found {
  readonly issue: SchemaIssue.Issue
  readonly path: ReadonlyArray<PropertyKey>
  /** The message of the check that failed, where it has one. */
  readonly message: string | undefined
}

/** The first thing that is wrong: the platform reports one at a time, too. */
const first = (issue: SchemaIssue.Issue, path: ReadonlyArray<PropertyKey>, message?: string): Found => {
  switch (issue._tag) {
    case "Pointer":
      return first(issue.issue, [...path, ...issue.path], message)
    case "Composite":
      return first(issue.issues[0], path, message)
    case "Encoding":
      return first(issue.issue, path, message)
    case "AnyOf":
      return issue.issues[0] === undefined ? { issue, path, message } : first(issue.issues[0], path, message)
    case "Filter":
      return first(issue.issue, path, issue.filter.annotations?.message)
    case "InvalidValue":
      return { issue, path, message: issue.annotations?.message ?? message }
    default:
      return { issue, path, message }
  }
}

/** A parameter's name as the Graph API writes it: `template['components'][0]['type']`. */
const nameOf = (path: ReadonlyArray<PropertyKey>): string =>
  path
    .map((key, depth) => {
      if (depth === 0) return String(key)
      return typeof key === "number" ? `[${key}]` : `['${String(key)}']`
    })
    .join("")

const kinds: Readonly<Record<string, string>> = {
  String: "a string",
  Number: "a number",
  Boolean: "a boolean",
  Arrays: "an array",
  Objects: "a JSON object"
}

const typeMismatch = (issue: SchemaIssue.Issue, name: string): GraphError => {
  const kind = issue._tag === "InvalidType" ? kinds[issue.ast._tag] : undefined
  return kind === undefined
    ? refusal(131009, { details: `${name} is not valid` })
    : refusal(100, { message: `(#100) Param ${name} must be ${kind}.` })
}

const missing = (path: ReadonlyArray<PropertyKey>): GraphError =>
  refusal(131008, {
    details:
      path.length === 2
        ? `Parameter '${String(path[1])}' is mandatory for type '${String(path[0])}'`
        : `The parameter ${nameOf(path)} is required.`
  })

/** What a check says: `(#100) …` is the whole text of an answer, `[code] …` the details of that code. */
const spoken = (message: string): GraphError => {
  if (message.startsWith("(#100) ")) return refusal(100, { message })
  const [, code = "131009", details = message] = /^\[(\d+)\] (.*)$/s.exec(message) ?? []
  return refusal(Number(code), { details })
}

/** What the platform answers to parameters that the schema refuses. */
export const issueRefusal = (issue: SchemaIssue.Issue): GraphError => {
  const found = first(issue, [])
  const name = nameOf(found.path)
  if (found.issue._tag === "MissingKey") return missing(found.path)
  if (found.issue._tag === "UnexpectedKey") {
    const key = String(found.path.at(-1))
    return refusal(100, { message: `(#100) Unexpected key "${key}" on param "${nameOf(found.path.slice(0, -1))}".` })
  }
  return found.message === undefined
    ? typeMismatch(found.issue, name)
    : spoken(found.message.replaceAll(paramName, name))
}
