import type { Fetch } from "../../client/promise/call.ts"

/** The tokens, as far as a call needs them. */
export interface Tokens {
  readonly token: () => Promise<string>
  readonly replaced: (accessToken: string) => Promise<string>
}

const bearer = (headers: RequestInit["headers"]): string =>
  /^Bearer (.+)$/.exec(new Headers(headers).get("authorization") ?? "")?.[1] ?? ""

/**
 * `fetch` for a client whose token is refused: it is refreshed, and the call repeated once. A refused token had no effect,
 * so that is safe for every call.
 */
export const authorisedFetch =
  (tokens: Tokens, fetch: Fetch): Fetch =>
  async (url, init) => {
    const response = await fetch(url, init)
    if (response.status !== 401) return response
    const headers = new Headers(init.headers)
    headers.set("authorization", `Bearer ${await tokens.replaced(bearer(init.headers))}`)
    await response.body?.cancel()
    return fetch(url, { ...init, headers })
  }
