import { type DragEvent, useId, useState } from "react"
import { useText } from "../../text/useText.ts"
import { PageIcon } from "../PageIcon.tsx"
import "../../style/pageParts.css"

/** A place for files: dropped there, or chosen in the dialog of the browser. */
export const FileDrop = ({
  accept,
  hint,
  isDisabled = false,
  isMultiple = false,
  label,
  onFiles
}: {
  readonly label: string
  /** Never called with an empty list. */
  readonly onFiles: (files: ReadonlyArray<File>) => void
  /** Types in the form of the attribute `accept`. A dropped file of another type arrives too. */
  readonly accept?: string
  /** Types and the largest size. */
  readonly hint?: string
  readonly isMultiple?: boolean
  readonly isDisabled?: boolean
}) => {
  const id = useId()
  const { common } = useText()
  const [isOver, setOver] = useState(false)
  const take = (files: FileList | null) => {
    const chosen = isMultiple ? [...(files ?? [])] : [...(files ?? [])].slice(0, 1)
    if (chosen.length > 0) onFiles(chosen)
  }
  const over = (event: DragEvent, isOverNow: boolean) => {
    event.preventDefault()
    setOver(isOverNow && !isDisabled)
  }
  return (
    <div
      className={isOver ? "file-drop file-drop-over" : "file-drop"}
      onDragOver={(event) => over(event, true)}
      onDragLeave={(event) => over(event, false)}
      onDrop={(event) => {
        over(event, false)
        if (!isDisabled) take(event.dataTransfer.files)
      }}
    >
      <input
        id={id}
        type="file"
        className="file-drop-input"
        accept={accept}
        multiple={isMultiple}
        disabled={isDisabled}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={({ target }) => {
          take(target.files)
          // The same file can be chosen again.
          target.value = ""
        }}
      />
      <label htmlFor={id} className="file-drop-label">
        <PageIcon name="upload" />
        <span className="file-drop-name">{label}</span>
        <span className="muted">{common.fileDrop}</span>
      </label>
      {hint !== undefined && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}
