import { Effect, Layer, Schema } from "effect"
import type { ChannelAccount } from "../../../domain/conversations/Channel.ts"
import { type FileKind, usualEnding } from "../../../domain/media/fileTypes.ts"
import { type FileForPlatform, MediaUpload } from "../../../ports/media/MediaStore.ts"
import { spanned } from "../../../telemetry/spanned.ts"
import { GraphId } from "./GraphAnswer.ts"
import * as GraphApi from "./GraphApi.ts"
import type { DirectMessagesOptions } from "./GraphDirectMessages.ts"
import { multipartForm } from "./multipartForm.ts"
import * as TokenHealth from "./TokenHealth.ts"

const UploadedMedia = Schema.Struct({ id: GraphId })
const UploadedAttachment = Schema.Struct({ attachment_id: GraphId })

/** The attachment type of a file on Messenger and Instagram, where a document is a `file`. Neither takes stickers. */
const attachmentType: Readonly<Record<FileKind, string>> = {
  image: "image",
  document: "file",
  audio: "audio",
  video: "video",
  sticker: "image"
}

const partOf = (name: string, { bytes, filename, mimeType, size }: FileForPlatform) => ({
  name,
  filename: filename ?? `file.${usualEnding(mimeType)}`,
  mimeType,
  size,
  bytes
})

/** The form of `POST /{phone-number-id}/media` (platforms P4). */
const mediaForm = (file: FileForPlatform) =>
  multipartForm({ messaging_product: "whatsapp", type: file.mimeType }, partOf("file", file))

/** The form of `POST /{page-id or account-id}/message_attachments` (platforms P8, P12). */
const attachmentForm = ({ channel }: ChannelAccount, file: FileForPlatform) => {
  const attachment = { type: attachmentType[file.kind], payload: { is_reusable: true } }
  return multipartForm(
    { ...(channel === "instagram" ? { platform: "instagram" } : {}), message: JSON.stringify({ attachment }) },
    partOf("filedata", file)
  )
}

/** File uploads to Meta's platforms. Instagram has its own host or uses the linked Page (platforms P12). */
export const layer = ({ graphUrl, instagramGraphUrl, version }: DirectMessagesOptions) =>
  Layer.effect(
    MediaUpload,
    Effect.gen(function* () {
      const graph = yield* GraphApi.make({ graphUrl, version })
      const byLogin = yield* GraphApi.make({ graphUrl: instagramGraphUrl, version })
      const uploadMedia = graph.upload(UploadedMedia)
      const upload = graph.upload(UploadedAttachment)
      const uploadByLogin = byLogin.upload(UploadedAttachment)

      return MediaUpload.of({
        upload: Effect.fnUntraced(function* (to, file) {
          const { channel, externalId, pageId } = to.account
          if (channel === "whatsapp") {
            return (yield* uploadMedia(to, externalId, "media", yield* mediaForm(file))).id
          }
          const form = yield* attachmentForm(to.account, file)
          const answered =
            channel === "instagram" && pageId === null
              ? uploadByLogin(to, externalId, "message_attachments", form)
              : upload(to, pageId ?? externalId, "message_attachments", form)
          return (yield* answered).attachment_id
        }, spanned("GraphUploads.upload"))
      })
    })
  ).pipe(Layer.provide(TokenHealth.layer))
