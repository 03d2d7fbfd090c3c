import type { ContentRefused } from "../../../domain/messages/ContentRefused.ts"
import type {
  MessagePartInvalid,
  MessagePartMissing,
  MessageTypeUnknown
} from "../../../domain/messages/messenger/MessengerDraft.ts"
import { PartProblem } from "../../../domain/messages/messenger/MessengerDraft.ts"
import type { QuotedMessageRefused } from "../../../domain/messages/quotedMessages.ts"
import { invalidField, missingField, Refused } from "../interfaces/Refusal.ts"
import { fixFor } from "../interfaces/developer/fieldFixes.ts"
import { limitText } from "../interfaces/requestFields.ts"
import { refusalFor } from "../openapi/documented.ts"
import { type MessagePartAbsent, type UnknownMessageType, whatsAppTypes } from "./WhatsAppMessage.ts"

const quotedMessageTexts: Readonly<Record<QuotedMessageRefused["reason"], string>> = {
  unknown: "Expected the id of a message",
  elsewhere: "Expected a message of the same person and account",
  unsent: "Expected a message that the platform has accepted"
}

/** A message that cannot be answered (contract: Answers to a message). */
export const quotedRefused = refusalFor(
  "The answered message is not there, or belongs to another person or account",
  ({ field, reason }: Pick<QuotedMessageRefused, "field" | "reason">) =>
    invalidField(field, quotedMessageTexts[reason]),
  { field: "replyTo", reason: "unknown" }
)

/** Text of the requirement that a part of a Messenger or Instagram message violates. */
const partProblemText = PartProblem.match({
  Empty: () => "Expected a value that is not empty",
  TooMany: ({ limit }) => `Expected at most ${limit}`,
  TooFew: ({ limit }) => `Expected at least ${limit}`,
  Malformed: ({ expected }) => `Expected ${expected}`,
  TooLong: (limit) => `Expected ${limitText(limit)}`,
  NotOneOf: ({ supported }) => `Expected one of: ${supported.join(", ")}`
})

/** An unknown type of message. */
export const unknownType = (type: string, supported: ReadonlyArray<string>) =>
  new Refused("BadRequest", {
    text: `Unknown message type: ${type}`,
    code: "INVALID_TYPE",
    fix: `Use one of: ${supported.join(", ")}`
  })

const partMissing = ({ field }: { readonly field: string }) => missingField(field, fixFor(field))

/** A part of a message that the platform does not take. */
export const contentRefused = ({ expectation, field }: Pick<ContentRefused, "expectation" | "field">) =>
  expectation === null ? partMissing({ field }) : invalidField(field, expectation)

/** Refusals of an invalid Messenger or Instagram message, for `Effect.catchTags`. */
export const messengerRefusals = {
  MessagePartMissing: (missing: MessagePartMissing) => partMissing(missing),
  MessageTypeUnknown: ({ supported, type }: MessageTypeUnknown) => unknownType(type, supported),
  MessagePartInvalid: ({ field, problem }: MessagePartInvalid) => invalidField(field, partProblemText(problem))
}

/** Refusals of an invalid WhatsApp message, for `Effect.catchTags`. */
export const whatsAppRefusals = {
  UnknownMessageType: ({ type }: UnknownMessageType) => unknownType(type, whatsAppTypes),
  MessagePartAbsent: (absent: MessagePartAbsent) => partMissing(absent),
  ContentRefused: contentRefused
}
