/** Milliseconds within which a conversation counts as opened by Enter. */
const recent = 2_000

let pressedAt = -Infinity

const isTextual = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("input, textarea, select, [role=dialog], [role=menu]") !== null

// In the capture phase of the window, before the shortcuts of the inbox handle the key.
if (typeof window !== "undefined")
  window.addEventListener(
    "keydown",
    ({ key, target }) => {
      if (key === "Enter" && !isTextual(target)) pressedAt = performance.now()
    },
    { capture: true }
  )

/** Whether Enter opened the conversation a moment ago. Each press counts once. */
export const openedByEnter = (): boolean => {
  const isRecent = performance.now() - pressedAt < recent
  pressedAt = -Infinity
  return isRecent
}
