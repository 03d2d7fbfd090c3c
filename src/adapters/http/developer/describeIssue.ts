import { SchemaIssue } from "effect"
import { BadRequest, missingField } from "./Failures.ts"
import { fixFor } from "./fixFor.ts"

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

const isMissing = (issue: SchemaIssue.Issue): boolean =>
  issue._tag === "MissingKey" ||
  (SchemaIssue.hasInput(issue) && (issue.input === null || issue.input === undefined || issue.input === ""))

const messageOf = SchemaIssue.makeFormatterStandardSchemaV1()

/** Objects that exist for the sake of one field are missed by that field's name (decision 41). */
const soleField: Readonly<Record<string, string>> = { "template.language": "template.language.code" }

/** What came instead is known to the caller, and may be a secret. */
const given = /, got [^]*$/

/** Longest text of what was expected; a pattern or a long list says no more than its beginning. */
const longestExpectation = 200

/** An undecodable request in the words of the interface: what is missing by name, what is wrong by name and reason. */
export const describeIssue = (root: SchemaIssue.Issue): BadRequest => {
  const { issue, path } = firstOf({ path: [], issue: root })
  if (path.length === 0) {
    return new BadRequest({
      message:
        SchemaIssue.hasInput(issue) && issue.input !== undefined
          ? "Request body must be a JSON object"
          : "Request body is not valid JSON"
    })
  }
  const name = nameOf(path)
  // An entry of a list is there, whatever it is.
  if (isMissing(issue) && typeof path.at(-1) !== "number") {
    const field = soleField[name] ?? name
    return missingField(field, fixFor(field))
  }
  const [told] = messageOf(issue).issues
  const expectation = (told?.message ?? "not acceptable").replace(given, "").slice(0, longestExpectation)
  return new BadRequest({ message: `Invalid field ${name}: ${expectation}` })
}
