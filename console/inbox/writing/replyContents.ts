import type { ParleySession } from "../../../client/promise/createParley.ts"
import type { Channel } from "../../../src/domain/conversations/Channel.ts"
import { isSendable } from "../compose/composition.ts"
import type { OutgoingContent } from "../compose/Outgoing.ts"

/** The file of a saved reply. */
export type RenderedFile = NonNullable<Awaited<ReturnType<ParleySession["savedReplies"]["render"]>>["file"]>

/** Maximum characters of a caption on WhatsApp. */
const captionLimit = 1_024

/** Messages of a reply: the text and the file of a saved reply, in one message where the channel shows a caption. */
export const replyContents = (
  channel: Channel,
  text: string,
  file: RenderedFile | null
): ReadonlyArray<OutgoingContent> => {
  const texts: ReadonlyArray<OutgoingContent> = isSendable(channel, text) ? [{ kind: "text", text }] : []
  if (file === null) return texts
  const { filename, kind, mediaId } = file
  const upload = { mediaId, name: filename ?? "" }
  if (kind === "sticker") return [...texts, { kind, url: "", upload }]
  const media = { kind, url: "", upload, filename: kind === "document" ? (filename ?? "") : "" } as const
  const fits = channel === "whatsapp" && kind !== "audio" && Array.from(text).length <= captionLimit
  return fits ? [{ ...media, caption: text.trim() }] : [...texts, { ...media, caption: "" }]
}
