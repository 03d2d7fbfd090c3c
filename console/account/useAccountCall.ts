import { useCallback, useEffect, useState } from "react"
import { failureOf } from "../api/Failure.ts"
import type { Loaded } from "../api/query.ts"
import { useSession } from "../api/Session.ts"
import type { SignInFailure } from "../session/Grant.ts"
import type { Answered, Method } from "../session/identityProvider.ts"
import { TokenUnavailable } from "../session/SessionTokens.ts"

const ended: SignInFailure = { reason: "over", message: "", retryAfter: null }

/** Calls of the identity provider for the signed-in user. `run` is never rejected. */
export const useAccountCall = () => {
  const { tokens } = useSession()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<SignInFailure | null>(null)
  const run = useCallback(
    async (method: Method, path: string, body?: unknown): Promise<Answered> => {
      setBusy(true)
      setFailure(null)
      const answered = await tokens
        .call(method, path, body)
        .catch((cause: unknown) => ({ failure: cause instanceof TokenUnavailable ? cause.failure : ended }))
      setBusy(false)
      if ("failure" in answered) setFailure(answered.failure)
      return answered
    },
    [tokens]
  )
  return { run, isBusy, failure, setFailure }
}

/** A value of the identity provider, and its reload. */
export const useAccountValue = <Value>(
  path: string,
  decode: (answer: unknown) => Value
): readonly [Loaded<Value>, () => void] => {
  const { tokens } = useSession()
  const [attempt, setAttempt] = useState(0)
  const [loaded, setLoaded] = useState<Loaded<Value>>({ state: "loading" })
  useEffect(() => {
    let isWanted = true
    tokens
      .call("GET", path)
      .then((answered) =>
        "failure" in answered ? Promise.reject(new TokenUnavailable(answered.failure)) : answered.answer
      )
      .then(
        (answer) => {
          if (isWanted) setLoaded({ state: "ready", value: decode(answer), isReloading: false, failure: null })
        },
        (cause: unknown) => {
          if (isWanted) setLoaded({ state: "failed", failure: failureOf(cause) })
        }
      )
    return () => {
      isWanted = false
    }
  }, [tokens, path, decode, attempt])
  return [loaded, useCallback(() => setAttempt((count) => count + 1), [])]
}
