import type { InboxCommand } from "./inboxCommands.ts"

/** Keys of the inbox and their commands. */
export const inboxKeys = [
  ["j", "next"],
  ["k", "previous"],
  ["Enter", "open"],
  ["r", "reply"],
  ["a", "assign"],
  ["e", "close"],
  ["u", "unread"],
  ["/", "search"],
  ["Escape", "back"],
  ["?", "help"]
] as const satisfies ReadonlyArray<readonly [string, InboxCommand]>

const byKey: ReadonlyMap<string, InboxCommand> = new Map(inboxKeys)

/** The fields of a keyboard event that identify a key. */
interface Pressed {
  readonly key: string
  readonly altKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly defaultPrevented: boolean
}

/** The part of an element that decides whether keys are commands there. */
interface KeyTarget {
  readonly closest?: (selector: string) => unknown
}

/** Overlays that own the keyboard while they are open. Toasts have the role of a dialog but do not. */
const overlays = ["dialog", "alertdialog", "menu", "listbox"].map((role) => `[role=${role}]:not(.toast)`).join(", ")

/** Elements that receive text. */
const textual = `input, textarea, select, [contenteditable], ${overlays}`
const pressable = "a, button, summary, audio, video, [role=tab]"

const isKeyTarget = (target: unknown): target is KeyTarget => typeof target === "object" && target !== null

const isWithin = (target: unknown, selector: string): boolean =>
  isKeyTarget(target) && typeof target.closest === "function" && target.closest(selector) !== null

/** Whether an overlay is open above the inbox. A closed select may leave its list in the page. */
export const isInboxCovered = (): boolean =>
  Array.from(document.querySelectorAll(overlays)).some((overlay) => overlay.checkVisibility())

/** Command of a key; null without one. Ctrl+K and ⌘K focus the search everywhere. */
export const commandOf = (pressed: Pressed, target: unknown): InboxCommand | null => {
  const { altKey, ctrlKey, defaultPrevented, key, metaKey } = pressed
  if (defaultPrevented) return null
  if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === "k") return "search"
  if (altKey || ctrlKey || metaKey || isWithin(target, textual)) return null
  if (key === "Enter" && isWithin(target, pressable)) return null
  // Escape closes the focused toast.
  if (key === "Escape" && isWithin(target, ".toast")) return null
  return byKey.get(key) ?? null
}
