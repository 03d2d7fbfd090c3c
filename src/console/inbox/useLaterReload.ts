import { useEffect, useRef } from "react"
import { useLive } from "../live/useLive.ts"

/** Milliseconds in which a member who has the conversation on the screen has read a new message. */
const readWithin = 2_000

/**
 * Loads a list once more a moment after new messages: a member who has the conversation on the screen reads them, and no
 * event says so (contract C247).
 */
export const useLaterReload = (isWanted: boolean, reload: () => void): void => {
  const latest = useRef(reload)
  latest.current = reload
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useLive({ types: isWanted ? ["message.received"] : [] }, () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      latest.current()
    }, readWithin)
  })
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    []
  )
}
