import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from "react"

/** Pixels from an edge at which more is loaded, and from the end at which new messages scroll into view. */
export const nearEdge = 160

/** Inputs of the scroll position. */
interface ScrollInput {
  /** Changes with the messages. */
  readonly run: object | null
  /** Whether the messages reach the end of the conversation. */
  readonly isEndShown: boolean
  /** The target message. */
  readonly target: string | null
}

/** A message with a fixed position on the screen: its distance from the upper edge of the list in pixels. */
interface Anchor {
  readonly id: string
  readonly top: number
}

const messageIn = (box: HTMLElement, id: string): HTMLElement | null =>
  box.querySelector(`[data-message="${CSS.escape(id)}"]`)

const topOf = (box: HTMLElement, message: HTMLElement): number =>
  message.getBoundingClientRect().top - box.getBoundingClientRect().top

/** The first visible message. */
const anchorIn = (box: HTMLElement): Anchor | null => {
  const edge = box.getBoundingClientRect().top
  for (const message of box.querySelectorAll<HTMLElement>("[data-message]")) {
    if (message.getBoundingClientRect().bottom > edge) {
      return { id: message.dataset["message"] ?? "", top: topOf(box, message) }
    }
  }
  return null
}

/**
 * Preserves the scroll position while messages are added on both sides and files become higher. At the end of the list
 * the end stays visible, elsewhere the message at the upper edge. A new target is scrolled to the middle and focused,
 * so that keys continue from there. Returns the handler to call after each scroll.
 */
export const useScrollPlace = (
  box: RefObject<HTMLDivElement | null>,
  { isEndShown, run, target }: ScrollInput
): (() => void) => {
  const position = useRef<{ readonly isAtEnd: boolean; readonly anchor: Anchor | null }>({
    isAtEnd: true,
    anchor: null
  })
  const reached = useRef<string | null>(null)

  const measure = useCallback(() => {
    const element = box.current
    if (element === null) return
    const toEnd = element.scrollHeight - element.scrollTop - element.clientHeight
    position.current = { isAtEnd: isEndShown && toEnd < nearEdge, anchor: anchorIn(element) }
  }, [box, isEndShown])

  const restore = useCallback(() => {
    const element = box.current
    if (element === null) return
    const { isAtEnd, anchor } = position.current
    if (isAtEnd && isEndShown) {
      element.scrollTop = element.scrollHeight
      return
    }
    const message = anchor === null ? null : messageIn(element, anchor.id)
    if (message !== null && anchor !== null) element.scrollTop += topOf(element, message) - anchor.top
  }, [box, isEndShown])

  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const isReached = target === null || target === reached.current
    const message = isReached ? null : messageIn(element, target)
    if (message === null) {
      // Without a target the list scrolls to the newest messages once they are loaded.
      if (target === null && reached.current !== null && isEndShown) {
        reached.current = null
        position.current = { isAtEnd: true, anchor: null }
      }
      restore()
      return
    }
    reached.current = target
    message.scrollIntoView({ block: "center" })
    message.focus({ preventScroll: true })
    measure()
    position.current = { ...position.current, isAtEnd: false }
  }, [run, target, isEndShown, box, measure, restore])

  const latest = useRef(restore)
  latest.current = restore
  useEffect(() => {
    const content = box.current?.firstElementChild
    if (content === null || content === undefined) return
    const observer = new ResizeObserver(() => latest.current())
    observer.observe(content)
    return () => observer.disconnect()
  }, [box, run === null])
  return measure
}
