import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react"
import { Dialog } from "../parts/Dialog.tsx"
import { useText } from "../text/useText.ts"

/** An option of a picker. */
export interface PickerOption {
  readonly id: string
  readonly label: string
  /** Further text in which a search finds the option, such as an e-mail address. */
  readonly hint?: string
  readonly mark?: ReactNode
  readonly isChecked?: boolean
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

const isFound = ({ hint = "", label }: PickerOption, search: string): boolean =>
  `${label} ${hint}`.toLowerCase().includes(search.trim().toLowerCase())

/**
 * A dialog to choose from a list by typing: arrows move, Enter chooses. `isOpenAfter`: a choice leaves the dialog open.
 * `create` offers an option for a text that no option has. With `onSearch` the caller finds the options.
 */
export const Picker = ({
  create,
  empty,
  isOpenAfter = false,
  onChoose,
  onClose,
  onSearch,
  options,
  placeholder,
  title
}: {
  readonly title: string
  readonly placeholder: string
  readonly options: ReadonlyArray<PickerOption>
  readonly onChoose: (id: string) => void
  readonly onClose: () => void
  readonly isOpenAfter?: boolean
  readonly create?: { readonly label: (text: string) => string; readonly onCreate: (text: string) => void }
  readonly onSearch?: (text: string) => void
  /** Text without an option. */
  readonly empty?: string
}) => {
  const { inbox } = useText()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [search, setSearch] = useState("")
  const [active, setActive] = useState(0)
  const text = search.trim()
  const found = onSearch === undefined ? options.filter((option) => isFound(option, search)) : options
  const isNew = create !== undefined && text !== "" && !options.some(({ label }) => label === text)
  const count = found.length + (isNew ? 1 : 0)
  const at = Math.min(active, count - 1)
  const choose = (index: number) => {
    const option = found[index]
    if (option !== undefined) onChoose(option.id)
    else if (isNew && index === found.length) create.onCreate(text)
    else return
    if (!isOpenAfter) return onClose()
    setSearch("")
    onSearch?.("")
  }
  const pressed = (event: KeyboardEvent) => {
    const by = steps[event.key]
    if (event.nativeEvent.isComposing || (by === undefined && event.key !== "Enter")) return
    event.preventDefault()
    if (by === undefined) return choose(at)
    const next = (at + by + count) % Math.max(count, 1)
    setActive(next)
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: "nearest" })
  }
  const row = (index: number, label: ReactNode, isChecked?: boolean, hint?: string, mark?: ReactNode) => (
    <li
      key={index}
      id={`${id}-${index}`}
      role="option"
      className={index === at ? "popup-item picker-active" : "popup-item"}
      aria-selected={isChecked ?? index === at}
      onMouseMove={() => setActive(index)}
      onClick={() => choose(index)}
    >
      <span className="picker-label">
        {mark}
        <bdi>{label}</bdi>
      </span>
      {hint !== undefined && <span className="muted picker-hint">{hint}</span>}
      {isChecked === true && (
        <span className="popup-item-mark" aria-hidden>
          ✓
        </span>
      )}
    </li>
  )
  return (
    <Dialog title={title} isOpen onClose={onClose} initialFocus={field}>
      <input
        ref={field}
        className="input"
        role="combobox"
        aria-label={placeholder}
        aria-expanded="true"
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-activedescendant={count === 0 ? undefined : `${id}-${at}`}
        autoComplete="off"
        dir="auto"
        placeholder={placeholder}
        value={search}
        onKeyDown={pressed}
        onChange={({ target }) => {
          setSearch(target.value)
          setActive(0)
          onSearch?.(target.value)
        }}
      />
      <ul className="picker-list" role="listbox" id={`${id}-list`} aria-label={title}>
        {found.map(({ hint, isChecked, label, mark }, index) => row(index, label, isChecked, hint, mark))}
        {isNew && row(found.length, create.label(text))}
      </ul>
      {count === 0 && (
        <p className="muted" role="status">
          {empty ?? inbox.list.triage.none}
        </p>
      )}
    </Dialog>
  )
}
