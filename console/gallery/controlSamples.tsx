import { useState } from "react"
import { Button } from "../parts/Button.tsx"
import { CopyButton } from "../parts/CopyButton.tsx"
import { Checkbox, Field, TextArea } from "../parts/Field.tsx"
import { Combobox } from "../parts/inputs/Combobox.tsx"
import { FileDrop } from "../parts/inputs/FileDrop.tsx"
import { SegmentedControl } from "../parts/inputs/SegmentedControl.tsx"
import { Switch } from "../parts/inputs/Switch.tsx"
import { Kbd } from "../parts/Kbd.tsx"
import { PageIcon } from "../parts/PageIcon.tsx"
import { Select } from "../parts/Select.tsx"
import { useText } from "../text/useText.ts"
import type { Samples } from "./Gallery.tsx"

const Buttons = () => {
  const { common } = useText()
  return (
    <>
      {[false, true].map((isDisabled) => (
        <div key={String(isDisabled)} className="gallery-line">
          {(["primary", "plain", "quiet", "danger"] as const).map((tone) => (
            <Button key={tone} tone={tone} disabled={isDisabled}>
              {tone === "danger" ? common.delete : common.save}
            </Button>
          ))}
          <Button disabled={isDisabled}>
            <PageIcon name="download" />
            {common.save}
          </Button>
          <Button className="button-icon" aria-label={common.copy} disabled={isDisabled}>
            <PageIcon name="copy" />
          </Button>
        </div>
      ))}
      <div className="gallery-line">
        <Button tone="primary" isBusy>
          {common.save}
        </Button>
        <CopyButton text={common.product} />
      </div>
    </>
  )
}

const Fields = () => {
  const { common } = useText()
  return (
    <>
      <Field label={common.signIn.email} defaultValue="ada@example.com" hint={common.signIn.chooseOrganization} />
      <Field label={common.signIn.password} placeholder={common.optional} isOptional />
      <Field label={common.signIn.email} defaultValue="ada@" error={common.signIn.wrong} />
      <Field label={common.signIn.email} defaultValue="ada@example.com" disabled />
      <TextArea label={common.signIn.title} rows={2} defaultValue={common.signIn.demo} />
      <Checkbox label={common.save} defaultChecked />
      <Checkbox label={common.save} disabled />
    </>
  )
}

const Selects = () => {
  const { common } = useText()
  const [role, setRole] = useState<"owner" | "admin" | "agent">("admin")
  const options = (["owner", "admin", "agent"] as const).map((value) => ({ value, label: common.roles[value] }))
  return (
    <>
      <Select label={common.account.label} value={role} options={options} onChange={setRole} />
      <Select label={common.account.label} value={role} options={options} onChange={setRole} isDisabled />
      <Combobox
        label={common.search}
        value={role}
        options={options}
        onChange={(chosen) => {
          if (chosen !== null) setRole(chosen)
        }}
      />
    </>
  )
}

const Segments = () => {
  const { common } = useText()
  const [theme, setTheme] = useState<"system" | "light" | "dark">("light")
  const options = (["system", "light", "dark"] as const).map((value) => ({ value, label: common.theme[value] }))
  return (
    <div className="gallery-line">
      <SegmentedControl label={common.theme.label} value={theme} options={options} onChange={setTheme} />
      <SegmentedControl label={common.language.label} value={theme} options={options} onChange={setTheme} isDisabled />
    </div>
  )
}

const Switches = () => {
  const { common } = useText()
  const [isOn, setOn] = useState(true)
  return (
    <>
      <Switch label={common.live.live} hint={common.live.offline} isOn={isOn} onChange={setOn} />
      <Switch label={common.live.tryNow} isOn={!isOn} onChange={(next) => setOn(!next)} />
      <Switch label={common.live.connecting} isOn isDisabled onChange={setOn} />
    </>
  )
}

const Drop = () => {
  const { common } = useText()
  const [name, setName] = useState<string | null>(null)
  return <FileDrop label={common.save} hint={name ?? "CSV, 5 MB"} onFiles={([file]) => setName(file?.name ?? null)} />
}

const Keys = () => (
  <div className="gallery-line">
    {/* Other signs are of a font of the system, and so differ between machines. */}
    {["Control+K", "Control+Alt+1", "Escape", "?"].map((keys) => (
      <Kbd key={keys} keys={keys} />
    ))}
  </div>
)

/** Parts that the user changes. */
export const controlSamples: Samples = {
  Button: Buttons,
  Field: Fields,
  Select: Selects,
  SegmentedControl: Segments,
  Switch: Switches,
  FileDrop: Drop,
  Kbd: Keys
}
