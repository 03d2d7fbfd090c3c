import { DateTime, Schema } from "effect"
import { replyVariables } from "../../../domain/conversations/renderReply.ts"
import { replyTextLimit, type SavedReply } from "../../../domain/conversations/SavedReply.ts"
import { MediaId, SavedReplyId } from "../../../domain/Ids.ts"
import { fileKinds, kindOfType } from "../../../domain/media/fileTypes.ts"
import type { Media } from "../../../domain/media/Media.ts"
import { Data, ok } from "../interfaces/envelope.ts"
import { pageFields, timestamp } from "../interfaces/pagination.ts"
import { optional, RequiredText, Text, within } from "../interfaces/requestFields.ts"
import { exampleId } from "./ConversationViews.ts"

const id = SavedReplyId.annotate({ description: "The reply's id" })
/** The form of a shortcut. */
export const shortcutRule = "1 to 32 letters, digits, _, - or ."

const ReplyItem = Schema.Struct({
  id,
  shortcut: Schema.String.annotate({ description: "What members type to find it, in lower case" }),
  text: Schema.String.annotate({ description: "The text, with its variables" }),
  language: Schema.NullOr(Schema.String).annotate({ description: "Language such as en or pt_BR; null for none" }),
  mediaId: Schema.NullOr(MediaId).annotate({ description: "The uploaded file that is sent with it; null without one" }),
  shared: Schema.Boolean.annotate({ description: "true: all members use it. false: the caller's own" }),
  createdAt: timestamp("When it was added"),
  updatedAt: timestamp("When it was last changed")
}).annotate({ identifier: "SavedReply", description: "A text that members send again and again" })

/** A reply on the wire. */
export const replyView = ({
  createdAt,
  id,
  language,
  mediaId,
  ownerId,
  shortcut,
  text,
  updatedAt
}: SavedReply): typeof ReplyItem.Type => ({
  id,
  shortcut,
  text,
  language,
  mediaId,
  shared: ownerId === null,
  createdAt: DateTime.formatIso(createdAt),
  updatedAt: DateTime.formatIso(updatedAt)
})

/** The file of a rendered reply on the wire. */
export const fileView = ({ filename, id, mimeType }: Media) => ({
  mediaId: id,
  kind: kindOfType(mimeType ?? "") ?? ("document" as const),
  filename
})

const example = {
  id: SavedReplyId.make("0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0d1e"),
  shortcut: "hours",
  text: "Hello {{contact.firstName|there}}, we are open from 9 to 5.",
  language: "en",
  mediaId: null,
  shared: true,
  createdAt: "2026-11-21T10:00:00.000Z",
  updatedAt: "2026-11-21T10:00:00.000Z"
}

/** The answer with one reply. */
export const Answer = Data(ReplyItem).annotate({ examples: [ok(example)] })

/** A page of replies. */
export const ReplyPage = Data(Schema.Struct({ replies: Schema.Array(ReplyItem), ...pageFields })).annotate({
  examples: [ok({ replies: [example], total: 1, page: 1, limit: 20, hasNext: false })]
})

/** The answer to a deletion. */
export const RemovedReply = Data(Schema.Struct({ id })).annotate({ examples: [ok({ id: example.id })] })

/** The answer with a rendered reply. */
export const RenderedReply = Data(
  Schema.Struct({
    id,
    text: Schema.String.annotate({ description: "The text with the values of its variables" }),
    file: Schema.NullOr(
      Schema.Struct({
        mediaId: MediaId.annotate({ description: "The file's id, which a message names as mediaId" }),
        kind: Schema.Literals(fileKinds).annotate({ description: "The type of message that shows the file" }),
        filename: Schema.NullOr(Schema.String).annotate({ description: "Name of the file; null without one" })
      })
    ).annotate({ description: "The file to send with the text; null without one" })
  })
).annotate({ examples: [ok({ id: example.id, text: "Hello Ada, we are open from 9 to 5.", file: null })] })

const shortcut = RequiredText.annotate({
  description: `What members type to find it: ${shortcutRule}; capitals become small`
})
const text = RequiredText.check(within(replyTextLimit)).annotate({
  description: `The text, 1 to ${replyTextLimit.limit} characters. Variables: ${replyVariables.map((one) => `{{${one}}}`).join(", ")}; {{contact.name|there}} has a fallback`
})
const language = Text.annotate({ description: "Language such as en or pt_BR; null for none" })

const mediaId = Text.annotate({
  description: "The id of an uploaded file of the organization, which is sent with the text; null for none"
})

/** The request of a new reply. */
export const CreateRequest = Schema.Struct({
  shortcut,
  text,
  language: optional(language),
  mediaId: optional(mediaId),
  shared: optional(
    Schema.Boolean.annotate({
      description:
        "true: for all members, which those who manage the organization may set. Replies of a backend are always shared"
    })
  )
}).annotate({
  identifier: "CreateSavedReplyRequest",
  description: "A reply",
  examples: [{ shortcut: example.shortcut, text: example.text, language: "en", shared: true }]
})

/** The request of a change. */
export const ChangeRequest = Schema.Struct({
  shortcut: optional(shortcut),
  text: optional(text),
  language: optional(language),
  mediaId: optional(mediaId)
}).annotate({
  identifier: "ChangeSavedReplyRequest",
  description: "The fields to change, at least one. Null clears language and mediaId, and counts as absent elsewhere",
  examples: [{ text: "We are open from 8 to 6." }]
})

/** The request of a rendered reply. */
export const RenderRequest = Schema.Struct({
  conversationId: RequiredText.annotate({ description: "The conversation's id" })
}).annotate({
  identifier: "RenderSavedReplyRequest",
  description: "The conversation",
  examples: [{ conversationId: exampleId }]
})
