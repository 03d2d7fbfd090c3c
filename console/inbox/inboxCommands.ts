import { useEffect, useRef } from "react"

/** A command of the inbox. A mounted component that can run it registers itself. */
export type InboxCommand =
  | "reply"
  | "assign"
  | "close"
  | "unread"
  | "next"
  | "previous"
  | "open"
  | "search"
  | "help"
  | "back"

/** Handlers, the most recently mounted first. */
const handlers = new Map<InboxCommand, Array<() => void>>()

/** Registers a command, such as `useInboxCommand("reply", () => field.current?.focus())`. */
export const useInboxCommand = (command: InboxCommand, run: () => void): void => {
  const latest = useRef(run)
  latest.current = run
  useEffect(() => {
    const own = () => latest.current()
    handlers.set(command, [own, ...(handlers.get(command) ?? [])])
    return () => {
      handlers.set(
        command,
        (handlers.get(command) ?? []).filter((one) => one !== own)
      )
    }
  }, [command])
}

/** Runs a command; false without a handler. */
export const runInboxCommand = (command: InboxCommand): boolean => {
  const [first] = handlers.get(command) ?? []
  first?.()
  return first !== undefined
}
