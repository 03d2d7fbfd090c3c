import type { Grant, SignInFailure } from "./Grant.ts"
import type { GrantResult, IdentityProvider } from "./identityProvider.ts"

/** Messages between tabs of the console. */
export type TabMessage =
  | { readonly kind: "request" }
  | { readonly kind: "granted"; readonly grant: Grant }
  | { readonly kind: "over" }

/** The other tabs of the console. */
export interface OtherTabs {
  readonly send: (message: TabMessage) => void
  /** Starts to listen, and returns how to stop. */
  readonly listen: (take: (message: TabMessage) => void) => () => void
}

/** Dependencies on the browser, which tests replace. */
export interface SessionWorld {
  readonly provider: IdentityProvider
  readonly now: () => number
  readonly pause: (millis: number) => Promise<void>
  /** Storage of this tab's refresh token. */
  readonly stored: { readonly read: () => string | null; readonly write: (refreshToken: string | null) => void }
  /** Runs the work under a lock that all tabs share. */
  readonly exclusively: <A>(work: () => Promise<A>) => Promise<A>
  readonly others: OtherTabs
  /** Receives each new grant; null after a sign-out. */
  readonly changed: (grant: Grant | null) => void
}

/** Remaining milliseconds below which a token is refreshed before use. */
const refreshAhead = 60_000

/** Milliseconds to wait for answers of other tabs. */
const tabAnswerMillis = 150

/** Rejection of a call without a token. */
export class SignedOut extends Error {
  override readonly name = "SignedOut"
}

/** Rejection after the provider was unreachable. The session may still be valid. */
export class TokenUnavailable extends Error {
  override readonly name = "TokenUnavailable"
  readonly failure: SignInFailure
  constructor(failure: SignInFailure) {
    super(failure.message)
    this.failure = failure
  }
}

/**
 * Tokens of the signed-in user (decision 24, Console). The access token is in memory only. A refresh token works once,
 * so one tab refreshes at a time, and the others adopt its result.
 */
export class SessionTokens {
  readonly #world: SessionWorld
  #grant: Grant | null = null
  #renewal: Promise<Grant> | null = null
  readonly #stopListening: () => void

  constructor(world: SessionWorld) {
    this.#world = world
    this.#stopListening = world.others.listen((message) => this.#take(message))
  }

  /** Adopts the session of another tab, or resumes the session that this tab had before its reload. */
  async restore(): Promise<Grant | null> {
    await this.#requestTokens()
    if (this.#grant !== null) return this.#grant
    if (this.#world.stored.read() === null) return null
    return this.#renew().catch((cause: unknown) => (cause instanceof SignedOut ? null : Promise.reject(cause)))
  }

  async signIn(email: string, password: string): Promise<GrantResult> {
    const answered = await this.#world.provider.signIn(email, password)
    if ("grant" in answered) {
      this.#accept(answered.grant)
      this.#world.others.send({ kind: "granted", grant: answered.grant })
    }
    return answered
  }

  async signOut(): Promise<void> {
    const grant = this.#grant
    this.#end()
    this.#world.others.send({ kind: "over" })
    if (grant !== null) await this.#world.provider.signOut(grant.accessToken)
  }

  /** Returns a fresh access token. Rejects with `SignedOut` or `TokenUnavailable`. */
  async token(): Promise<string> {
    const grant = this.#grant
    if (grant !== null && grant.expiresAt - this.#world.now() > refreshAhead) return grant.accessToken
    return (await this.#renew()).accessToken
  }

  /** Returns a new access token after this one was refused. */
  async replaced(accessToken: string): Promise<string> {
    const grant = this.#grant
    if (grant !== null && grant.accessToken !== accessToken) return grant.accessToken
    return (await this.#renew()).accessToken
  }

  /** Stops listening to other tabs. */
  close(): void {
    this.#stopListening()
  }

  #accept(grant: Grant): void {
    this.#grant = grant
    this.#world.stored.write(grant.refreshToken)
    this.#world.changed(grant)
  }

  #end(): void {
    this.#grant = null
    this.#world.stored.write(null)
    this.#world.changed(null)
  }

  #take(message: TabMessage): void {
    switch (message.kind) {
      case "request":
        if (this.#grant !== null) this.#world.others.send({ kind: "granted", grant: this.#grant })
        return
      case "granted":
        if (this.#isNewer(message.grant)) this.#accept(message.grant)
        return
      case "over":
        if (this.#grant !== null) this.#end()
    }
  }

  #isNewer({ accessToken, expiresAt }: Grant): boolean {
    if (this.#grant === null) return expiresAt > this.#world.now()
    return accessToken !== this.#grant.accessToken && expiresAt > this.#grant.expiresAt
  }

  /** Adopts newer tokens of other tabs. */
  #requestTokens(): Promise<void> {
    this.#world.others.send({ kind: "request" })
    return this.#world.pause(tabAnswerMillis)
  }

  #renew(): Promise<Grant> {
    const spent = this.#grant
    this.#renewal ??= this.#world
      .exclusively(() => this.#renewAlone(spent))
      .finally(() => {
        this.#renewal = null
      })
    return this.#renewal
  }

  async #renewAlone(spent: Grant | null): Promise<Grant> {
    await this.#requestTokens()
    // Another tab may have sent its tokens, now or while this one waited.
    if (this.#grant !== null && this.#grant !== spent) return this.#grant
    const refreshToken = this.#grant?.refreshToken ?? this.#world.stored.read()
    if (refreshToken === null) return Promise.reject(new SignedOut("The user is signed out"))
    const answered = await this.#world.provider.refresh(refreshToken)
    if ("grant" in answered) {
      this.#accept(answered.grant)
      this.#world.others.send({ kind: "granted", grant: answered.grant })
      return answered.grant
    }
    const { failure } = answered
    if (failure.reason !== "over" && failure.reason !== "wrong") return Promise.reject(new TokenUnavailable(failure))
    this.#end()
    return Promise.reject(new SignedOut(failure.message))
  }
}
