import { Schema } from "effect"
import type { CampaignTest } from "../../../app/campaigns/testCampaign.ts"
import {
  type CampaignRecipient,
  LeftOutReason,
  RecipientStatus,
  recipientStatus
} from "../../../domain/campaigns/CampaignRecipient.ts"
import { CampaignRecipientId, ContactId, MessageId, PlatformMessageId } from "../../../domain/Ids.ts"
import { csvOf } from "../interfaces/csvAnswer.ts"
import { Data, ok } from "../interfaces/envelope.ts"
import { optionalTimestamp, pageQuery, timestampOrNull, wholeNumber } from "../interfaces/pagination.ts"

const Item = Schema.Struct({
  id: CampaignRecipientId.annotate({ description: "The recipient's id" }),
  position: Schema.Int.annotate({ description: "Ordinal in the campaign, the order of sending" }),
  status: RecipientStatus.annotate({
    description: "queued, sending (the platform is called), sent, delivered, read, failed or left_out"
  }),
  to: Schema.String.annotate({
    description:
      "E.164 without +, or a business-scoped user id; the text of the row for an invalid number; empty for a deleted contact"
  }),
  name: Schema.String.annotate({ description: "Name in the row of a file; empty without one" }),
  columns: Schema.Record(Schema.String, Schema.String).annotate({
    description: "The other columns of the row of a file"
  }),
  contactId: Schema.NullOr(ContactId).annotate({
    description: "The contact; null before the message, if there was none"
  }),
  vendorMessageId: Schema.NullOr(MessageId).annotate({ description: "The id of the message; null if none was sent" }),
  leftOut: Schema.NullOr(LeftOutReason).annotate({ description: "Why they get no message; null otherwise" }),
  error: Schema.NullOr(
    Schema.Struct({
      reason: Schema.String.annotate({ description: "The kind of failure, such as PlatformRejected" }),
      code: Schema.NullOr(Schema.Int).annotate({ description: "The platform's code; null if it gave none" }),
      message: Schema.String.annotate({ description: "What failed; in the platform's words if it refused" })
    })
  ).annotate({ description: "Why the message failed; null otherwise" }),
  sentAt: optionalTimestamp("When the platform accepted the message; null before"),
  deliveredAt: optionalTimestamp("When it arrived; null before"),
  readAt: optionalTimestamp("When it was read; null before"),
  repliedAt: optionalTimestamp("When the contact answered within 7 days; null otherwise"),
  optedOutAt: optionalTimestamp("When the contact opted out within 7 days; null otherwise"),
  category: Schema.NullOr(Schema.String).annotate({ description: "The price category; null while it is not reported" }),
  billable: Schema.NullOr(Schema.Boolean).annotate({
    description: "Whether the platform charges for the message; null while it is not reported"
  })
}).annotate({ identifier: "CampaignRecipient", description: "A person of a campaign" })

/** A recipient on the wire. */
export const recipientView = (recipient: CampaignRecipient): typeof Item.Type => {
  const { deliveredAt, failure, optedOutAt, readAt, repliedAt, sentAt, to } = recipient
  return {
    id: recipient.id,
    position: recipient.position,
    status: recipientStatus(recipient),
    to: to.replace(/^\+(?=\d)/, ""),
    name: recipient.name,
    columns: recipient.columns,
    contactId: recipient.contactId,
    vendorMessageId: recipient.messageId,
    leftOut: recipient.leftOut,
    error: failure === null ? null : { reason: failure.reason, code: failure.code, message: failure.detail },
    sentAt: timestampOrNull(sentAt),
    deliveredAt: timestampOrNull(deliveredAt),
    readAt: timestampOrNull(readAt),
    repliedAt: timestampOrNull(repliedAt),
    optedOutAt: timestampOrNull(optedOutAt),
    category: recipient.category,
    billable: recipient.billable
  }
}

const example: typeof Item.Type = {
  id: CampaignRecipientId.make("0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0b20"),
  position: 1,
  status: "read",
  to: "15551234567",
  name: "",
  columns: {},
  contactId: ContactId.make("0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1c"),
  vendorMessageId: MessageId.make("0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a2d"),
  leftOut: null,
  error: null,
  sentAt: "2026-11-20T12:05:01.000Z",
  deliveredAt: "2026-11-20T12:05:03.000Z",
  readAt: "2026-11-20T12:07:00.000Z",
  repliedAt: null,
  optedOutAt: null,
  category: "marketing",
  billable: true
}

/** A part of the recipients. */
export const RecipientList = Data(
  Schema.Struct({
    recipients: Schema.Array(Item).annotate({ description: "In the order of sending" }),
    nextAfter: Schema.NullOr(Schema.Int).annotate({ description: "Value of after for the rest; null at the end" }),
    hasMore: Schema.Boolean.annotate({ description: "Whether there are more" })
  })
).annotate({ examples: [ok({ recipients: [example], nextAfter: null, hasMore: false })] })

const status = Schema.optionalKey(RecipientStatus.annotate({ description: "Recipients with this status only" }))

/** Query parameters of the list, and of the file. */
export const recipientsQuery = {
  status,
  after: Schema.optionalKey(
    wholeNumber(0, 1_000_000_000, "nextAfter of the answer before; the first part when left out")
  ),
  limit: pageQuery.limit
}
export const recipientFileQuery = { status }

const columns = [
  "position",
  "to",
  "name",
  "status",
  "leftOut",
  "errorCode",
  "error",
  "contactId",
  "sentAt",
  "deliveredAt",
  "readAt",
  "repliedAt",
  "optedOutAt",
  "category",
  "billable"
]

/** The header row of the file. */
export const recipientHeader = csvOf([columns])

/** A recipient as a row of the file. */
export const recipientLine = (recipient: CampaignRecipient): string => {
  const { billable, category, contactId, error, leftOut, name, position, status, to, ...times } =
    recipientView(recipient)
  return csvOf([
    [
      position,
      to,
      name,
      status,
      leftOut ?? "",
      error?.code ?? "",
      error === null ? "" : error.message || error.reason,
      contactId ?? "",
      times.sentAt ?? "",
      times.deliveredAt ?? "",
      times.readAt ?? "",
      times.repliedAt ?? "",
      times.optedOutAt ?? "",
      category ?? "",
      billable === null ? "" : String(billable)
    ]
  ])
}

/** An example of the file. */
export const exampleFile = `${recipientHeader}1,15551234567,,read,,,,0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1c,2026-11-20T12:05:01.000Z,2026-11-20T12:05:03.000Z,2026-11-20T12:07:00.000Z,,,marketing,true\r\n`

const TestResult = Schema.Struct({
  to: Schema.String.annotate({ description: "The recipient as they were given" }),
  status: Schema.Literals(["sent", "failed"]).annotate({ description: "Whether the platform accepted the message" }),
  vendorMessageId: Schema.NullOr(MessageId).annotate({ description: "The id of the message; null if it failed" }),
  waMessageId: Schema.NullOr(PlatformMessageId).annotate({
    description: "The platform's id of the message; null if it failed"
  }),
  error: Schema.NullOr(
    Schema.Struct({
      reason: Schema.String.annotate({ description: "The kind of failure, such as PlatformRejected or ValueMissing" }),
      message: Schema.String.annotate({ description: "What failed; in the platform's words if it refused" })
    })
  ).annotate({ description: "Why it failed; null otherwise" })
}).annotate({ identifier: "CampaignTest", description: "A test send to one recipient" })

/** A test send on the wire. */
export const testView = (test: CampaignTest): typeof TestResult.Type => ({
  to: test.to,
  status: test.status,
  vendorMessageId: test.status === "sent" ? test.messageId : null,
  waMessageId: test.status === "sent" ? test.platformMessageId : null,
  error: test.status === "failed" ? { reason: test.reason, message: test.detail } : null
})

/** The answer to a test. */
export const TestedCampaign = Data(
  Schema.Struct({
    results: Schema.Array(TestResult).annotate({ description: "One for each recipient, in their order" })
  })
).annotate({
  examples: [
    ok({
      results: [
        {
          to: "15551234567",
          status: "sent" as const,
          vendorMessageId: MessageId.make("0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a2d"),
          waMessageId: PlatformMessageId.make("wamid.HBgLMTU1NTEyMzQ1NjcVAgARGBI5QTNDQTVCM0Q0Q0Q2RTY3RTcA"),
          error: null
        }
      ]
    })
  ]
})
