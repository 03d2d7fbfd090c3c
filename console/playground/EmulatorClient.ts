import { Schema } from "effect"
import type { Tokens } from "../api/authorisedFetch.ts"
import { authorisedFetch } from "../api/authorisedFetch.ts"
import { ParleyError } from "../../client/promise/ParleyError.ts"

/**
 * Control endpoints of the emulator at the address of the service (contract: The emulator at the address of the
 * service). Paths are relative to `/_emulator/`.
 */
export interface EmulatorClient {
  readonly get: <A>(path: string, schema: Schema.ConstraintDecoder<A>, signal?: AbortSignal) => Promise<A>
  readonly post: (path: string, body?: unknown) => Promise<unknown>
  readonly remove: (path: string) => Promise<unknown>
  readonly file: (id: string, signal?: AbortSignal) => Promise<Blob>
  /** Exports the whole state as a file. */
  readonly state: () => Promise<Blob>
  /** Replaces the whole state by an exported file. */
  readonly restore: (state: Blob) => Promise<unknown>
}

const Refusal = Schema.Struct({ error: Schema.String })
const decodeRefusal = Schema.decodeUnknownPromise(Refusal)

const failed = (message: string, status: number | null, code: string | null, cause?: unknown): ParleyError =>
  new ParleyError(
    { message, status, code, fix: null, requestId: null, retryAfter: null, details: null, retry: "fix" },
    { cause }
  )

const refused = (response: Response): Promise<never> =>
  response
    .json()
    .then(decodeRefusal)
    .then(
      ({ error }) => error,
      () => ""
    )
    .then((error) => Promise.reject(failed(error, response.status, null)))

/** Creates a client with the tokens of a session, for an organization. */
export const emulatorClient = (
  { organizationId, tokens }: { readonly organizationId: string; readonly tokens: Tokens },
  fetch: (url: string, init: RequestInit) => Promise<Response> = (url, init) => window.fetch(url, init)
): EmulatorClient => {
  const authorised = authorisedFetch(tokens, fetch)
  const call = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const token = await tokens.token()
    const response = await authorised(`/_emulator/${path}`, {
      ...init,
      headers: {
        authorization: `Bearer ${token}`,
        "x-org-id": organizationId,
        ...(init.body === undefined ? {} : { "content-type": "application/json" })
      },
      credentials: "omit"
    }).catch((cause: unknown) => Promise.reject(failed("", null, "UNREACHABLE", cause)))
    return response.ok ? response : refused(response)
  }
  const json = (response: Response): Promise<unknown> => response.json()
  return {
    get: (path, schema, signal) =>
      call(path, signal === undefined ? {} : { signal })
        .then(json)
        .then(Schema.decodeUnknownPromise(schema)),
    post: (path, body) =>
      call(path, { method: "POST", ...(body === undefined ? {} : { body: JSON.stringify(body) }) }).then(json),
    remove: (path) => call(path, { method: "DELETE" }).then(json),
    file: (id, signal) =>
      call(`files/${encodeURIComponent(id)}`, signal === undefined ? {} : { signal }).then((response) =>
        response.blob()
      ),
    state: () => call("state").then((response) => response.blob()),
    restore: (state) =>
      state
        .text()
        .then((body) => call("state", { method: "POST", body }))
        .then(json)
  }
}
