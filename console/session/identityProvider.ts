import { failureIn, fieldsOf, type Grant, grantOf, type SignInFailure } from "./Grant.ts"

/** Answer of the identity provider. */
export type GrantResult = { readonly grant: Grant } | { readonly failure: SignInFailure }

/** Answer to any other call. */
export type Answered = { readonly answer: unknown } | { readonly failure: SignInFailure }

/** Method of a call. */
export type Method = "GET" | "POST" | "PUT" | "DELETE"

/** An identity provider with the GoTrue protocol. */
export interface IdentityProvider {
  readonly signIn: (email: string, password: string) => Promise<GrantResult>
  readonly refresh: (refreshToken: string) => Promise<GrantResult>
  /** Confirms a sign-in by a code of its factor. */
  readonly confirm: (pending: Grant, code: string) => Promise<GrantResult>
  /** Any other call, with a token if there is one. */
  readonly call: (method: Method, path: string, accessToken: string | null, body?: unknown) => Promise<Answered>
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

const nothing = (reason: "unreachable" | "unexpected"): { readonly failure: SignInFailure } => ({
  failure: { reason, message: "", retryAfter: null }
})

const parsed = (response: Response): Promise<unknown> => response.json().catch(() => null)

/** Creates the provider at an address. */
export const identityProvider = ({ fetch, key, now, url }: ProviderOptions): IdentityProvider => {
  const base = url.replace(/\/+$/, "")
  const call: IdentityProvider["call"] = async (method, path, accessToken, body) => {
    const response = await fetch(base + path, {
      method,
      headers: {
        "content-type": "application/json",
        apikey: key ?? "console",
        ...(accessToken === null ? {} : { authorization: `Bearer ${accessToken}` })
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      credentials: "omit",
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMillis)
    }).catch(() => null)
    if (response === null) return nothing("unreachable")
    const answer = await parsed(response)
    if (!response.ok) return { failure: failureIn(response.status, answer, response.headers.get("retry-after")) }
    return { answer }
  }
  const granted = async (path: string, accessToken: string | null, body: unknown): Promise<GrantResult> => {
    const answered = await call("POST", path, accessToken, body)
    if ("failure" in answered) return answered
    const grant = grantOf(answered.answer, now())
    return grant === null ? nothing("unexpected") : { grant }
  }
  return {
    signIn: (email, password) => granted("/token?grant_type=password", null, { email, password }),
    refresh: (refreshToken) => granted("/token?grant_type=refresh_token", null, { refresh_token: refreshToken }),
    confirm: async ({ accessToken, pendingFactor }, code) => {
      const challenge = await call("POST", `/factors/${pendingFactor}/challenge`, accessToken, {})
      if ("failure" in challenge) return challenge
      const { id } = fieldsOf(challenge.answer)
      return granted(`/factors/${pendingFactor}/verify`, accessToken, { challenge_id: id, code })
    },
    call,
    signOut: (accessToken) => call("POST", "/logout?scope=local", accessToken, {}).then(() => undefined)
  }
}
