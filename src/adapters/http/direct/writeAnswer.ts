import type { ServerResponse } from "node:http"
import type { DirectAnswer } from "./DirectRoute.ts"

/** Writes the answer with these headers, unless the caller has gone. */
export const writeAnswer = (
  response: ServerResponse,
  named: Record<string, string>,
  { headers, status, text }: DirectAnswer
): void => {
  if (response.writableEnded || response.destroyed) return
  if (text !== "") named["content-type"] = "application/json"
  named["content-length"] = String(Buffer.byteLength(text))
  response.writeHead(status, Object.assign(named, headers)).end(text)
}
