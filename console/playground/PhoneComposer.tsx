import { type ChangeEvent, type FormEvent, useRef, useState } from "react"
import type { Channel } from "../../src/domain/conversations/Channel.ts"
import { Button } from "../parts/Button.tsx"
import { Menu, type MenuEntry } from "../parts/Menu.tsx"
import { useText } from "../text/useText.ts"
import { type Draft, fileRequest, maxFileSize, plainDraft, type SampleName, samplesOf, textRequest } from "./Draft.ts"
import type { EmulatorAction } from "./useEmulator.ts"

const sampleNames: ReadonlyArray<SampleName> = [
  "image",
  "video",
  "audio",
  "document",
  "sticker",
  "location",
  "contact",
  "like",
  "ownNumber"
]

/** Bytes of a file in base64. */
const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener("load", () => resolve(String(reader.result).replace(/^[^,]*,/, "")))
    reader.addEventListener("error", () => reject(new Error(file.name)))
    reader.readAsDataURL(file)
  })

const DraftLine = ({ draft, onCancel }: { readonly draft: Draft; readonly onCancel: () => void }) => {
  const { common, playground } = useText()
  if (draft._tag === "Message") return null
  return (
    <div className="phone-draft">
      <span className="play-cut" dir="auto">
        {draft._tag === "Reply" ? playground.phone.replyingTo : playground.phone.editing}: {draft.preview}
      </span>
      <Button tone="quiet" onClick={onCancel}>
        {common.cancel}
      </Button>
    </div>
  )
}

/** Composer of the person, with attachments. */
export const PhoneComposer = ({
  act,
  channel,
  draft,
  onDraft
}: {
  readonly channel: Channel
  readonly draft: Draft
  readonly onDraft: (draft: Draft) => void
  readonly act: EmulatorAction<object>
}) => {
  const { playground } = useText()
  const { phone } = playground
  const [text, setText] = useState("")
  const [isTooLarge, setTooLarge] = useState(false)
  const chooser = useRef<HTMLInputElement>(null)
  const sent = (isDone: boolean) => {
    if (!isDone) return
    setText("")
    onDraft(plainDraft)
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== "") void act.run(textRequest(draft, text)).then(sent)
  }
  const sendFile = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    event.target.value = ""
    if (file === undefined) return
    setTooLarge(file.size > maxFileSize)
    if (file.size > maxFileSize) return
    const mimeType = file.type || "application/octet-stream"
    base64Of(file).then(
      (base64) =>
        act.run(fileRequest(channel, draft, { mimeType, base64, filename: file.name }, text.trim())).then(sent),
      () => setTooLarge(true)
    )
  }
  const samples = samplesOf[channel]
  const entries: ReadonlyArray<MenuEntry> = [
    { label: phone.file, onSelect: () => chooser.current?.click() },
    "separator",
    ...sampleNames.flatMap((name) => {
      const request = samples[name]
      return request === undefined ? [] : [{ label: phone[name], onSelect: () => void act.run(request) }]
    })
  ]
  return (
    <form onSubmit={send} className="phone-composer-form">
      <DraftLine draft={draft} onCancel={() => onDraft(plainDraft)} />
      {isTooLarge && (
        <p className="field-error" role="alert">
          {phone.fileTooLarge(maxFileSize / 1024)}
        </p>
      )}
      <div className="phone-composer">
        <Menu label={phone.attach} entries={entries} tone="plain" />
        <input
          className="input"
          dir="auto"
          aria-label={phone.write}
          placeholder={phone.write}
          value={text}
          autoComplete="off"
          onChange={(event) => setText(event.target.value)}
        />
        <Button tone="primary" type="submit" isBusy={act.isRunning}>
          {phone.send}
        </Button>
      </div>
      <input ref={chooser} type="file" hidden aria-label={phone.file} onChange={sendFile} />
    </form>
  )
}
