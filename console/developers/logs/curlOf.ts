import { visibleJson } from "../../text/visibleJson.ts"

/** As much of a logged request as the same call is made of. */
export interface LoggedCall {
  readonly method: string
  /** The path after the base URL, without the query. */
  readonly path: string
  readonly requestBody?: unknown
}

/** A text that a shell takes as one word, whatever it has in it. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

const bodyTextOf = (body: unknown): string | null => {
  if (body === null || body === undefined || body === "") return null
  const text = typeof body === "string" ? body : visibleJson(JSON.stringify(body))
  // The log has an empty object where there was no body.
  return text === "{}" ? null : text
}

/**
 * The same call for a shell. The key is the variable `$API_KEY`, never its text. What the log has redacted or cut short in
 * the body is so in the call too.
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
