/** A key of the keyboard. */
export const KeyHint = ({ name }: { readonly name: string }) => <kbd className="key">{name}</kbd>

/** Names of keys as `aria-keyshortcuts` has them, and as a keyboard shows them. */
const signs: Readonly<Record<string, string>> = {
  Control: "Ctrl",
  Meta: "⌘",
  Shift: "⇧",
  Alt: "Alt",
  Enter: "↵",
  Escape: "Esc",
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→"
}

/** The keys of a shortcut such as `Control+K`. Screen readers skip them: the control has `aria-keyshortcuts`. */
export const Kbd = ({ keys }: { readonly keys: string }) => (
  <span className="kbd" aria-hidden dir="ltr">
    {keys.split("+").map((key) => (
      <KeyHint key={key} name={signs[key] ?? key} />
    ))}
  </span>
)
