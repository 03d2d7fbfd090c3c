import { type DragEvent, useId, useRef, useState } from "react"
import type { Channel } from "../../../src/domain/conversations/Channel.ts"
import { Button } from "../../parts/Button.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { Field } from "../../parts/Field.tsx"
import { Select } from "../../parts/Select.tsx"
import { useFailureText } from "../../parts/states.tsx"
import { useLanguageTag, useText } from "../../text/useText.ts"
import { type Chosen, ChosenFiles, chosenOf, hasCaption, maxFiles } from "./ChosenFiles.tsx"
import { chosenFile, takenTypes } from "./chosenFile.ts"
import { addressProblem, type AttachmentKind, kindOfAddress } from "./composition.ts"
import { FilePreview } from "./FilePreview.tsx"
import type { OutgoingContent } from "./Outgoing.ts"
import { useProblemText } from "./useProblemText.ts"
import { useUpload } from "./useUpload.ts"

const kinds: ReadonlyArray<AttachmentKind> = ["image", "video", "audio", "document"]

/** Sends files of this computer, which are uploaded one after the other, or a file at a public address. */
export const AttachmentDialog = ({
  address: givenAddress,
  channel,
  files: givenFiles,
  onClose,
  onSend
}: {
  readonly channel: Channel
  /** Dropped or pasted files. */
  readonly files: ReadonlyArray<File>
  /** Dropped or pasted address. */
  readonly address: string
  readonly onClose: () => void
  /** Resolves when the outcome of the message is known. */
  readonly onSend: (content: OutgoingContent) => Promise<void>
}) => {
  const { common, inbox } = useText()
  const { attachment, composer } = inbox.conversation
  const failureText = useFailureText()
  const problemText = useProblemText(channel)
  const language = useLanguageTag()
  const chooser = useRef<HTMLInputElement>(null)
  const progressId = useId()
  const [files, setFiles] = useState(() => chosenOf(givenFiles))
  const [isCut, setCut] = useState(givenFiles.length > maxFiles)
  const [isSending, setSending] = useState(false)
  const [address, setAddress] = useState(givenAddress)
  const [chosenKind, setChosenKind] = useState<AttachmentKind | null>(null)
  const [caption, setCaption] = useState("")
  const [filename, setFilename] = useState("")
  const [isTried, setTried] = useState(false)
  const [uploading, upload, giveUp] = useUpload()
  const [first] = files
  const single = files.length === 1 ? first : undefined
  const isSeveral = files.length > 1
  const known = single === undefined ? null : chosenFile(channel, single.file)
  const fileProblem = known !== null && "problem" in known ? known.problem : null
  const fileKind = known !== null && "kind" in known ? known.kind : null
  const problem = first === undefined ? addressProblem(address) : null
  const kind = first === undefined ? (chosenKind ?? kindOfAddress(address)) : fileKind
  const hasProblem = files.some(({ file }) => "problem" in chosenFile(channel, file))

  const choose = (next: ReadonlyArray<File>) => {
    if (next.length === 0 || isSending) return
    giveUp()
    setFiles(chosenOf(next))
    setCut(next.length > maxFiles)
  }
  const drop = (event: DragEvent) => {
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    event.stopPropagation()
    choose([...event.dataTransfer.files])
  }
  /** Only WhatsApp shows a caption and the name of a file. */
  const texts = (kind: AttachmentKind, below: string, name: string) => ({
    caption: hasCaption(channel, kind) ? below.trim() : "",
    filename: hasCaption(channel, kind) && kind === "document" ? name.trim() : ""
  })
  /** Sends the files in order. Each one waits for the outcome of the previous one. */
  const sendFiles = async ([next, ...others]: ReadonlyArray<Chosen>): Promise<void> => {
    if (next === undefined) return
    const chosen = chosenFile(channel, next.file)
    if ("problem" in chosen) return
    const mediaId = await upload(next.file)
    if (mediaId === null) return
    const below = isSeveral ? next.caption : caption
    const uploaded = { mediaId, name: next.file.name }
    const sent = onSend({ kind: chosen.kind, url: "", upload: uploaded, ...texts(chosen.kind, below, filename) })
    if (others.length === 0) return onClose()
    await sent
    setFiles(others)
    return sendFiles(others)
  }
  const send = () => {
    setTried(true)
    if (isSending || problem !== null || hasProblem) return
    if (first !== undefined) {
      setSending(true)
      void sendFiles(files).finally(() => setSending(false))
    } else if (kind !== null) {
      void onSend({ kind, url: address.trim(), ...texts(kind, caption, filename) })
      onClose()
    }
  }
  return (
    <Dialog
      title={attachment.title}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button tone="primary" isBusy={isSending} disabled={hasProblem} onClick={send}>
            {isSeveral ? attachment.sendAll(files.length) : composer.send}
          </Button>
        </>
      }
    >
      <div className="attachment-file" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
        {single !== undefined && <FilePreview file={single.file} kind={fileKind} />}
        {isSeveral && <ChosenFiles channel={channel} files={files} isFixed={isSending} onChange={setFiles} />}
        {isCut && (
          <p className="field-hint" role="status">
            {attachment.tooMany(new Intl.NumberFormat(language).format(maxFiles))}
          </p>
        )}
        <input
          ref={chooser}
          type="file"
          hidden
          multiple
          aria-label={attachment.choose}
          accept={takenTypes(channel).join(",")}
          onChange={({ target }) => {
            choose([...(target.files ?? [])])
            target.value = ""
          }}
        />
        <Button disabled={isSending} onClick={() => chooser.current?.click()}>
          {first === undefined ? attachment.choose : isSeveral ? attachment.chooseOthers : attachment.chooseAnother}
        </Button>
        {first === undefined && <p className="field-hint">{attachment.chooseHint}</p>}
        {fileProblem !== null && (
          <p className="field-error" role="alert">
            {problemText(fileProblem)}
          </p>
        )}
        {uploading.state === "failed" && (
          <p className="field-error" role="alert">
            {attachment.notUploaded} {failureText(uploading.failure)}
          </p>
        )}
        {uploading.state === "running" && (
          <p className="attachment-progress">
            <span id={progressId}>
              {attachment.uploading(new Intl.NumberFormat(language, { style: "percent" }).format(uploading.share))}
            </span>
            <progress value={uploading.share} max={1} aria-labelledby={progressId} />
          </p>
        )}
      </div>
      {first === undefined && (
        <>
          <Field
            label={attachment.address}
            hint={attachment.addressHint}
            type="url"
            dir="ltr"
            value={address}
            onChange={({ target }) => setAddress(target.value)}
            error={
              problem !== null && (isTried || (problem !== "empty" && address !== ""))
                ? attachment.problems[problem]
                : null
            }
          />
          <Select
            label={attachment.kind}
            value={kind ?? "document"}
            onChange={setChosenKind}
            options={kinds.map((value) => ({ value, label: attachment.kinds[value] }))}
          />
        </>
      )}
      {hasCaption(channel, kind) && (
        <Field
          label={attachment.caption}
          isOptional
          value={caption}
          onChange={({ target }) => setCaption(target.value)}
        />
      )}
      {hasCaption(channel, kind) && kind === "document" && (
        <Field
          label={attachment.filename}
          isOptional
          value={filename}
          onChange={({ target }) => setFilename(target.value)}
        />
      )}
    </Dialog>
  )
}
