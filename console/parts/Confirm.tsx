import type { ReactNode } from "react"
import type { Failure } from "../api/Failure.ts"
import { Button } from "./Button.tsx"
import { Dialog } from "./Dialog.tsx"
import { useText } from "../text/useText.ts"
import { ActionError } from "./ActionError.tsx"

/** Confirmation before an action. */
export const Confirm = ({
  children,
  failure,
  isBusy,
  isOpen,
  label,
  onClose,
  onConfirm,
  text,
  title,
  tone = "danger"
}: {
  readonly title: string
  readonly text: string
  /** Label of the confirming button. */
  readonly label: string
  readonly isOpen: boolean
  readonly isBusy: boolean
  readonly failure: Failure | null
  readonly onConfirm: () => void
  readonly onClose: () => void
  readonly tone?: "danger" | "primary"
  readonly children?: ReactNode
}) => {
  const { common } = useText()
  return (
    <Dialog
      title={title}
      description={text}
      isOpen={isOpen}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button tone={tone} isBusy={isBusy} onClick={onConfirm}>
            {label}
          </Button>
        </>
      }
    >
      {children}
      <ActionError failure={failure} />
    </Dialog>
  )
}
