import { lazy, Suspense, useEffect, useRef, useState } from "react"
import { failureOf } from "../api/Failure.ts"
import { useParley } from "../api/Session.ts"
import { useAction } from "../api/useAction.ts"
import { useQuery } from "../api/useQuery.ts"
import { useAtom } from "../app/atoms.ts"
import { usePlace } from "../app/navigation.ts"
import { Button } from "../parts/Button.tsx"
import { Icon } from "../parts/Icon.tsx"
import { useFailureText } from "../parts/states.tsx"
import { useToast } from "../parts/Toast.tsx"
import { useText } from "../text/useText.ts"
import { AnsweredMessage } from "./compose/AnsweredMessage.tsx"
import { answeringAtom, answerTo, noteWritable } from "./compose/answering.ts"
import { ComposerDialogs, type OpenedDialog } from "./compose/ComposerDialogs.tsx"
import { ComposerField, insertAt } from "./writing/ComposerField.tsx"
import { Room, UnsentDraft } from "./writing/ComposerNotes.tsx"
import { ComposerHead } from "./writing/ComposerHead.tsx"
import { ComposerTools } from "./writing/ComposerTools.tsx"
import { attachmentAddress, textUse, useOf } from "./compose/composition.ts"
import { openedByEnter } from "./writing/openedByEnter.ts"
import { type OutgoingContent, type OutgoingTarget, sendRequest, whatsAppRecipient } from "./compose/Outgoing.ts"
import { OutgoingList } from "./compose/OutgoingList.tsx"
import { sendMessage } from "./compose/outgoingMessages.ts"
import { type RenderedFile, replyContents } from "./writing/replyContents.ts"
import { type AfterSend, SendButtons } from "./writing/SendButtons.tsx"
import { settingsQuery, showTyping, typingEnded } from "./compose/showTyping.ts"
import { useDraft } from "./drafts/useDraft.ts"
import { useDroppedFiles } from "./compose/useDroppedFiles.ts"
import { useNote } from "./writing/useNote.ts"
import type { VoiceType } from "./writing/voiceType.ts"
import { contactQuery } from "./contactQuery.ts"
import type { ConversationProps } from "./conversationTypes.ts"
import "./conversation.css"
import { useInboxCommand } from "./inboxCommands.ts"
import { conversationListQuery, conversationQuery } from "./inboxQueries.ts"
import { noteSent, noteTyping } from "./presence.ts"
import { ScheduledList } from "./schedule/ScheduledList.tsx"
import { scheduledQuery } from "./schedule/scheduledMessages.ts"
import { noteLimit } from "../../src/domain/conversations/Note.ts"
import { useWindow, WindowChip, WindowNote } from "./window/WindowNote.tsx"
import { isWritable, replyTag } from "./window/windowState.ts"

/** Loaded with the first recording. */
const VoiceRecorder = lazy(() => import("./writing/VoiceRecorder.tsx"))

type Writable = ConversationProps & {
  /** Reason why the member may no longer write here; null while they may. The draft stays and can be copied. */
  readonly readOnlyNotice: string | null
}

/** Sends messages of a conversation, and closes or snoozes it after a message that was sent. */
const useSend = (conversationId: string, target: OutgoingTarget) => {
  const { composer } = useText().inbox.thread
  const parley = useParley()
  const toast = useToast()
  const failureText = useFailureText()
  const answered = useAtom(answeringAtom)
  const replyTo = answered?.conversationId === conversationId ? answered.message.id : null
  const send = (content: OutgoingContent) => {
    noteSent()
    typingEnded()
    answerTo(null)
    return sendMessage(parley, { conversationId, target, content, replyTo })
  }
  /** The next message follows the outcome of the previous one, so that they arrive in order. */
  const sendAll = async ([first, ...others]: ReadonlyArray<OutgoingContent>, after: AfterSend): Promise<void> => {
    if (first === undefined || (await send(first)) !== "sent") return
    if (others.length > 0) return sendAll(others, after)
    if (after === "nothing") return
    const change = after === "close" ? parley.conversations.close(conversationId) : parley.triage.snooze(conversationId)
    await change.catch((cause: unknown) => {
      const title = after === "close" ? composer.notClosed : composer.notSnoozed
      toast({ title, description: failureText(failureOf(cause)), tone: "danger" })
    })
    conversationQuery.reload()
    conversationListQuery.reload()
  }
  const schedule = useAction(
    (client, { content, sendAt }: { readonly content: OutgoingContent; readonly sendAt: string }) => {
      const request = sendRequest(target, content, replyTo)
      if (request === null) return Promise.reject(new Error("The channel has no such message"))
      return client.replies.send(conversationId, { ...request, sendAt }, { idempotencyKey: crypto.randomUUID() })
    }
  )
  return { send, sendAll, schedule }
}

/** Composer of one conversation. */
const Writing = ({ conversation, readOnlyNotice }: Writable) => {
  const { inbox } = useText()
  const { composer } = inbox.conversation
  const texts = inbox.thread.composer
  const { channel, id } = conversation
  const parley = useParley()
  const { query } = usePlace()
  const toast = useToast()
  const failureText = useFailureText()
  const field = useRef<HTMLTextAreaElement>(null)
  const [opened, setOpened] = useState<OpenedDialog | null>(null)
  const [voice, setVoice] = useState<VoiceType | null>(null)
  const [file, setFile] = useState<RenderedFile | null>(null)
  const [contact] = useQuery(contactQuery, conversation.contactId, { on: { types: ["contact.updated"] } })
  const known = contact.state === "ready" ? contact.value : null
  const state = useWindow(conversation)
  const answered = useAtom(answeringAtom)
  const answering = answered?.conversationId === id ? answered : null
  const [draft, setDraft] = useDraft(id, { answering, isSaved: readOnlyNotice === null })
  const { mode, text } = draft
  const [settings] = useQuery(settingsQuery, null)
  const showsTyping = settings.state === "ready" && settings.value.readReceipts !== "off"

  const isWhatsApp = channel === "whatsapp"
  const to = isWhatsApp ? whatsAppRecipient(known ?? conversation.contact) : null
  const isClosed = !isWritable(channel, state)
  const hasNoRecipient = isWhatsApp && to === null && known !== null
  const isDisconnected = conversation.account?.accountId === null
  const unreachable = hasNoRecipient ? composer.noRecipient : null
  const unsendable = known?.isBlocked === true ? composer.blocked : unreachable
  const obstacle = readOnlyNotice ?? (isDisconnected ? composer.disconnected : unsendable)
  const canReply = obstacle === null && !isClosed
  const isNote = mode === "note"
  const hasField = readOnlyNotice === null && (isNote || canReply)
  const target: OutgoingTarget = channel === "whatsapp" ? { channel } : { channel, tag: replyTag(state) }
  const { schedule, send, sendAll } = useSend(id, target)
  const note = useNote(id)
  const use = isNote ? useOf(text, noteLimit) : textUse(channel, text)

  useInboxCommand("reply", () => field.current?.focus())
  useEffect(() => {
    noteWritable(canReply ? id : null)
    return () => noteWritable(null)
  }, [id, canReply])
  useEffect(() => {
    if (hasField && query["message"] === undefined && openedByEnter()) field.current?.focus()
  }, [hasField])

  const change = (changed: string) => {
    setDraft({ text: changed, mode })
    if (changed === "" || isNote) return
    noteTyping(id)
    if (showsTyping) showTyping(parley, id)
  }
  const contents = replyContents(channel, text, file)
  const isReplySendable = canReply && contents.length > 0 && !use.isOver
  const sendReply = (after: AfterSend = "nothing") => {
    if (!isReplySendable) return
    void sendAll(contents, after)
    change("")
    setFile(null)
    field.current?.focus()
  }
  const addNote = async () => {
    if (text.trim() === "" || use.isOver) return
    if (await note.add(text.trim())) setDraft({ text: "", mode })
    field.current?.focus()
  }
  const submit = () => {
    if (isNote) void addNote()
    else sendReply()
  }
  const later = (content: OutgoingContent) => setOpened({ dialog: "schedule", content })
  const scheduleAt = async (content: OutgoingContent, sendAt: string) => {
    const outcome = await schedule.run({ content, sendAt })
    if ("value" in outcome) {
      scheduledQuery.reload()
      answerTo(null)
      if (content.kind === "text") change("")
    }
    return outcome
  }
  const attach = (input: { readonly address?: string; readonly files?: ReadonlyArray<File> }) => {
    if (!canReply || isNote) return
    setOpened((before) => ({
      dialog: "file",
      address: "",
      files: [],
      ...input,
      key: before?.dialog === "file" ? before.key + 1 : 0
    }))
  }
  /** Accepts files, and the address of an image, sound or video. */
  const take = (data: DataTransfer, event: { readonly preventDefault: () => void }, isDrop: boolean) => {
    const address = data.getData("text/uri-list") || data.getData("text/plain")
    const known = attachmentAddress(address)
    const files = [...data.files]
    // Office programs copy an image of the text beside the text.
    const isFile = files.length > 0 && (isDrop || address === "")
    if (!isFile && (known === null || !isDrop)) return
    event.preventDefault()
    attach(isFile ? { files } : { address: known ?? "" })
  }
  const isOver = useDroppedFiles(({ files }) => attach({ files: [...files] })) && canReply && !isNote
  const chosen = async ({ id: chosenId }: { readonly id: string }): Promise<string | null> => {
    if (isNote) return note.mention(chosenId)
    const rendered = await parley.savedReplies.render(chosenId, { conversationId: id }).catch((cause: unknown) => {
      toast({ title: texts.notRendered, description: failureText(failureOf(cause)), tone: "danger" })
      return null
    })
    if (rendered === null) return null
    if (rendered.file !== null) setFile(rendered.file)
    return rendered.text
  }
  const boxClass = ["composer-box", isNote ? "composer-box-note" : "", isOver ? "composer-over" : ""]
  return (
    <form
      className="composer"
      aria-label={composer.label}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        // Outside of the field, the browser would open a dropped file instead of the page.
        if (event.target !== field.current) event.preventDefault()
        take(event.dataTransfer, event, true)
      }}
    >
      <ScheduledList conversationId={id} country={known?.countryCode ?? ""} />
      <OutgoingList conversationId={id} />
      {readOnlyNotice !== null && (
        <p className="composer-note" role="status">
          {readOnlyNotice}
        </p>
      )}
      {readOnlyNotice !== null && text.trim() !== "" && <UnsentDraft text={text} />}
      {readOnlyNotice === null && (
        <div className={boxClass.filter(Boolean).join(" ")}>
          <ComposerHead
            mode={mode}
            onMode={(chosenMode) => {
              setDraft({ text, mode: chosenMode })
              requestAnimationFrame(() => field.current?.focus())
            }}
          >
            {!isNote && <WindowChip channel={channel} state={state} />}
          </ComposerHead>
          {isOver && <p className="composer-note">{composer.drop}</p>}
          {!isNote && obstacle !== null && (
            <p className="composer-note" role="status">
              {obstacle}
            </p>
          )}
          {!isNote && obstacle === null && isClosed && <WindowNote channel={channel} state={state} />}
          {!isNote && canReply && conversation.status === "closed" && (
            <p className="composer-note">{composer.reopens}</p>
          )}
          {!isNote && canReply && answering !== null && (
            <AnsweredMessage answering={answering} onRemove={() => answerTo(null)} />
          )}
          {hasField && (
            <ComposerField
              field={field}
              mode={mode}
              text={text}
              isWrong={use.isOver}
              onChange={change}
              onChoose={chosen}
              onEscape={() => {
                if (answering === null) field.current?.blur()
                else answerTo(null)
              }}
              onPaste={(event) => take(event.clipboardData, event, false)}
              onSubmit={submit}
            />
          )}
          {hasField && <Room use={use} />}
          {note.failure !== null && isNote && (
            <p className="field-error" role="alert">
              {failureText(note.failure)}
            </p>
          )}
          {file !== null && !isNote && canReply && (
            <p className="composer-file">
              <Icon name="attach" />
              <bdi>{texts.attached(file.filename ?? inbox.previews[file.kind])}</bdi>
              <Button tone="quiet" aria-label={texts.removeAttached} onClick={() => setFile(null)}>
                <Icon name="close" />
              </Button>
            </p>
          )}
          {voice !== null && canReply && !isNote ? (
            <Suspense fallback={null}>
              <VoiceRecorder type={voice} onClose={() => setVoice(null)} onSend={(content) => void send(content)} />
            </Suspense>
          ) : (
            <div className="composer-foot">
              {isNote && (
                <Button
                  className="composer-end"
                  tone="primary"
                  type="submit"
                  isBusy={note.isRunning}
                  disabled={text.trim() === "" || use.isOver}
                >
                  {texts.addNote}
                </Button>
              )}
              {!isNote && canReply && (
                <>
                  <ComposerTools
                    channel={channel}
                    field={field}
                    onAttach={() => attach({})}
                    onEmoji={(emoji) => change(insertAt(field.current, text, emoji))}
                    onOpen={(dialog) => setOpened({ dialog })}
                    onRecord={setVoice}
                  />
                  <span className="composer-end">
                    <SendButtons
                      isDisabled={!isReplySendable}
                      onSend={sendReply}
                      onLater={() => later({ kind: "text", text })}
                    />
                  </span>
                </>
              )}
              {!isNote && obstacle === null && isClosed && isWhatsApp && (
                <Button className="composer-end" tone="primary" onClick={() => setOpened({ dialog: "template" })}>
                  <Icon name="templates" />
                  {composer.template}
                </Button>
              )}
            </div>
          )}
        </div>
      )}
      <ComposerDialogs
        contact={known}
        conversation={conversation}
        opened={opened}
        onClose={(dialog) => setOpened((present) => (present?.dialog === dialog ? null : present))}
        onLater={later}
        onSchedule={scheduleAt}
        onSend={send}
      />
    </form>
  )
}

/** Composer with a draft per conversation. */
export const Composer = ({ conversation, readOnlyNotice }: Writable) => (
  <Writing key={conversation.id} conversation={conversation} readOnlyNotice={readOnlyNotice} />
)
