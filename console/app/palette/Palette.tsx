import { Dialog as Base } from "@base-ui/react/dialog"
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react"
import { Icon } from "../../parts/Icon.tsx"
import { Kbd } from "../../parts/Kbd.tsx"
import { setPaletteOpen } from "./paletteActions.ts"
import { type PaletteItem, stepped } from "./paletteGroups.ts"
import { usePaletteText } from "./paletteText.ts"
import { usePaletteGroups } from "./usePaletteGroups.tsx"
import "./palette.css"

/** Milliseconds without a letter before the service searches. */
const searchPause = 150

const select = (item: PaletteItem): void => {
  setPaletteOpen(false)
  item.onSelect()
}

const Entry = ({
  id,
  isActive,
  item
}: {
  readonly id: string
  readonly isActive: boolean
  readonly item: PaletteItem
}) => {
  const line = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isActive) line.current?.scrollIntoView({ block: "nearest" })
  }, [isActive])
  return (
    // The field has the focus and the keys.
    <li ref={line} id={id} role="option" aria-selected={isActive} className="palette-item" onClick={() => select(item)}>
      {item.icon}
      <span className="palette-label">
        <bdi>{item.label}</bdi>
      </span>
      {item.detail !== undefined && item.detail !== "" && <bdi className="palette-detail">{item.detail}</bdi>}
      {item.keys !== undefined && <Kbd keys={item.keys} />}
    </li>
  )
}

/** The search of the service waits for a pause between letters. */
const usePaused = (search: string): string => {
  const [paused, setPaused] = useState(search)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(search), searchPause)
    return () => clearTimeout(timer)
  }, [search])
  return paused
}

/** The field with its list. The field keeps the focus, and names the active entry. */
const Listing = () => {
  const [search, setSearch] = useState("")
  const { groups, state } = usePaletteGroups(search.trim(), usePaused(search.trim()))
  const texts = usePaletteText()
  const id = useId()
  const [position, setPosition] = useState(0)
  useEffect(() => setPosition(0), [search])
  const items = groups.flatMap((group) => group.items)
  const active = items[Math.min(position, items.length - 1)]
  const idOf = (item: PaletteItem): string => `${id}${item.id.replaceAll(" ", "-")}`
  const pressed = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by === 1 || by === -1) {
      event.preventDefault()
      setPosition(stepped(Math.min(position, items.length - 1), by, items.length))
    }
    if (event.key === "Enter" && active !== undefined) {
      event.preventDefault()
      select(active)
    }
  }
  return (
    <>
      <div className="palette-field">
        <Icon name="search" />
        <input
          className="palette-input"
          role="combobox"
          aria-label={texts.placeholder}
          aria-expanded
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={active === undefined ? undefined : idOf(active)}
          placeholder={texts.placeholder}
          autoComplete="off"
          spellCheck={false}
          dir="auto"
          maxLength={200}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          onKeyDown={pressed}
        />
      </div>
      <div id={id} className="palette-list" role="listbox" aria-label={texts.results}>
        {groups.map((group) => (
          <ul key={group.id} className="palette-group" role="group" aria-labelledby={`${id}${group.id}`}>
            <li role="presentation" className="palette-heading" id={`${id}${group.id}`}>
              {group.label}
            </li>
            {group.items.map((item) => (
              <Entry key={item.id} id={idOf(item)} isActive={item === active} item={item} />
            ))}
          </ul>
        ))}
      </div>
      <p className="palette-note" role="status">
        {state === "failed" && texts.failed}
        {state === "ready" && items.length === 0 && texts.noResults(search)}
      </p>
      <div className="palette-keys" aria-hidden>
        <Kbd keys="ArrowUp+ArrowDown" /> {texts.keys.move}
        <Kbd keys="Enter" /> {texts.keys.open}
      </div>
    </>
  )
}

/** Pages, actions, people and messages, found by typing (Ctrl+K). */
const Palette = () => {
  const texts = usePaletteText()
  return (
    <Base.Root open onOpenChange={setPaletteOpen}>
      <Base.Portal>
        <Base.Backdrop className="backdrop" />
        <Base.Popup className="palette">
          <Base.Title className="visually-hidden">{texts.title}</Base.Title>
          <Listing />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

export default Palette
