import { useEffect, useRef } from "react"

/** What a key does in the inbox. The part that can do it says so, for as long as it is shown. */
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

/** The part that was shown last comes first. */
const handlers = new Map<InboxCommand, Array<() => void>>()

/** Offers a command, such as `useInboxCommand("reply", () => field.current?.focus())`. */
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

/** Runs a command; false if no part offers it now. */
export const runInboxCommand = (command: InboxCommand): boolean => {
  const [first] = handlers.get(command) ?? []
  first?.()
  return first !== undefined
}
