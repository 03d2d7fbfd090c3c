import { Select as Base } from "@base-ui/react/select"

/** An option of a select. */
export interface SelectOption<Value extends string> {
  readonly value: Value
  readonly label: string
}

/** Selection of one value. `isLabelShown` false: the label is for screen readers only. */
export const Select = <Value extends string>({
  isDisabled = false,
  isLabelShown = true,
  label,
  onChange,
  options,
  value
}: {
  readonly label: string
  readonly value: Value
  readonly options: ReadonlyArray<SelectOption<Value>>
  readonly onChange: (value: Value) => void
  readonly isLabelShown?: boolean
  readonly isDisabled?: boolean
}) => (
  <div className="field">
    <Base.Root
      items={[...options]}
      value={value}
      disabled={isDisabled}
      onValueChange={(chosen: Value | null) => {
        if (chosen !== null) onChange(chosen)
      }}
    >
      <Base.Label className={isLabelShown ? "field-label" : "visually-hidden"}>{label}</Base.Label>
      <Base.Trigger className="input select">
        <Base.Value />
        <Base.Icon className="select-icon" aria-hidden>
          ▾
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner className="popup-positioner" alignItemWithTrigger={false} sideOffset={4}>
          <Base.Popup className="popup">
            <Base.List>
              {options.map((option) => (
                <Base.Item key={option.value} value={option.value} className="popup-item">
                  <Base.ItemText>{option.label}</Base.ItemText>
                  <Base.ItemIndicator className="popup-item-mark" aria-hidden>
                    ✓
                  </Base.ItemIndicator>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  </div>
)
