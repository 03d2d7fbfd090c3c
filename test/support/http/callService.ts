import { Agent, request } from "undici"

/** How long one call may take, in milliseconds. */
const callTimeout = 120_000

export interface Call {
  readonly method?: "GET" | "POST" | "PATCH" | "DELETE"
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** Bytes and text are sent as they are, anything else as JSON. */
  readonly body?: unknown
}

export interface Answered {
  /** 0 when the connection failed instead. */
  readonly status: number
  readonly text: string
  readonly retryAfter: string | null
  readonly millis: number
}

const bodyOf = (body: unknown): string | Uint8Array | null =>
  body === undefined ? null : typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body)

/** Calls over a number of its own connections. A call never fails: a broken connection is status 0. */
export const callerOf = (appUrl: string, connections: number) => {
  const dispatcher = new Agent({ connections, bodyTimeout: callTimeout, headersTimeout: callTimeout })
  const call = async ({ body, headers = {}, method, path }: Call, signal?: AbortSignal): Promise<Answered> => {
    const since = performance.now()
    const sent = bodyOf(body)
    try {
      const answer = await request(`${appUrl}${path}`, {
        method: method ?? (sent === null ? "GET" : "POST"),
        dispatcher,
        ...(signal === undefined ? {} : { signal }),
        headers: sent === null ? headers : { "content-type": "application/json", ...headers },
        body: sent
      })
      const text = await answer.body.text()
      const retryAfter = answer.headers["retry-after"]
      return {
        status: answer.statusCode,
        text,
        retryAfter: typeof retryAfter === "string" ? retryAfter : null,
        millis: performance.now() - since
      }
    } catch (error) {
      return { status: 0, text: String(error), retryAfter: null, millis: performance.now() - since }
    }
  }
  return { call, close: () => dispatcher.destroy() }
}
