import { DateTime, HashMap, Option } from "effect"
import type { NewUpload } from "./Upload.ts"
import type { MessageId } from "../Ids.ts"
import type { InboxMessage, InboxState } from "../inbound/InboxState.ts"

/*
 * A file stays as long as its message, whatever its age. A shared file belongs to no single message: once it was sent, or
 * a saved reply named it, it stays as long as the organization. Files are deleted in these cases:
 *
 * | Case                                        | Discarded                     | Bytes and row are removed             |
 * | ------------------------------------------- | ----------------------------- | ------------------------------------- |
 * | Upload that is not sent                     | at `unsentUntil`              | by the next claim                     |
 * | Upload that is given up                     | at once                       | by the next claim                     |
 * | Message that its sender deleted             | with the report of it         | at `removableAt` at the latest        |
 * | Organization that is deleted                | not: it is removed directly   | after `deletionSettleTime`            |
 *
 * A discarded file is not found any more. Its bytes are removed before its row, so a crash in between repeats the removal.
 */

/** Retention of a file of a member that is not sent. */
export const unsentLifetime = "24 hours"

/** Retention of a file of a backend that is not sent. It may be uploaded long before its first send. */
export const sharedLifetime = "30 days"

/** Retention of a file that is not sent. */
export const lifetimeOf = ({ isShared }: Pick<NewUpload, "isShared">) => (isShared ? sharedLifetime : unsentLifetime)

/** The time at which an uploaded file is discarded if it was not sent. */
export const unsentUntil = (upload: Pick<NewUpload, "isShared">, uploadedAt: DateTime.Utc): DateTime.Utc =>
  DateTime.addDuration(uploadedAt, lifetimeOf(upload))

/** Duration of a claim of a file: the deadline of a download (4 minutes), and time to record its outcome. */
export const fileLease = "5 minutes"

/** The time from which a discarded file can be removed. A download that began before has ended then. */
export const removableAt = (discardedAt: DateTime.Utc): DateTime.Utc => DateTime.addDuration(discardedAt, fileLease)

const isDeleted = ({ message }: InboxMessage): boolean => message.annotations.deletedAt !== undefined

/** The messages that were taken back since, also those that were not known before. */
export const messagesDeleted = (before: InboxState, after: InboxState): ReadonlyArray<MessageId> =>
  [...HashMap.values(after.messages)].flatMap((entry) => {
    const { id } = entry.message
    return isDeleted(entry) && !Option.exists(HashMap.get(before.messages, id), isDeleted) ? [id] : []
  })
