import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from "react"

/** Pixels from an edge at which more is loaded, and from the end at which new messages scroll into view. */
export const nearEdge = 160

/** What the place depends on. */
interface Shown {
  /** Changes with the messages. */
  readonly run: object | null
  /** Whether the shown messages reach to the end of the conversation. */
  readonly isEndShown: boolean
  /** The message that the reader was led to. */
  readonly target: string | null
}

/** A message that stays where it is on the screen, and the pixels from the upper edge of the list to it. */
interface Kept {
  readonly id: string
  readonly top: number
}

const messageIn = (box: HTMLElement, id: string): HTMLElement | null =>
  box.querySelector(`[data-message="${CSS.escape(id)}"]`)

const topOf = (box: HTMLElement, message: HTMLElement): number =>
  message.getBoundingClientRect().top - box.getBoundingClientRect().top

/** The first message that is in view. */
const keptIn = (box: HTMLElement): Kept | null => {
  const edge = box.getBoundingClientRect().top
  for (const message of box.querySelectorAll<HTMLElement>("[data-message]")) {
    if (message.getBoundingClientRect().bottom > edge) {
      return { id: message.dataset["message"] ?? "", top: topOf(box, message) }
    }
  }
  return null
}

/**
 * Keeps the place in a list of messages while others are added on both sides and files become higher: the end stays in
 * view where the reader is there, else the message at the upper edge. A new target is brought to the middle and gets the
 * focus, so that keys go on from there. Gives what to call after each scrolling.
 */
export const useScrollPlace = (
  box: RefObject<HTMLDivElement | null>,
  { isEndShown, run, target }: Shown
): (() => void) => {
  const place = useRef<{ readonly isAtEnd: boolean; readonly kept: Kept | null }>({ isAtEnd: true, kept: null })
  const reached = useRef<string | null>(null)

  const look = useCallback(() => {
    const element = box.current
    if (element === null) return
    const toEnd = element.scrollHeight - element.scrollTop - element.clientHeight
    place.current = { isAtEnd: isEndShown && toEnd < nearEdge, kept: keptIn(element) }
  }, [box, isEndShown])

  const restore = useCallback(() => {
    const element = box.current
    if (element === null) return
    const { isAtEnd, kept } = place.current
    if (isAtEnd && isEndShown) {
      element.scrollTop = element.scrollHeight
      return
    }
    const message = kept === null ? null : messageIn(element, kept.id)
    if (message !== null && kept !== null) element.scrollTop += topOf(element, message) - kept.top
  }, [box, isEndShown])

  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const isReached = target === null || target === reached.current
    const message = isReached ? null : messageIn(element, target)
    if (message === null) {
      // Without a target the newest are meant, as soon as they are there.
      if (target === null && reached.current !== null && isEndShown) {
        reached.current = null
        place.current = { isAtEnd: true, kept: null }
      }
      restore()
      return
    }
    reached.current = target
    message.scrollIntoView({ block: "center" })
    message.focus({ preventScroll: true })
    look()
    place.current = { ...place.current, isAtEnd: false }
  }, [run, target, isEndShown, box, look, restore])

  const latest = useRef(restore)
  latest.current = restore
  useEffect(() => {
    const content = box.current?.firstElementChild
    if (content === null || content === undefined) return
    const observer = new ResizeObserver(() => latest.current())
    observer.observe(content)
    return () => observer.disconnect()
  }, [box, run === null])
  return look
}
