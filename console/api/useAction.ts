import { useCallback, useRef, useState } from "react"
import type { ParleySession } from "../../client/promise/createParley.ts"
import { type Failure, failureOf } from "./Failure.ts"
import { useParley } from "./Session.ts"

/** The result of an action. */
export type Outcome<Value> = { readonly value: Value } | { readonly failure: Failure }

/** A call that changes something at the service. */
export interface Action<Input, Value> {
  /** Never rejected. */
  readonly run: (input: Input) => Promise<Outcome<Value>>
  readonly isRunning: boolean
  /** The failure of the last run; null after a success or `reset`. */
  readonly failure: Failure | null
  readonly reset: () => void
}

/** An action with a client. */
export const useActionWith = <Client, Input, Value>(
  client: Client,
  act: (client: Client, input: Input) => Promise<Value>
): Action<Input, Value> => {
  const latest = useRef(act)
  latest.current = act
  const [running, setRunning] = useState(0)
  const [failure, setFailure] = useState<Failure | null>(null)
  const run = useCallback(
    (input: Input): Promise<Outcome<Value>> => {
      setRunning((count) => count + 1)
      setFailure(null)
      return latest
        .current(client, input)
        .then(
          (value): Outcome<Value> => ({ value }),
          (cause: unknown): Outcome<Value> => {
            const failed = failureOf(cause)
            setFailure(failed)
            return { failure: failed }
          }
        )
        .finally(() => setRunning((count) => count - 1))
    },
    [client]
  )
  const reset = useCallback(() => setFailure(null), [])
  return { run, isRunning: running > 0, failure, reset }
}

/** Returns an action: `const close = useAction((parley, id: string) => parley.conversations.close(id))`. */
export const useAction = <Input, Value>(
  act: (parley: ParleySession, input: Input) => Promise<Value>
): Action<Input, Value> => useActionWith(useParley(), act)
