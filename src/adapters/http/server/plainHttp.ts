import { HttpServerResponse } from "effect/http"
import { unansweredBody } from "./unansweredBody.ts"

/** Paths that orchestrators and scrapers call without TLS. */
const open: ReadonlySet<string> = new Set(["/health", "/ready", "/metrics"])

/** Text of the refusal of a call that a trusted proxy received over plain HTTP (contract C366). */
const httpsRequired = "HTTPS is required; send the request to the https:// address"

/** Returns the refusal of a call over plain HTTP; null if the path is open. */
export const plainHttpRefusal = (path: string): HttpServerResponse.HttpServerResponse | null =>
  open.has(path) ? null : HttpServerResponse.jsonUnsafe(unansweredBody(path, httpsRequired), { status: 403 })
