import { lazy, Suspense, useEffect, useRef, useState } from "react"
import { useAtom } from "../../app/atoms.ts"
import { useText } from "../../text/useText.ts"
import { textOfMessage } from "../compose/answering.ts"
import type { Message } from "../conversationTypes.ts"
import { lightboxAtom, openLightbox } from "../media/lightboxState.ts"
import { mediaIdIn } from "../media/mediaIdIn.ts"

/** Loaded with the first enlarged image. */
const Lightbox = lazy(() => import("../media/Lightbox.tsx"))

/** The images of the loaded messages (oldest first) over the page, if one is enlarged. */
export const ThreadLightbox = ({ messages }: { readonly messages: ReadonlyArray<Message> }) => {
  const mediaId = useAtom(lightboxAtom)
  useEffect(() => () => openLightbox(null), [])
  if (mediaId === null) return null
  const images = messages.flatMap((message) => {
    const id = message.type === "image" ? mediaIdIn(message.content.url) : null
    return id === null ? [] : [id]
  })
  return (
    <Suspense fallback={null}>
      <Lightbox images={images} mediaId={mediaId} />
    </Suspense>
  )
}

/** Messages of the log at once: those of a burst are counted by their place in the thread. */
const maxLogged = 5

/**
 * Log of new messages for screen readers: those of the contact that arrive at the end after the first load. The list
 * itself is no log, because older messages are added to it as well.
 */
export const MessageLog = ({ messages }: { readonly messages: ReadonlyArray<Message> }) => {
  const { inbox } = useText()
  const [logged, setLogged] = useState<ReadonlyArray<Message>>([])
  const newest = useRef(messages.at(-1)?.id ?? null)
  useEffect(() => {
    const last = messages.at(-1)?.id ?? null
    const known = messages.findIndex(({ id }) => id === newest.current)
    newest.current = last
    if (known === -1) return
    const added = messages.slice(known + 1).filter(({ direction }) => direction === "inbound")
    if (added.length > 0) setLogged(added.slice(-maxLogged))
  }, [messages])
  return (
    <div className="visually-hidden" role="log" aria-label={inbox.thread.log}>
      {logged.map((message) => (
        <p key={message.id}>
          {inbox.theirs}: <bdi>{textOfMessage(message) || inbox.previews[previewOf(message)]}</bdi>
        </p>
      ))}
    </div>
  )
}

const previewOf = ({ type }: Message): Exclude<Message["type"], "text"> | "interactive" =>
  type === "text" ? "interactive" : type
