import type { MessageId } from "../Ids.ts"
import type { Message } from "../messages/Message.ts"
import type { MessageFailure } from "../messages/MessageFailure.ts"
import {
  type PlatformFailure,
  PlatformNotReached,
  PlatformOutcomeUnknown,
  PlatformRejected
} from "../messages/PlatformError.ts"

/** A send as its record has it. */
export type RecordedSend = Pick<
  Message,
  "contactId" | "conversationId" | "platformMessageId" | "status" | "failure"
> & { readonly messageId: MessageId }

/** The failure that the caller of the send was answered with, from the failure in its record. */
export const platformFailureOf = (failure: MessageFailure): PlatformFailure => {
  switch (failure._tag) {
    case "Rejected": {
      const { code, message, title } = failure
      return new PlatformRejected({ code, message, title, subcode: null, details: null })
    }
    case "NotReached":
      return new PlatformNotReached({ detail: failure.detail })
    case "OutcomeUnknown":
      return new PlatformOutcomeUnknown({ reason: "no answer in time", detail: failure.detail })
  }
}
