import type { SchemaIssue } from "effect"
import { type GraphError, refusal } from "./GraphError.ts"

/** In the message of a check, the place of the parameter's name. */
export const paramName = "{param}"

type Path = ReadonlyArray<PropertyKey>

/** How a part of the platform words a parameter error: each part has its own wording. */
export interface Wording {
  readonly nameOf: (path: Path) => string
  readonly missing: (path: Path) => GraphError
  /** `kind` is what the parameter must be: `a string`; undefined when that has no name. */
  readonly mismatch: (name: string, kind: string | undefined) => GraphError
  readonly unexpected: (key: string, parent: string) => GraphError
  /** The refusal in the message of a check. */
  readonly spoken: (message: string) => GraphError
}

interface Found {
  readonly issue: SchemaIssue.Issue
  readonly path: Path
  /** The message of the check that failed, where it has one. */
  readonly message: string | undefined
}

/** The first thing that is wrong: the platform reports one at a time, too. */
const first = (issue: SchemaIssue.Issue, path: Path, message?: string): Found => {
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

const kinds: Readonly<Record<string, string>> = {
  String: "a string",
  Number: "a number",
  Boolean: "a boolean",
  Arrays: "an array",
  Objects: "a JSON object"
}

/** What the platform answers to parameters that the schema refuses. */
export const issueRefusal = (issue: SchemaIssue.Issue, wording: Wording): GraphError => {
  const found = first(issue, [])
  if (found.issue._tag === "MissingKey") return wording.missing(found.path)
  if (found.issue._tag === "UnexpectedKey") {
    return wording.unexpected(String(found.path.at(-1)), wording.nameOf(found.path.slice(0, -1)))
  }
  const name = wording.nameOf(found.path)
  if (found.message !== undefined) return wording.spoken(found.message.replaceAll(paramName, name))
  return wording.mismatch(name, found.issue._tag === "InvalidType" ? kinds[found.issue.ast._tag] : undefined)
}

/** A parameter's name as the Cloud API writes it: `template['components'][0]['type']`. */
const nameOf = (path: Path): string =>
  path
    .map((key, depth) => {
      if (depth === 0) return String(key)
      return typeof key === "number" ? `[${key}]` : `['${String(key)}']`
    })
    .join("")

/** The words of the WhatsApp Cloud API. */
export const cloudWording: Wording = {
  nameOf,
  missing: (path) =>
    refusal(131008, {
      details:
        path.length === 2
          ? `Parameter '${String(path[1])}' is mandatory for type '${String(path[0])}'`
          : `The parameter ${nameOf(path)} is required.`
    }),
  mismatch: (name, kind) =>
    kind === undefined
      ? refusal(131009, { details: `${name} is not valid` })
      : refusal(100, { message: `(#100) Param ${name} must be ${kind}.` }),
  unexpected: (key, parent) => refusal(100, { message: `(#100) Unexpected key "${key}" on param "${parent}".` }),
  // `(#100) …` is the whole text of an answer, `[code] …` the details of that code.
  spoken: (message) => {
    if (message.startsWith("(#100) ")) return refusal(100, { message })
    const [, code = "131009", details = message] = /^\[(\d+)\] (.*)$/s.exec(message) ?? []
    return refusal(Number(code), { details })
  }
}

/** The words of WhatsApp's management API. The message of a check is the whole text of an answer. */
export const managementWording: Wording = {
  nameOf,
  missing: (path) => refusal(100, { message: `(#100) The parameter ${nameOf(path)} is required.` }),
  mismatch: (name, kind = "valid") => refusal(100, { message: `(#100) Param ${name} must be ${kind}.` }),
  unexpected: (key, parent) => refusal(100, { message: `(#100) Unexpected key "${key}" on param "${parent}".` }),
  spoken: (message) => refusal(100, { message: message.startsWith("(#100) ") ? message : `(#100) ${message}` })
}
