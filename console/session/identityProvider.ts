import { failureIn, type Grant, grantOf, type SignInFailure } from "./Grant.ts"

/** The answer of the identity provider. */
export type Granted = { readonly grant: Grant } | { readonly failure: SignInFailure }

/** An identity provider that speaks GoTrue. */
export interface IdentityProvider {
  readonly signIn: (email: string, password: string) => Promise<Granted>
  readonly refresh: (refreshToken: string) => Promise<Granted>
  /** Ends the session at the provider. It never fails: the session is over here in any case. */
  readonly signOut: (accessToken: string) => Promise<void>
}

/** Where the provider is, and how to reach it. */
export interface ProviderOptions {
  readonly url: string
  /** What it takes as `apikey`. */
  readonly key: string | null
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  readonly now: () => number
}

/** Milliseconds for an answer of the provider. */
const patience = 20_000

const nothing = (reason: "unreachable" | "unexpected"): Granted => ({
  failure: { reason, message: "", retryAfter: null }
})

const parsed = (response: Response): Promise<unknown> => response.json().catch(() => null)

/** The provider at an address. */
export const identityProvider = ({ fetch, key, now, url }: ProviderOptions): IdentityProvider => {
  const base = url.replace(/\/+$/, "")
  const post = (path: string, headers: Readonly<Record<string, string>>, body: unknown) =>
    fetch(base + path, {
      method: "POST",
      headers: { "content-type": "application/json", apikey: key ?? "console", ...headers },
      body: JSON.stringify(body),
      credentials: "omit",
      redirect: "error",
      signal: AbortSignal.timeout(patience)
    })
  const ask = async (grantType: string, body: unknown): Promise<Granted> => {
    const response = await post(`/token?grant_type=${grantType}`, {}, body).catch(() => null)
    if (response === null) return nothing("unreachable")
    const answer = await parsed(response)
    if (!response.ok) return { failure: failureIn(response.status, answer, response.headers.get("retry-after")) }
    const grant = grantOf(answer, now())
    return grant === null ? nothing("unexpected") : { grant }
  }
  return {
    signIn: (email, password) => ask("password", { email, password }),
    refresh: (refreshToken) => ask("refresh_token", { refresh_token: refreshToken }),
    signOut: (accessToken) =>
      post("/logout?scope=local", { authorization: `Bearer ${accessToken}` }, {}).then(
        () => undefined,
        () => undefined
      )
  }
}
