import { SchemaIssue } from "effect"

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

/** The first issue: `rules[0].code: is required when mode is sync`. `within` is the field that the value is in. */
export const reasonOf = (issue: SchemaIssue.Issue, within = ""): string => {
  const [first] = issuesOf(issue).issues
  const keys = (first?.path ?? []).map((key) => (typeof key === "object" ? key.key : key))
  const field = keys.map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`)).join("")
  return `${`${within}${field}`.replace(/^\./, "") || "body"}: ${first?.message ?? "is not valid"}`
}
