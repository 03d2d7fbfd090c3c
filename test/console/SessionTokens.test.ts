import { assert, describe, it } from "vitest"
import type { Grant, SignInFailure } from "../../console/session/Grant.ts"
import { failureIn, grantOf } from "../../console/session/Grant.ts"
import type { GrantResult } from "../../console/session/identityProvider.ts"
import { SessionTokens, SignedOut, type TabMessage, TokenUnavailable } from "../../console/session/SessionTokens.ts"

const hour = 3_600_000

/** A browser with tabs, whose provider accepts each refresh token once like GoTrue. */
const browser = () => {
  let now = 0
  let count = 0
  let failure: SignInFailure | null = null
  const valid = new Set<string>()
  const refreshes: Array<string> = []
  const listeners = new Set<(message: TabMessage) => void>()
  let last: Promise<unknown> = Promise.resolve()
  const grant = (): GrantResult => {
    if (failure !== null) return { failure }
    count += 1
    valid.add(`refresh ${count}`)
    return {
      grant: {
        accessToken: `access ${count}`,
        refreshToken: `refresh ${count}`,
        expiresAt: now + hour,
        user: { id: "u", email: "grace@example.com" }
      }
    }
  }
  const provider = {
    signIn: async (_: string, password: string): Promise<GrantResult> =>
      password === "right" ? grant() : { failure: { reason: "wrong", message: "", retryAfter: null } },
    refresh: async (refreshToken: string): Promise<GrantResult> => {
      refreshes.push(refreshToken)
      await Promise.resolve()
      if (failure !== null) return { failure }
      return valid.delete(refreshToken) ? grant() : { failure: { reason: "over", message: "used", retryAfter: null } }
    },
    signOut: async () => undefined
  }
  const tab = (stored: string | null = null) => {
    let current = stored
    const seen: Array<Grant | null> = []
    const own = new Set<(message: TabMessage) => void>()
    const tokens = new SessionTokens({
      provider,
      now: () => now,
      // Other tabs answer within a task.
      pause: () => new Promise((resolve) => setTimeout(resolve, 0)),
      stored: {
        read: () => current,
        write: (refreshToken) => {
          current = refreshToken
        }
      },
      exclusively: (work) => {
        const done = last.then(work, work)
        last = done.catch(() => undefined)
        return done
      },
      others: {
        send: (message) => {
          for (const take of listeners) if (!own.has(take)) take(message)
        },
        listen: (take) => {
          own.add(take)
          listeners.add(take)
          return () => listeners.delete(take)
        }
      },
      changed: (newGrant) => seen.push(newGrant)
    })
    return { tokens, seen, stored: () => current }
  }
  return {
    tab,
    refreshes,
    later: (millis: number) => {
      now += millis
    },
    fail: (next: SignInFailure | null) => {
      failure = next
    }
  }
}

const unreachable: SignInFailure = { reason: "unreachable", message: "", retryAfter: null }

const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (cause: unknown) => cause
  )

describe("session tokens of the console", () => {
  it("a session token is used while it is fresh, and refreshed before it expires", async () => {
    const { refreshes, later, tab } = browser()
    const { stored, tokens } = tab()
    await tokens.signIn("grace@example.com", "right")
    assert.strictEqual(await tokens.token(), "access 1")
    later(hour - 61_000)
    assert.strictEqual(await tokens.token(), "access 1")
    later(2_000)
    assert.strictEqual(await tokens.token(), "access 2")
    assert.deepStrictEqual([refreshes, stored()], [["refresh 1"], "refresh 2"])
  })

  it("simultaneous calls refresh a session token once, in one tab and in many", async () => {
    const { refreshes, later, tab } = browser()
    const first = tab()
    await first.tokens.signIn("grace@example.com", "right")
    const others = [tab(), tab(), tab()]
    const restored = await Promise.all(others.map(({ tokens }) => tokens.restore()))
    assert.deepStrictEqual([...new Set(restored.map((grant) => grant?.accessToken))], ["access 1"])
    later(hour)
    const all = [first, ...others].flatMap(({ tokens }) => [tokens.token(), tokens.replaced("access 1")])
    assert.deepStrictEqual([...new Set(await Promise.all(all))], ["access 2"])
    assert.deepStrictEqual(refreshes, ["refresh 1"])
    assert.deepStrictEqual(new Set([first, ...others].map(({ stored }) => stored())), new Set(["refresh 2"]))
  })

  it("a refused session token is replaced, unless another call replaced it already", async () => {
    const { refreshes, tab } = browser()
    const { tokens } = tab()
    await tokens.signIn("grace@example.com", "right")
    assert.strictEqual(await tokens.replaced("access 1"), "access 2")
    assert.strictEqual(await tokens.replaced("access 1"), "access 2")
    assert.lengthOf(refreshes, 1)
  })

  it("a session survives a page reload through the tab's refresh token", async () => {
    const { tab } = browser()
    const before = tab()
    await before.tokens.signIn("grace@example.com", "right")
    before.tokens.close()
    assert.strictEqual((await tab(before.stored()).tokens.restore())?.accessToken, "access 2")
    assert.isNull(
      await tab()
        .tokens.restore()
        .then((grant) => (grant?.accessToken === "access 2" ? null : grant))
    )
  })

  it("a sign-out ends the session in every tab", async () => {
    const { tab } = browser()
    const one = tab()
    const other = tab()
    await one.tokens.signIn("grace@example.com", "right")
    await one.tokens.signOut()
    for (const { seen, stored } of [one, other]) assert.deepStrictEqual([seen.at(-1), stored()], [null, null])
    const rejections = await Promise.all([one, other].map(({ tokens }) => rejection(tokens.token())))
    for (const cause of rejections) assert.instanceOf(cause, SignedOut)
  })

  it("a session ends only when the provider ends it", async () => {
    const { fail, later, tab } = browser()
    const { seen, stored, tokens } = tab()
    await tokens.signIn("grace@example.com", "right")
    later(hour)
    fail(unreachable)
    assert.instanceOf(await rejection(tokens.token()), TokenUnavailable)
    assert.deepStrictEqual([stored(), seen.length], ["refresh 1", 1])
    fail(null)
    assert.strictEqual(await tokens.token(), "access 2")
    later(hour)
    fail({ reason: "over", message: "Session Expired", retryAfter: null })
    assert.instanceOf(await rejection(tokens.token()), SignedOut)
    assert.deepStrictEqual([stored(), seen.at(-1)], [null, null])
    assert.isNull(await tokens.restore())
  })

  it("a wrong password grants no session token", async () => {
    const { tab } = browser()
    const { seen, tokens } = tab()
    assert.deepStrictEqual(await tokens.signIn("grace@example.com", "wrong"), {
      failure: { reason: "wrong", message: "", retryAfter: null }
    })
    assert.deepStrictEqual(seen, [])
  })
})

describe("responses of the identity provider", () => {
  it("a response of the identity provider is a grant only if it is complete", () => {
    const answer = { access_token: "a", refresh_token: "r", expires_in: 60, user: { id: "1", email: "x@y" } }
    assert.deepStrictEqual(grantOf(answer, 1_000), {
      accessToken: "a",
      refreshToken: "r",
      expiresAt: 61_000,
      user: { id: "1", email: "x@y" }
    })
    for (const wrong of [null, [], "x", { ...answer, access_token: 1 }, { ...answer, expires_in: "60" }]) {
      assert.isNull(grantOf(wrong, 0))
    }
  })

  it.each([
    [400, { code: 400, error_code: "invalid_credentials", msg: "Invalid login credentials" }, null, "wrong"],
    [400, { code: "invalid_credentials", message: "Invalid login credentials" }, null, "wrong"],
    [400, { error: "invalid_grant", error_description: "Invalid login credentials" }, null, "wrong"],
    [400, { error_code: "refresh_token_already_used", msg: "Already Used" }, null, "over"],
    [429, { error_code: "over_request_rate_limit", msg: "Request rate limit reached" }, "7", "locked"],
    [503, null, null, "unreachable"],
    [401, { message: "Invalid API key" }, null, "unexpected"]
  ] as const)("the response %i %j of the identity provider is the failure %s", (status, answer, retryAfter, reason) => {
    const failure = failureIn(status, answer, retryAfter)
    assert.deepStrictEqual([failure.reason, failure.retryAfter], [reason, retryAfter === null ? null : 7])
  })
})
