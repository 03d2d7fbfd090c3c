import { createContext, use, useCallback, useEffect, useRef, useState } from "react"
import { failureOf } from "../api/Failure.ts"
import type { Loaded } from "../api/query.ts"
import { type Action, useActionWith } from "../api/useAction.ts"
import type { EmulatorClient } from "./EmulatorClient.ts"
import { type Changed, changedBy, unchanged } from "./Changed.ts"
import { Poll, type Topic } from "./emulatorSchemas.ts"

/** Milliseconds between polls while the page is visible, and after a failed poll. */
const pollEvery = 1_000
const pollAfterFailure = 5_000

/** The emulator client, and its change counts. */
export interface EmulatorAccess {
  readonly client: EmulatorClient
  readonly changed: Changed
}

export const EmulatorContext = createContext<EmulatorAccess | null>(null)

/** Polls for changes while the page is visible. */
export const useChanges = (client: EmulatorClient): Changed => {
  const [changed, setChanged] = useState(unchanged)
  useEffect(() => {
    const stopped = new AbortController()
    let after = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const again = (wait: number) => {
      if (!stopped.signal.aborted) timer = setTimeout(poll, wait)
    }
    const poll = () => {
      if (document.hidden) return again(pollEvery)
      client.get(`changes?after=${after}`, Poll, stopped.signal).then(
        (answer) => {
          // The first poll reports every list, which covers changes between the first load and the poll.
          setChanged((before) => changedBy(before, answer.changed))
          after = answer.revision
          again(pollEvery)
        },
        () => again(pollAfterFailure)
      )
    }
    poll()
    return () => {
      stopped.abort()
      clearTimeout(timer)
    }
  }, [client])
  return changed
}

const useAccess = (): EmulatorAccess => {
  const access = use(EmulatorContext)
  if (access === null) throw new Error("There is no emulator around this component")
  return access
}

export const useClient = (): EmulatorClient => useAccess().client

/** A list of the emulator, reloaded when it changes. Another `key` is another list and loads at once. */
export const useList = <Value>(
  topic: Topic,
  key: string,
  load: (client: EmulatorClient, signal: AbortSignal) => Promise<Value>
): readonly [Loaded<Value>, () => void] => {
  const { changed, client } = useAccess()
  const [known, setKnown] = useState<{ readonly key: string; readonly loaded: Loaded<Value> } | null>(null)
  const [attempt, setAttempt] = useState(0)
  const latest = useRef(load)
  latest.current = load
  const revision = changed[topic]
  useEffect(() => {
    const stopped = new AbortController()
    latest.current(client, stopped.signal).then(
      (value) => {
        if (!stopped.signal.aborted) {
          setKnown({ key, loaded: { state: "ready", value, isReloading: false, failure: null } })
        }
      },
      (cause: unknown) => {
        if (stopped.signal.aborted) return
        const failure = failureOf(cause)
        setKnown((before) =>
          before?.key === key && before.loaded.state === "ready"
            ? { key, loaded: { ...before.loaded, failure } }
            : { key, loaded: { state: "failed", failure } }
        )
      }
    )
    return () => stopped.abort()
  }, [client, key, revision, attempt])
  const reload = useCallback(() => setAttempt((count) => count + 1), [])
  return [known?.key === key ? known.loaded : { state: "loading" }, reload]
}

/** A call that changes the emulator. */
export interface EmulatorAction<Input> extends Pick<Action<Input, unknown>, "failure" | "isRunning" | "reset"> {
  /** Resolves to whether it succeeded. */
  readonly run: (input: Input) => Promise<boolean>
}

export const useEmulatorAction = <Input>(
  act: (client: EmulatorClient, input: Input) => Promise<unknown>
): EmulatorAction<Input> => {
  const { run, ...rest } = useActionWith(useClient(), act)
  return { ...rest, run: useCallback((input: Input) => run(input).then((outcome) => "value" in outcome), [run]) }
}
