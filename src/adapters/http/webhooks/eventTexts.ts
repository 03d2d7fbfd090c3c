import type { Schema } from "effect"
import type { DeliverableType } from "../../../domain/webhooks/DeliveryRecord.ts"

/** Documentation of an event. */
export interface EventText {
  readonly summary: string
  readonly description: string
  /** Example of `data`, as in docs/events.md. */
  readonly example: { readonly [field: string]: Schema.Json }
}

const messageId = "wamid.HBgLMTU1NTEyMzQ1NjcVAgARGBI5"
const conversationId = "0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e22"
const contactId = "0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e21"
const timestamp = "2026-11-20T12:00:00.000Z"

const pricing = { billable: true, category: "marketing", model: "PMP", type: "regular" }

const receipt = { channel: "whatsapp", message_id: messageId, to: "15551234567", timestamp }
const about = { conversation_id: conversationId, contact_id: contactId }
const contact = { id: contactId, phone: "15551234567", name: "Ann", email: null, tags: ["vip"] }
const conversation = { id: conversationId, contact_id: contactId, channel: "whatsapp" }
const note = {
  note_id: "0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e26",
  conversation_id: conversationId,
  author_id: "0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e27"
}
const onlyByName = "It goes only to subscriptions that name it."

/** The texts and examples of all events. */
export const eventTexts: { readonly [Type in DeliverableType]: EventText } = {
  "message.sent": {
    summary: "A message was sent",
    description:
      "The platform accepted a message of the business. An echo of a message that was sent with another app has the same form.",
    example: {
      channel: "whatsapp",
      message_id: messageId,
      to: "15551234567",
      type: "template",
      content: { template: { name: "hello_world", language: "en_US" } },
      status: "sent",
      timestamp
    }
  },
  "message.received": {
    summary: "A person wrote",
    description: "`type` is text, image, document, audio, video or location. A file has its address in `content.url`.",
    example: {
      channel: "whatsapp",
      message_id: messageId,
      ...about,
      from: "15551234567",
      type: "text",
      content: { text: "Is it open today?" },
      timestamp
    }
  },
  "message.delivered": {
    summary: "A message was delivered",
    description:
      "The message reached the device of the person. `pricing` is present once the platform has reported a price for the message.",
    example: { ...receipt, status: "delivered", pricing }
  },
  "message.read": {
    summary: "A message was read",
    description:
      "The person read the message. `pricing` is present once the platform has reported a price for the message.",
    example: { ...receipt, status: "read", pricing }
  },
  "message.failed": {
    summary: "A message failed",
    description: "The platform reported a failure after it had accepted the message.",
    example: {
      ...receipt,
      status: "failed",
      error: {
        code: 131047,
        title: "Re-engagement message",
        message:
          "Message failed to send because more than 24 hours have passed since the customer last replied to this number."
      }
    }
  },
  "contact.created": {
    summary: "A contact was added",
    description: "By a request, an import, a send, or a message of an unknown person.",
    example: { contact, source: "api" }
  },
  "contact.updated": {
    summary: "A contact changed",
    description: "By a request, an import, or the platform.",
    example: { contact, source: "api" }
  },
  "conversation.opened": {
    summary: "A conversation was opened",
    description: "A conversation started, or a closed one is open again: it was assigned, reopened or answered in.",
    example: { conversation: { ...conversation, status: "open" } }
  },
  "conversation.closed": {
    summary: "A conversation was closed",
    description: "The next message of the person opens another one.",
    example: { conversation: { ...conversation, status: "closed" }, closed_by: "service_role", resolution: "solved" }
  },
  postback: {
    summary: "A person tapped a button",
    description: "On Messenger and Instagram. `message_id` is absent when the platform gives none.",
    example: {
      channel: "messenger",
      from: "4711",
      title: "Red",
      payload: "RED",
      message_id: "m_Um_JaXDQZnPmE",
      timestamp
    }
  },
  "message.reaction": {
    summary: "A message got a reaction",
    description: `A person or the business reacted to a message, or took a reaction back. ${onlyByName}`,
    example: {
      channel: "whatsapp",
      message_id: messageId,
      ...about,
      from: "15551234567",
      emoji: "👍",
      latest: true,
      timestamp
    }
  },
  "message.edited": {
    summary: "A message was edited",
    description: `\`type\` and \`content\` say what the message says by this edit. ${onlyByName}`,
    example: {
      channel: "messenger",
      message_id: "m_Um_JaXDQZnPmE",
      ...about,
      from: "4711",
      type: "text",
      content: { text: "Is it open tomorrow?" },
      latest: true,
      timestamp
    }
  },
  "message.deleted": {
    summary: "A message was deleted",
    description: `The writer of a message took it back. Its text and files are removed here too. ${onlyByName}`,
    example: {
      channel: "instagram",
      message_id: "aWdfZAG1faXRlbToxOklHTWVzc2FnZAUlE",
      ...about,
      from: "5614879045272581",
      timestamp
    }
  },
  "message.send_failed": {
    summary: "A scheduled send failed",
    description: `A scheduled send, or one that was recorded in a transaction of a program, ended without a message that the platform accepted. ${onlyByName}`,
    example: {
      send_id: "0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e29",
      scheduled: true,
      channel: "whatsapp",
      to: "15551234567",
      ...about,
      send_at: "2026-11-20T12:00:00.000Z",
      error: {
        reason: "PlatformRejected",
        code: 131047,
        message: "(#131047) Re-engagement message"
      },
      timestamp: "2026-11-20T12:00:00.812Z"
    }
  },
  "contact.opted_in": {
    summary: "A contact opted in",
    description: `The contact chose to get marketing messages on the channel. ${onlyByName}`,
    example: {
      contact_id: contactId,
      channel: "whatsapp",
      source: "api",
      by: "0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e2a",
      timestamp
    }
  },
  "contact.opted_out": {
    summary: "A contact opted out",
    description: `The contact chose to get no marketing messages on the channel. ${onlyByName}`,
    example: { contact_id: contactId, channel: "whatsapp", source: "word", by: messageId, timestamp }
  },
  "contact.erased": {
    summary: "A contact is erased",
    description: `The erasure of a contact was requested. Delete the copies that you have of it. ${onlyByName}`,
    example: { contact_id: contactId, timestamp }
  },
  "conversation.note_added": {
    summary: "A note was written",
    description: `A member wrote a note about a conversation. The text is not part of the event. ${onlyByName}`,
    example: note
  },
  "conversation.note_removed": {
    summary: "A note was removed",
    description: `The author of a note, or a member who manages the organization, removed it. ${onlyByName}`,
    example: note
  },
  "conversation.assigned": {
    summary: "A conversation was assigned",
    description: `Another member looks after the conversation. ${onlyByName}`,
    example: {
      conversation_id: conversationId,
      assignee_id: note.author_id,
      previous_assignee_id: null,
      assigned_by: note.author_id
    }
  },
  "conversation.read": {
    summary: "A conversation was read",
    description: `A member read the messages of a conversation that had unread ones. ${onlyByName}`,
    example: { conversation_id: conversationId, unread_count: 0, changed_by: note.author_id }
  },
  "conversation.unread": {
    summary: "A conversation was marked as unread",
    description: `A member marked a conversation as unread that had no unread messages. ${onlyByName}`,
    example: { conversation_id: conversationId, unread_count: 1, changed_by: note.author_id }
  },
  "conversation.updated": {
    summary: "The status, the labels or the team of a conversation changed",
    description: `An agent or people answer the conversation now: the platform reported a handover, or a caller handed it over. Or a caller changed labels or team. ${onlyByName}`,
    example: {
      conversation: { ...conversation, status: "escalated" },
      previous_status: "ai_handling",
      changed_by: "platform",
      reason: "control_passed",
      details: { previous_owner_role: "ai_agent", new_owner_role: "escalation", metadata: "Asks for a refund" },
      labels: { current: ["VIP"], previous: [] },
      team: { current: "0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e24", previous: null },
      timestamp
    }
  },
  "account.updated": {
    summary: "A connected account changed",
    description: `A ban, a violation, a limit, the quality or the name of a number, the standing of a Page, a template. ${onlyByName}`,
    example: {
      channel: "whatsapp",
      account_id: "0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e23",
      external_id: "106540352242922",
      business_account_id: "102290129340398",
      change: "phone_number_quality_update",
      values: { display_phone_number: "15550783881", event: "FLAGGED", current_limit: "TIER_10K" },
      timestamp
    }
  },
  "webhook.failing": {
    summary: "The subscription will be disabled",
    description: `Nothing has reached it for 50, 70 or 90 % of the time after which it is disabled. ${onlyByName}`,
    example: {
      webhook_id: "0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e29",
      percent: 50,
      failing_since: "2026-11-20T12:00:00.123Z",
      disabled_at: "2026-11-25T12:00:00.123Z",
      timestamp: "2026-11-20T12:00:00.123Z"
    }
  },
  "campaign.updated": {
    summary: "A campaign has another status",
    description: `A campaign was scheduled, began, was paused or resumed, or ended. ${onlyByName}`,
    example: {
      campaign_id: "0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e31",
      name: "Spring offer",
      status: "paused",
      previous_status: "running",
      reason: { reason: "template_paused", code: 132015, detail: "(#132015) Template is paused" },
      counts: {
        recipients: 3,
        queued: 1,
        sent: 1,
        delivered: 1,
        read: 0,
        failed: 0,
        leftOut: 1,
        replied: 0,
        optedOut: 0,
        failedByCode: {},
        leftOutByReason: { opted_out: 1 },
        priced: { marketing: 1 },
        billable: { marketing: 1 }
      },
      timestamp
    }
  },
  "webhook.test": {
    summary: "A test was requested",
    description: "Sent on request of `POST /v1/webhooks/test`, whatever events the subscription names.",
    example: { message: "This is a test event. Your webhook receives events of effect-parley." }
  }
}
