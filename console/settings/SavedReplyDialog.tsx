import { useRef, useState } from "react"
import type { SavedReply } from "../../client/promise/SessionMethods.ts"
import { PhoneNumber } from "../../src/domain/contacts/PhoneNumber.ts"
import { renderReply, replyVariables } from "../../src/domain/conversations/renderReply.ts"
import { failureBeside, fieldError } from "../api/fieldError.ts"
import { useSession } from "../api/Session.ts"
import { useAction } from "../api/useAction.ts"
import { ActionError } from "../parts/ActionError.tsx"
import { Button } from "../parts/Button.tsx"
import { Dialog } from "../parts/Dialog.tsx"
import { Checkbox, Field, TextArea } from "../parts/Field.tsx"
import { useText } from "../text/useText.ts"
import { useSettingsText } from "./settingsText.ts"

/** The contact of the preview. */
const sampleContact = {
  name: "Ada Lovelace",
  phone: PhoneNumber.make("15551234567"),
  email: "ada@example.com",
  attributes: {}
}

interface Content {
  readonly shortcut: string
  readonly text: string
  readonly language: string | null
  readonly shared: boolean
}

/** Form for a new reply, or for one, with its variables and a preview. */
export const SavedReplyDialog = ({
  onClose,
  onDone,
  reply
}: {
  readonly reply: SavedReply | null
  readonly onClose: () => void
  readonly onDone: () => void
}) => {
  const { common } = useText()
  const { replies: texts } = useSettingsText()
  const { mayManage, user } = useSession()
  const field = useRef<HTMLTextAreaElement>(null)
  const [shortcut, setShortcut] = useState(reply?.shortcut ?? "")
  const [text, setText] = useState(reply?.text ?? "")
  const [language, setLanguage] = useState(reply?.language ?? "")
  const [isShared, setShared] = useState(reply?.shared ?? mayManage)
  /** A chosen file; null for none, undefined for that of the reply. */
  const [file, setFile] = useState<File | null | undefined>(reply?.mediaId === null ? null : undefined)
  const save = useAction(async (parley, { shared, ...content }: Content) => {
    const mediaId =
      file === undefined || file === null ? file : (await parley.uploads.create(file, { filename: file.name })).id
    const body = mediaId === undefined ? content : { ...content, mediaId }
    return reply === null ? parley.savedReplies.create({ ...body, shared }) : parley.savedReplies.change(reply.id, body)
  })
  const submit = () =>
    void save
      .run({ shortcut: shortcut.trim(), text, language: language.trim() || null, shared: isShared })
      .then((outcome) => {
        if ("value" in outcome) onDone()
      })
  const insert = (variable: string) => {
    const { selectionEnd = text.length, selectionStart = text.length } = field.current ?? {}
    setText(`${text.slice(0, selectionStart)}{{${variable}}}${text.slice(selectionEnd)}`)
    field.current?.focus()
  }
  const preview = renderReply(text, { contact: sampleContact, member: { name: user.email, email: user.email } })
  return (
    <Dialog
      title={reply === null ? texts.create : texts.edit(reply.shortcut)}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button
            tone="primary"
            isBusy={save.isRunning}
            disabled={shortcut.trim() === "" || text.trim() === ""}
            onClick={submit}
          >
            {common.save}
          </Button>
        </>
      }
    >
      <Field
        label={texts.shortcut}
        hint={texts.shortcutHint}
        error={fieldError(save.failure, "shortcut")}
        maxLength={32}
        value={shortcut}
        onChange={({ target }) => setShortcut(target.value)}
      />
      <TextArea
        ref={field}
        label={texts.text}
        error={fieldError(save.failure, "text")}
        rows={5}
        maxLength={4_096}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div>
        <p className="field-hint">{texts.variables}</p>
        <div className="page-buttons">
          {replyVariables.map((variable) => (
            <button key={variable} type="button" className="chip" dir="ltr" onClick={() => insert(variable)}>
              {variable}
            </button>
          ))}
        </div>
        <p className="field-hint">{texts.fallback}</p>
      </div>
      <div className="reply-preview" role="status">
        <p className="field-label">{texts.preview}</p>
        <p className="reply-text" dir="auto">
          {preview || texts.noText}
        </p>
      </div>
      <Field
        label={texts.language}
        hint={texts.languageHint}
        error={fieldError(save.failure, "language")}
        isOptional
        value={language}
        onChange={({ target }) => setLanguage(target.value)}
      />
      {file === undefined ? (
        <div className="page-buttons">
          <span>{texts.hasFile}</span>
          <Button onClick={() => setFile(null)}>{texts.removeFile}</Button>
        </div>
      ) : (
        <Field
          label={texts.file}
          type="file"
          isOptional
          error={fieldError(save.failure, "mediaId")}
          onChange={({ target }) => setFile(target.files?.[0] ?? null)}
        />
      )}
      {reply === null && mayManage && (
        <Checkbox label={texts.shared} checked={isShared} onChange={({ target }) => setShared(target.checked)} />
      )}
      <ActionError failure={failureBeside(save.failure, ["shortcut", "text", "language", "mediaId"])} />
    </Dialog>
  )
}
