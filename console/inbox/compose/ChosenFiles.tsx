import type { Channel } from "../../../src/domain/conversations/Channel.ts"
import { Button } from "../../parts/Button.tsx"
import { Field } from "../../parts/Field.tsx"
import { useText } from "../../text/useText.ts"
import { chosenFile } from "./chosenFile.ts"
import type { AttachmentKind } from "./composition.ts"
import { FilePreview } from "./FilePreview.tsx"
import { useProblemText } from "./useProblemText.ts"

/** Maximum number of files at once. */
export const maxFiles = 30

/** A chosen file and its caption. */
export interface Chosen {
  readonly key: string
  readonly file: File
  readonly caption: string
}

/** The first files of a choice, in its order. */
export const chosenOf = (files: ReadonlyArray<File>): ReadonlyArray<Chosen> =>
  files.slice(0, maxFiles).map((file) => ({ key: crypto.randomUUID(), file, caption: "" }))

/** Whether the channel shows a caption for this kind of file. */
export const hasCaption = (channel: Channel, kind: AttachmentKind | null): boolean =>
  channel === "whatsapp" && kind !== null && kind !== "audio"

const ChosenRow = ({
  channel,
  chosen,
  isFixed,
  onChange,
  onRemove
}: {
  readonly channel: Channel
  readonly chosen: Chosen
  readonly isFixed: boolean
  readonly onChange: (chosen: Chosen) => void
  readonly onRemove: () => void
}) => {
  const { attachment } = useText().inbox.conversation
  const problemText = useProblemText(channel)
  const known = chosenFile(channel, chosen.file)
  const kind = "kind" in known ? known.kind : null
  return (
    <li className="attachment-chosen">
      <FilePreview file={chosen.file} kind={kind} />
      {"problem" in known && (
        <p className="field-error" role="alert">
          {problemText(known.problem)}
        </p>
      )}
      {hasCaption(channel, kind) && (
        <Field
          label={attachment.caption}
          isOptional
          disabled={isFixed}
          value={chosen.caption}
          onChange={({ target }) => onChange({ ...chosen, caption: target.value })}
        />
      )}
      <Button disabled={isFixed} aria-label={attachment.leaveOut(chosen.file.name)} onClick={onRemove}>
        {attachment.remove}
      </Button>
    </li>
  )
}

/** Several chosen files, each of which becomes a message. `isFixed`: the upload is running. */
export const ChosenFiles = ({
  channel,
  files,
  isFixed,
  onChange
}: {
  readonly channel: Channel
  readonly files: ReadonlyArray<Chosen>
  readonly isFixed: boolean
  readonly onChange: (files: ReadonlyArray<Chosen>) => void
}) => {
  const { attachment } = useText().inbox.conversation
  return (
    <ol className="attachment-list" aria-label={attachment.chosen}>
      {files.map((one) => (
        <ChosenRow
          key={one.key}
          channel={channel}
          chosen={one}
          isFixed={isFixed}
          onChange={(changed) => onChange(files.map((each) => (each.key === one.key ? changed : each)))}
          onRemove={() => onChange(files.filter(({ key }) => key !== one.key))}
        />
      ))}
    </ol>
  )
}
