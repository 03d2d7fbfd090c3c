import { Result, Schema } from "effect"
import { mayManage, type SessionAccess } from "../access/SessionAccess.ts"
import { folded } from "../contacts/ContactSearch.ts"
import { MediaId, OrganizationId, SavedReplyId, UserId } from "../Ids.ts"
import type { TextLimit } from "../text/textLimits.ts"

/** The name that a member types to find a reply: letters, digits, `_`, `-` and `.`, in lower case. */
export const ReplyShortcut = Schema.String.check(
  Schema.isPattern(/^[\p{L}\p{M}\p{N}_.-]{1,32}$/u, { expected: "1 to 32 letters, digits, _, - or ." }),
  Schema.makeFilter((text) => text === text.toLowerCase() || "Expected no capital letters")
)

/** The language of a reply, such as `en` or `pt_BR`. */
export const ReplyLanguage = Schema.String.check(
  Schema.isPattern(/^[a-z]{2,3}(?:_[A-Z]{2})?$/, { expected: "a language such as en or pt_BR" })
)

/**
 * A text that members send again and again. `text` may have variables, which `renderReply` replaces (contract: Saved
 * replies).
 */
export class SavedReply extends Schema.Opaque<SavedReply>()(
  Schema.Struct({
    id: SavedReplyId,
    organizationId: OrganizationId,
    /** The member whose reply it is; null for one that the organization shares. */
    ownerId: Schema.NullOr(UserId),
    shortcut: ReplyShortcut,
    text: Schema.NonEmptyString,
    /** The uploaded file that is sent with the text; null without one. */
    mediaId: Schema.NullOr(MediaId),
    /** Null for a reply of no language in particular. */
    language: Schema.NullOr(ReplyLanguage),
    createdAt: Schema.DateTimeUtcFromString,
    updatedAt: Schema.DateTimeUtcFromString
  })
) {}

/** The text of a reply, with its variables. */
export const replyTextLimit: TextLimit = { limit: 4_096, unit: "characters" }

/** Most shared replies of an organization. */
export const maxSharedReplies = 1_000

/** Most replies of one member. */
export const maxPersonalReplies = 200

/** The caller has no reply with this id, and the organization shares none. */
export class SavedReplyNotFound extends Schema.TaggedError<SavedReplyNotFound>()("SavedReplyNotFound", {}) {}

/** A different reply of the same owner has the shortcut in the same language. */
export class ShortcutTaken extends Schema.TaggedError<ShortcutTaken>()("ShortcutTaken", {}) {}

/** The owner has as many replies as they may have. */
export class TooManySavedReplies extends Schema.TaggedError<TooManySavedReplies>()("TooManySavedReplies", {
  shared: Schema.Boolean
}) {}

/** The reply is shared, and the caller does not manage the organization. */
export class SharedReplyProtected extends Schema.TaggedError<SharedReplyProtected>()("SharedReplyProtected", {}) {}

/** The shortcut as it is stored and searched. */
export const shortcutOf = (text: string): string => text.trim().toLowerCase()

/** The beginning of a shortcut as lists compare it: without surrounding spaces, capitals and accents. */
export const shortcutPrefix = (text: string): string => folded(text.trim())

/** Whether the shortcut begins with the prefix. */
export const hasPrefix = ({ shortcut }: Pick<SavedReply, "shortcut">, prefix: string): boolean =>
  folded(shortcut).startsWith(prefix)

/** The member of a caller, who owns personal replies; null for a backend, which has none. */
export const replyOwner = ({ membership }: SessionAccess): UserId | null => membership?.userId ?? null

/** Whether the caller reads and uses the reply: their own and shared ones. */
export const maySeeReply = (access: SessionAccess, { ownerId }: Pick<SavedReply, "ownerId">): boolean =>
  ownerId === null || ownerId === replyOwner(access)

/** The reply, if the caller may change it: the own one, or a shared one for those who manage the organization. */
export const changeableReply = (
  access: SessionAccess,
  reply: SavedReply
): Result.Result<SavedReply, SavedReplyNotFound | SharedReplyProtected> => {
  if (!maySeeReply(access, reply)) return Result.fail(new SavedReplyNotFound())
  return reply.ownerId === null && !mayManage(access) ? Result.fail(new SharedReplyProtected()) : Result.succeed(reply)
}

/** Whether the owner has room for one more reply beside this many. */
export const hasRoomForReply = (ownerId: UserId | null, count: number): boolean =>
  count < (ownerId === null ? maxSharedReplies : maxPersonalReplies)
