import type { Fetch } from "../../client/promise/call.ts"

/** The part of the tokens that a call needs. */
export interface Tokens {
  readonly token: () => Promise<string>
  readonly replaced: (accessToken: string) => Promise<string>
}

const bearer = (headers: RequestInit["headers"]): string =>
  /^Bearer (.+)$/.exec(new Headers(headers).get("authorization") ?? "")?.[1] ?? ""

/**
 * `fetch` that refreshes a refused token and repeats the call once. Every call can be repeated, because a call with a
 * refused token has no effect.
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
