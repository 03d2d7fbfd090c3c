import { type DragEvent, useId, useRef, useState } from "react"
import { type Channel, channelName } from "../../../domain/conversation/Channel.ts"
import { Button } from "../../parts/Button.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { Field } from "../../parts/Field.tsx"
import { Select } from "../../parts/Select.tsx"
import { useFailureText } from "../../parts/states.tsx"
import { useLanguageTag, useText } from "../../text/useText.ts"
import { type ChosenProblem, chosenFile, takenTypes } from "./chosenFile.ts"
import { addressProblem, type AttachmentKind, kindOfAddress } from "./composition.ts"
import { FilePreview } from "./FilePreview.tsx"
import type { OutgoingContent } from "./Outgoing.ts"
import { useUpload } from "./useUpload.ts"

const kinds: ReadonlyArray<AttachmentKind> = ["image", "video", "audio", "document"]

/** A problem of a chosen file in words, with the limit. */
const useProblemText = (channel: Channel): ((problem: ChosenProblem) => string) => {
  const { attachment } = useText().inbox.conversation
  const language = useLanguageTag()
  const name = channelName[channel]
  return (problem) => {
    switch (problem.reason) {
      case "empty":
        return attachment.fileProblems.empty
      case "type":
        return attachment.fileProblems.type(name, new Intl.ListFormat(language).format(problem.endings))
      case "size":
        return attachment.fileProblems.size(
          name,
          attachment.kinds[problem.kind],
          new Intl.NumberFormat(language).format(problem.mebibytes)
        )
    }
  }
}

/** Sends a file: one of this computer, which is uploaded, or one at a public address. */
export const AttachmentDialog = ({
  address: givenAddress,
  channel,
  file: givenFile,
  onClose,
  onSend
}: {
  readonly channel: Channel
  /** The file that was dropped or pasted. */
  readonly file: File | null
  /** The address that was dropped or pasted. */
  readonly address: string
  readonly onClose: () => void
  readonly onSend: (content: OutgoingContent) => void
}) => {
  const { common, inbox } = useText()
  const { attachment, composer } = inbox.conversation
  const failureText = useFailureText()
  const problemText = useProblemText(channel)
  const language = useLanguageTag()
  const chooser = useRef<HTMLInputElement>(null)
  const progressId = useId()
  const [file, setFile] = useState(givenFile)
  const [address, setAddress] = useState(givenAddress)
  const [chosen, setChosen] = useState<AttachmentKind | null>(null)
  const [caption, setCaption] = useState("")
  const [filename, setFilename] = useState("")
  const [isTried, setTried] = useState(false)
  const [uploading, upload, giveUp] = useUpload()
  // Only WhatsApp shows a text below a file, and its name.
  const hasTexts = channel === "whatsapp"
  const known = file === null ? null : chosenFile(channel, file)
  const fileProblem = known !== null && "problem" in known ? known.problem : null
  const fileKind = known !== null && "kind" in known ? known.kind : null
  const problem = file === null ? addressProblem(address) : null
  const kind = file === null ? (chosen ?? kindOfAddress(address)) : fileKind
  const isRunning = uploading.state === "running"

  const choose = (next: File | undefined) => {
    if (next === undefined) return
    giveUp()
    setFile(next)
  }
  const drop = (event: DragEvent) => {
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    event.stopPropagation()
    choose(event.dataTransfer.files[0])
  }
  const texts = (kind: AttachmentKind) => ({
    caption: hasTexts && kind !== "audio" ? caption.trim() : "",
    filename: hasTexts && kind === "document" ? filename.trim() : ""
  })
  const send = () => {
    setTried(true)
    if (isRunning || problem !== null || fileProblem !== null || kind === null) return
    if (file === null) {
      onSend({ kind, url: address.trim(), ...texts(kind) })
      return onClose()
    }
    void upload(file).then((mediaId) => {
      if (mediaId === null) return
      onSend({ kind, url: "", upload: { mediaId, name: file.name }, ...texts(kind) })
      onClose()
    })
  }
  return (
    <Dialog
      title={attachment.title}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button tone="primary" isBusy={isRunning} disabled={fileProblem !== null} onClick={send}>
            {composer.send}
          </Button>
        </>
      }
    >
      <div className="attachment-file" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
        {file !== null && <FilePreview file={file} kind={fileKind} />}
        <input
          ref={chooser}
          type="file"
          hidden
          aria-label={attachment.choose}
          accept={takenTypes(channel).join(",")}
          onChange={({ target }) => {
            choose(target.files?.[0])
            target.value = ""
          }}
        />
        <Button disabled={isRunning} onClick={() => chooser.current?.click()}>
          {file === null ? attachment.choose : attachment.chooseAnother}
        </Button>
        {file === null && <p className="field-hint">{attachment.chooseHint}</p>}
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
        {isRunning && (
          <p className="attachment-progress">
            <span id={progressId}>
              {attachment.uploading(new Intl.NumberFormat(language, { style: "percent" }).format(uploading.share))}
            </span>
            <progress value={uploading.share} max={1} aria-labelledby={progressId} />
          </p>
        )}
      </div>
      {file === null && (
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
            onChange={setChosen}
            options={kinds.map((value) => ({ value, label: attachment.kinds[value] }))}
          />
        </>
      )}
      {hasTexts && kind !== null && kind !== "audio" && (
        <Field
          label={attachment.caption}
          isOptional
          value={caption}
          onChange={({ target }) => setCaption(target.value)}
        />
      )}
      {hasTexts && kind === "document" && (
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
