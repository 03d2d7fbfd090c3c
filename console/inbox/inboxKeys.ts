import type { InboxCommand } from "./inboxCommands.ts"

/** The keys of the inbox, with what each does. */
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

/** As much of a pressed key as says which one it is. */
interface Pressed {
  readonly key: string
  readonly altKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly defaultPrevented: boolean
}

/** As much of an element as says what a key does there. */
interface Place {
  readonly closest?: (selector: string) => unknown
}

/** Overlays that own the keyboard while they are open. Toasts have the role of a dialog and do not. */
const overlays = ["dialog", "alertdialog", "menu", "listbox"].map((role) => `[role=${role}]:not(.toast)`).join(", ")

/** Elements in which letters are text. */
const textual = `input, textarea, select, [contenteditable], ${overlays}`
const pressable = "a, button, summary, audio, video, [role=tab]"

const isPlace = (target: unknown): target is Place => typeof target === "object" && target !== null

const isWithin = (target: unknown, selector: string): boolean =>
  isPlace(target) && typeof target.closest === "function" && target.closest(selector) !== null

/** Whether an overlay is open above the inbox. A select that was used once leaves its closed list in the page. */
export const isInboxCovered = (): boolean =>
  Array.from(document.querySelectorAll(overlays)).some((overlay) => overlay.checkVisibility())

/** The command of a key; null if the inbox has none for it. Ctrl+K and ⌘K search from everywhere. */
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
