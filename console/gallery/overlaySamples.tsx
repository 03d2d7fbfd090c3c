import { useState } from "react"
import { Button } from "../parts/Button.tsx"
import { Confirm } from "../parts/Confirm.tsx"
import { Checkbox } from "../parts/Field.tsx"
import { Menu } from "../parts/Menu.tsx"
import { Popover } from "../parts/overlays/Popover.tsx"
import { SidePanel } from "../parts/overlays/SidePanel.tsx"
import { useToast } from "../parts/Toast.tsx"
import { Tooltip } from "../parts/Tooltip.tsx"
import { useText } from "../text/useText.ts"
import type { Samples } from "./Gallery.tsx"

const Menus = () => {
  const { common } = useText()
  return (
    <Menu
      label={common.menu}
      tone="plain"
      entries={[
        { heading: common.theme.label },
        { label: common.theme.light, isChecked: true, onSelect: () => undefined },
        { label: common.theme.dark, isDisabled: true, onSelect: () => undefined },
        "separator",
        { label: common.delete, isDanger: true, onSelect: () => undefined }
      ]}
    />
  )
}

const Popovers = () => {
  const { common } = useText()
  return (
    <Popover label={common.table.columns}>
      <Checkbox label={common.save} defaultChecked />
      <Checkbox label={common.cancel} />
    </Popover>
  )
}

const Dialogs = () => {
  const { common } = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{common.delete}</Button>
      <Confirm
        title={common.delete}
        text={common.signIn.demo}
        label={common.delete}
        isOpen={isOpen}
        isBusy={false}
        failure={null}
        onConfirm={() => setOpen(false)}
        onClose={() => setOpen(false)}
      />
    </>
  )
}

const Panels = () => {
  const { common } = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{common.more}</Button>
      <SidePanel
        title={common.account.label}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        footer={<Button tone="primary">{common.save}</Button>}
      >
        <p>{common.signIn.demo}</p>
      </SidePanel>
    </>
  )
}

const Tooltips = () => {
  const { common } = useText()
  return (
    <Tooltip text={common.search} keys="Control+K">
      <Button>{common.search}</Button>
    </Tooltip>
  )
}

const Toasts = () => {
  const { common } = useText()
  const toast = useToast()
  return (
    <Button
      onClick={() =>
        toast({ title: common.copied, tone: "success", action: { label: common.undo, onSelect: () => undefined } })
      }
    >
      {common.copy}
    </Button>
  )
}

/** Parts above the page, each with the button that opens it. */
export const overlaySamples: Samples = {
  Menu: Menus,
  Popover: Popovers,
  Dialog: Dialogs,
  SidePanel: Panels,
  Tooltip: Tooltips,
  Toast: Toasts
}
