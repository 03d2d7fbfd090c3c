import { lazy, Suspense, useEffect, useMemo, useRef, useState } from "react"
import { useParley, useSession } from "../api/Session.ts"
import { useAction } from "../api/useAction.ts"
import { useQuery } from "../api/useQuery.ts"
import { useAtom } from "../app/atoms.ts"
import { Button } from "../parts/Button.tsx"
import { CopyButton } from "../parts/CopyButton.tsx"
import { Icon } from "../parts/Icon.tsx"
import { Menu } from "../parts/Menu.tsx"
import { useLanguageTag, useText } from "../text/useText.ts"
import { AnsweredMessage } from "./compose/AnsweredMessage.tsx"
import { answeringAtom, answerTo, noteWritable } from "./compose/answering.ts"
import { AttachmentDialog } from "./compose/AttachmentDialog.tsx"
import { attachmentAddress, isSendable, textUse } from "./compose/composition.ts"
import { ContactCardDialog } from "./compose/ContactCardDialog.tsx"
import { Drafts } from "./compose/Drafts.ts"
import {
  type OutgoingContent,
  type OutgoingTarget,
  outgoingText,
  sendRequest,
  whatsAppRecipient
} from "./compose/Outgoing.ts"
import { OutgoingList } from "./compose/OutgoingList.tsx"
import { sendMessage } from "./compose/outgoingMessages.ts"
import { settingsQuery, showTyping, typingEnded } from "./compose/showTyping.ts"
import { StickerDialog } from "./compose/StickerDialog.tsx"
import { contactQuery } from "./contactQuery.ts"
import type { ConversationProps } from "./conversationTypes.ts"
import "./conversation.css"
import { useInboxCommand } from "./inboxCommands.ts"
import { noteSent, noteTyping } from "./presence.ts"
import { ScheduledList } from "./schedule/ScheduledList.tsx"
import { scheduledQuery } from "./schedule/scheduledMessages.ts"
import { useWindow, WindowNote } from "./window/WindowNote.tsx"
import { isWritable, replyTag } from "./window/windowState.ts"

/** Loaded with the first picker, because the rules of templates are large. */
const TemplateDialog = lazy(() => import("./template/TemplateDialog.tsx"))

/** Loaded with the first use, because their rules are large. */
const InteractiveDialog = lazy(() => import("./interactive/InteractiveDialog.tsx"))
const ScheduleDialog = lazy(() => import("./schedule/ScheduleDialog.tsx"))

const draftsOf = new Map<string, Drafts>()

const useDrafts = (): Drafts => {
  const { organization, user } = useSession()
  const owner = `${user.id}.${organization.id}`
  return useMemo(() => {
    const drafts = draftsOf.get(owner) ?? new Drafts(window.sessionStorage, owner)
    draftsOf.set(owner, drafts)
    return drafts
  }, [owner])
}

/** The open dialog of the composer. `key` changes with each drop. */
type Opened =
  | { readonly dialog: "template" | "interactive" | "contact" | "sticker" }
  | { readonly dialog: "schedule"; readonly content: OutgoingContent }
  | { readonly dialog: "file"; readonly address: string; readonly files: ReadonlyArray<File>; readonly key: number }

/**
 * Whether files are dragged over the page. `take` receives the dropped ones; without it the browser would leave the
 * page.
 */
const useDroppedFiles = (take: (data: DataTransfer) => void): boolean => {
  const [isOver, setOver] = useState(false)
  const latest = useRef(take)
  latest.current = take
  useEffect(() => {
    const over = (event: globalThis.DragEvent) => {
      if (event.dataTransfer?.types.includes("Files") !== true) return
      event.preventDefault()
      setOver(true)
    }
    const leave = (event: globalThis.DragEvent) => {
      if (event.relatedTarget === null) setOver(false)
    }
    const drop = (event: globalThis.DragEvent) => {
      setOver(false)
      if (event.defaultPrevented || event.dataTransfer === null || event.dataTransfer.files.length === 0) return
      event.preventDefault()
      latest.current(event.dataTransfer)
    }
    window.addEventListener("dragover", over)
    window.addEventListener("dragleave", leave)
    window.addEventListener("drop", drop)
    return () => {
      window.removeEventListener("dragover", over)
      window.removeEventListener("dragleave", leave)
      window.removeEventListener("drop", drop)
    }
  }, [])
  return isOver
}

/** Maximum lines of the text field. */
const rowsOf = (text: string): number => Math.min(8, Math.max(2, text.split("\n").length))

/** Characters used and left, visible once few are left. */
const Room = ({ channel, text }: Pick<ConversationProps["conversation"], "channel"> & { readonly text: string }) => {
  const { inbox } = useText()
  const { composer } = inbox.conversation
  const language = useLanguageTag()
  const use = textUse(channel, text)
  if (!use.isNear && !use.isOver) return null
  const number = new Intl.NumberFormat(language)
  return (
    <p className={use.isOver ? "field-error" : "field-hint"} role="status">
      {composer.room(number.format(use.used), number.format(use.limit), composer.units[use.unit])}
      {use.isOver && ` ${composer.tooLong}`}
    </p>
  )
}

/** Draft that the member can no longer send here. */
const UnsentDraft = ({ text }: { readonly text: string }) => {
  const { inbox } = useText()
  const { draft } = inbox.conversation.composer
  return (
    <>
      <textarea
        className="input composer-text"
        aria-label={draft}
        dir="auto"
        readOnly
        rows={rowsOf(text)}
        value={text}
      />
      <div className="actions composer-actions">
        <CopyButton text={text} label={draft} />
      </div>
    </>
  )
}

type Writable = ConversationProps & {
  /** Reason why the member may no longer write here; null while they may. The draft stays and can be copied. */
  readonly readOnlyNotice: string | null
}

/** Composer of one conversation. */
const Writing = ({ conversation, readOnlyNotice }: Writable) => {
  const { inbox } = useText()
  const { card, composer, interactive, schedule: texts, sticker } = inbox.conversation
  const { channel, id } = conversation
  const parley = useParley()
  const drafts = useDrafts()
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(() => drafts.of(id))
  const [opened, setOpened] = useState<Opened | null>(null)
  const [contact] = useQuery(contactQuery, conversation.contactId, { on: { types: ["contact.updated"] } })
  const known = contact.state === "ready" ? contact.value : null
  const state = useWindow(conversation)
  const answered = useAtom(answeringAtom)
  const answering = answered?.conversationId === id ? answered : null
  const [settings] = useQuery(settingsQuery, null)
  const showsTyping = settings.state === "ready" && settings.value.readReceipts !== "off"
  useInboxCommand("reply", () => field.current?.focus())

  const isWhatsApp = channel === "whatsapp"
  const to = isWhatsApp ? whatsAppRecipient(known ?? conversation.contact) : null
  const isClosed = !isWritable(channel, state)
  const isBlocked = known?.isBlocked === true
  const hasNoRecipient = isWhatsApp && to === null && known !== null
  const isDisconnected = conversation.account?.accountId === null
  const unreachable = hasNoRecipient ? composer.noRecipient : null
  const unsendable = isBlocked ? composer.blocked : unreachable
  const obstacle = readOnlyNotice ?? (isDisconnected ? composer.disconnected : unsendable)
  const target: OutgoingTarget = channel === "whatsapp" ? { channel } : { channel, tag: replyTag(state) }

  const canWrite = obstacle === null && !isClosed
  useEffect(() => {
    noteWritable(canWrite ? id : null)
    return () => noteWritable(null)
  }, [id, canWrite])
  const change = (changed: string) => {
    setText(changed)
    drafts.keep(id, changed)
    if (changed === "") return
    noteTyping(id)
    if (showsTyping) showTyping(parley, id)
  }
  const send = (content: OutgoingContent): Promise<void> => {
    noteSent()
    typingEnded()
    answerTo(null)
    return sendMessage(parley, { conversationId: id, target, content, replyTo: answering?.message.id ?? null })
  }
  const schedule = useAction(
    (client, { content, sendAt }: { readonly content: OutgoingContent; readonly sendAt: string }) => {
      const request = sendRequest(target, content, answering?.message.id ?? null)
      if (request === null) return Promise.reject(new Error("The channel has no such message"))
      return client.replies.send(id, { ...request, sendAt }, { idempotencyKey: crypto.randomUUID() })
    }
  )
  const later = (content: OutgoingContent) => setOpened({ dialog: "schedule", content })
  /** Closes a dialog unless it opened the next one. */
  const close = (dialog: Opened["dialog"]) => setOpened((present) => (present?.dialog === dialog ? null : present))
  const scheduleAt = async (content: OutgoingContent, sendAt: string) => {
    const outcome = await schedule.run({ content, sendAt })
    if ("value" in outcome) {
      scheduledQuery.reload()
      answerTo(null)
      if (content.kind === "text") change("")
    }
    return outcome
  }
  const sendText = () => {
    if (obstacle !== null || isClosed || !isSendable(channel, text)) return
    void send({ kind: "text", text })
    change("")
    field.current?.focus()
  }
  const attach = (input: { readonly address?: string; readonly files?: ReadonlyArray<File> }) => {
    if (obstacle !== null || isClosed) return
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
    const text = data.getData("text/uri-list") || data.getData("text/plain")
    const address = attachmentAddress(text)
    const files = [...data.files]
    // Office programs copy an image of the text beside the text.
    const isFile = files.length > 0 && (isDrop || text === "")
    if (!isFile && (address === null || !isDrop)) return
    event.preventDefault()
    attach(isFile ? { files } : { address: address ?? "" })
  }
  const isOver = useDroppedFiles(({ files }) => attach({ files: [...files] }))
  return (
    <form
      className={isOver && obstacle === null && !isClosed ? "composer composer-over" : "composer"}
      aria-label={composer.label}
      onSubmit={(event) => {
        event.preventDefault()
        sendText()
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        // Outside of the field, the browser would open a dropped file instead of the page.
        if (event.target !== field.current) event.preventDefault()
        take(event.dataTransfer, event, true)
      }}
    >
      {isOver && obstacle === null && !isClosed && <p className="composer-note">{composer.drop}</p>}
      <ScheduledList conversationId={id} country={known?.countryCode ?? ""} />
      <OutgoingList conversationId={id} />
      {readOnlyNotice === null && <WindowNote channel={channel} state={state} />}
      {obstacle === null && !isClosed && conversation.status === "closed" && (
        <p className="composer-note">{composer.reopens}</p>
      )}
      {obstacle !== null && (
        <p className="composer-note" role="status">
          {obstacle}
        </p>
      )}
      {readOnlyNotice !== null && text.trim() !== "" && <UnsentDraft text={text} />}
      {canWrite && (
        <>
          {answering !== null && <AnsweredMessage answering={answering} onRemove={() => answerTo(null)} />}
          <textarea
            ref={field}
            className="input composer-text"
            aria-label={composer.label}
            placeholder={composer.placeholder}
            aria-invalid={textUse(channel, text).isOver || undefined}
            dir="auto"
            rows={rowsOf(text)}
            value={text}
            onChange={({ target }) => change(target.value)}
            onPaste={(event) => take(event.clipboardData, event, false)}
            onKeyDown={(event) => {
              if (event.key === "Escape" && answering !== null) {
                event.preventDefault()
                answerTo(null)
              }
              // During composition, such as of Japanese, Enter accepts the word.
              if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return
              event.preventDefault()
              sendText()
            }}
          />
          <Room channel={channel} text={text} />
        </>
      )}
      {obstacle === null && (
        <div className="actions composer-actions">
          {!isClosed && (
            <Button tone="quiet" aria-label={composer.attach} title={composer.attach} onClick={() => attach({})}>
              <Icon name="attach" />
            </Button>
          )}
          {isWhatsApp && (
            // On a phone the menu has it, so that the actions fit into one row.
            <span {...(isClosed ? {} : { className: "composer-wide" })}>
              <Button
                tone={isClosed ? "primary" : "quiet"}
                title={composer.template}
                aria-label={composer.template}
                onClick={() => setOpened({ dialog: "template" })}
              >
                <Icon name="templates" />
                {isClosed && composer.template}
              </Button>
            </span>
          )}
          {!isClosed && (
            <Menu
              label={composer.more}
              entries={[
                ...(isWhatsApp
                  ? ([
                      { label: composer.template, onSelect: () => setOpened({ dialog: "template" }) },
                      { label: interactive.title, onSelect: () => setOpened({ dialog: "interactive" }) },
                      { label: card.title, onSelect: () => setOpened({ dialog: "contact" }) },
                      { label: sticker.title, onSelect: () => setOpened({ dialog: "sticker" }) },
                      "separator"
                    ] as const)
                  : []),
                {
                  label: texts.later,
                  isDisabled: !isSendable(channel, text),
                  onSelect: () => later({ kind: "text", text })
                }
              ]}
            >
              <Icon name="more" />
            </Menu>
          )}
          {!isClosed && (
            <Button tone="primary" type="submit" disabled={!isSendable(channel, text)}>
              {composer.send}
              <Icon name="send" />
            </Button>
          )}
        </div>
      )}
      {opened?.dialog === "file" && (
        <AttachmentDialog
          key={opened.key}
          address={opened.address}
          channel={channel}
          files={opened.files}
          onClose={() => setOpened(null)}
          onSend={send}
        />
      )}
      {opened?.dialog === "template" && (
        <Suspense fallback={null}>
          <TemplateDialog
            contact={{ optedOut: known?.optedOut ?? false }}
            from={conversation.account?.id ?? null}
            onClose={() => close("template")}
            onLater={later}
            onSend={send}
          />
        </Suspense>
      )}
      {opened?.dialog === "interactive" && (
        <Suspense fallback={null}>
          <InteractiveDialog onClose={() => close("interactive")} onLater={later} onSend={send} />
        </Suspense>
      )}
      {opened?.dialog === "contact" && <ContactCardDialog onClose={() => setOpened(null)} onSend={send} />}
      {opened?.dialog === "sticker" && <StickerDialog onClose={() => setOpened(null)} onSend={send} />}
      {opened?.dialog === "schedule" && (
        <Suspense fallback={null}>
          <ScheduleDialog
            at={null}
            country={known?.countryCode ?? ""}
            summary={outgoingText(opened.content)}
            text={opened.content.kind === "text" ? opened.content.text : null}
            onClose={() => setOpened(null)}
            onSchedule={({ sendAt, text: changed }) =>
              scheduleAt(changed === null ? opened.content : { kind: "text", text: changed }, sendAt)
            }
          />
        </Suspense>
      )}
    </form>
  )
}

/** Composer with a draft per conversation. */
export const Composer = ({ conversation, readOnlyNotice }: Writable) => (
  <Writing key={conversation.id} conversation={conversation} readOnlyNotice={readOnlyNotice} />
)
