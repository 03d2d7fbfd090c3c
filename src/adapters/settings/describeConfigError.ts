import { type Config, Schema, SchemaIssue } from "effect"

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

/** `PORT: Expected a port number`, a line for each variable; never the value, which may be a secret. */
export const describeConfigError = ({ cause }: Config.ConfigError): string => {
  if (!Schema.isSchemaError(cause)) return cause.message
  const lines = issuesOf(cause.issue).issues.map(({ message, path = [] }) => {
    const [variable] = path.map((segment) => String(typeof segment === "object" ? segment.key : segment))
    return `${variable ?? "environment"}: ${message}`
  })
  // A list that cannot be split is also reported as not being a list, which helps nobody.
  const told = lines.filter((line) => !line.endsWith(": Expected array"))
  return [...new Set(told.length > 0 ? told : lines)].join("\n")
}
