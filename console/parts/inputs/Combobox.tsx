import { Combobox as Base } from "@base-ui/react/combobox"
import { useId } from "react"
import { useText } from "../../text/useText.ts"
import { Icon } from "../Icon.tsx"
import { PageIcon } from "../PageIcon.tsx"
import type { SelectOption } from "../Select.tsx"
import "../../style/pageParts.css"

/** Selection of one of many values, found by typing. */
export const Combobox = <Value extends string>({
  isDisabled = false,
  isLabelShown = true,
  label,
  onChange,
  onSearch,
  options,
  placeholder,
  value
}: {
  readonly label: string
  readonly value: Value | null
  readonly options: ReadonlyArray<SelectOption<Value>>
  /** Called with null when the value is cleared. */
  readonly onChange: (value: Value | null) => void
  /** The service searches: `options` are its results, and are not filtered again. */
  readonly onSearch?: (text: string) => void
  readonly placeholder?: string
  readonly isLabelShown?: boolean
  readonly isDisabled?: boolean
}) => {
  const { common } = useText()
  const id = useId()
  return (
    <Base.Root
      items={options}
      value={options.find((option) => option.value === value) ?? null}
      isItemEqualToValue={(one, other) => one.value === other.value}
      onValueChange={(chosen) => onChange(chosen?.value ?? null)}
      disabled={isDisabled}
      {...(onSearch === undefined ? {} : { filter: null, onInputValueChange: (text: string) => onSearch(text) })}
    >
      <div className="field">
        <label className={isLabelShown ? "field-label" : "visually-hidden"} htmlFor={id}>
          {label}
        </label>
        <Base.InputGroup className="combobox">
          <Base.Input id={id} className="input" placeholder={placeholder} dir="auto" />
          <Base.Trigger className="button button-quiet combobox-open" aria-label={label}>
            <PageIcon name="chevron-down" />
          </Base.Trigger>
        </Base.InputGroup>
      </div>
      <Base.Portal>
        <Base.Positioner className="popup-positioner" sideOffset={4}>
          <Base.Popup className="popup">
            <Base.Empty>
              <p className="popup-heading">{common.noMatches}</p>
            </Base.Empty>
            <Base.List>
              {(option: SelectOption<Value>) => (
                <Base.Item key={option.value} value={option} className="popup-item">
                  <bdi>{option.label}</bdi>
                  <Base.ItemIndicator className="popup-item-mark">
                    <Icon name="check" />
                  </Base.ItemIndicator>
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
