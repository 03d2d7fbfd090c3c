import { visibleJson } from "../../text/visibleJson.ts"

/** The fields of a logged request that its `curl` command needs. */
export interface LoggedCall {
  readonly method: string
  /** Path after the base URL, without the query. */
  readonly path: string
  readonly requestBody?: unknown
}

/** Quotes a text as one word of a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

const bodyTextOf = (body: unknown): string | null => {
  if (body === null || body === undefined || body === "") return null
  const text = typeof body === "string" ? body : visibleJson(JSON.stringify(body))
  // The log has an empty object for a missing body.
  return text === "{}" ? null : text
}

/**
 * Formats a logged request as a `curl` command. The key is the variable `$API_KEY`. Redacted and truncated parts of the
 * body stay so.
 */
export const curlOf = (baseUrl: string, { method, path, requestBody }: LoggedCall): string => {
  const body = method === "GET" || method === "HEAD" ? null : bodyTextOf(requestBody)
  const parts = [
    method === "HEAD" ? "curl -sS --head" : `curl -sS -X ${method.replaceAll(/[^A-Z]/g, "")}`,
    quoted(`${baseUrl}${path}`),
    `-H "x-api-key: $API_KEY"`
  ]
  if (body !== null) parts.push("-H 'content-type: application/json'", `--data-raw ${quoted(body)}`)
  return parts.join(" \\\n  ")
}
