import { failureIn, type Grant, grantOf, type SignInFailure } from "./Grant.ts"

/** Answer of the identity provider. */
export type GrantResult = { readonly grant: Grant } | { readonly failure: SignInFailure }

/** An identity provider with the GoTrue protocol. */
export interface IdentityProvider {
  readonly signIn: (email: string, password: string) => Promise<GrantResult>
  readonly refresh: (refreshToken: string) => Promise<GrantResult>
  /** Ends the session at the provider. It never fails, because the session has ended here in any case. */
  readonly signOut: (accessToken: string) => Promise<void>
}

/** Address of the provider, and the `fetch` to use. */
export interface ProviderOptions {
  readonly url: string
  /** Value of its header `apikey`. */
  readonly key: string | null
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  readonly now: () => number
}

/** Timeout of the provider in milliseconds. */
const timeoutMillis = 20_000

const nothing = (reason: "unreachable" | "unexpected"): GrantResult => ({
  failure: { reason, message: "", retryAfter: null }
})

const parsed = (response: Response): Promise<unknown> => response.json().catch(() => null)

/** Creates the provider at an address. */
export const identityProvider = ({ fetch, key, now, url }: ProviderOptions): IdentityProvider => {
  const base = url.replace(/\/+$/, "")
  const post = (path: string, headers: Readonly<Record<string, string>>, body: unknown) =>
    fetch(base + path, {
      method: "POST",
      headers: { "content-type": "application/json", apikey: key ?? "console", ...headers },
      body: JSON.stringify(body),
      credentials: "omit",
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMillis)
    })
  const requestToken = async (grantType: string, body: unknown): Promise<GrantResult> => {
    const response = await post(`/token?grant_type=${grantType}`, {}, body).catch(() => null)
    if (response === null) return nothing("unreachable")
    const answer = await parsed(response)
    if (!response.ok) return { failure: failureIn(response.status, answer, response.headers.get("retry-after")) }
    const grant = grantOf(answer, now())
    return grant === null ? nothing("unexpected") : { grant }
  }
  return {
    signIn: (email, password) => requestToken("password", { email, password }),
    refresh: (refreshToken) => requestToken("refresh_token", { refresh_token: refreshToken }),
    signOut: (accessToken) =>
      post("/logout?scope=local", { authorization: `Bearer ${accessToken}` }, {}).then(
        () => undefined,
        () => undefined
      )
  }
}
