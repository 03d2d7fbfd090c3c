import { HashMap, Option } from "effect"
import { metIdentities } from "../contacts/ContactIdentity.ts"
import { PlatformMessageId } from "../Ids.ts"
import type { Inbound, InboundPerson } from "./Inbound.ts"
import type { MessageContent } from "../messages/Message.ts"
import { learnedAfter, reportedListedAt } from "../messages/messageOrder.ts"
import { postbackTapped } from "../webhooks/messageEvents.ts"
import {
  type InboxContext,
  type InboxState,
  announcing,
  contactsKnownBy,
  messageByPlatformId,
  withConversation,
  withMessage
} from "./InboxState.ts"
import { announceReply, joinConversation, withInbound } from "./joinConversation.ts"
import { resolveKnownContact, resolveContact } from "./resolveContact.ts"
import { takeConsent, takeWord } from "./takeConsent.ts"
import { messageIn } from "./takeMessage.ts"

type Tapped = Extract<Inbound, { readonly _tag: "PostbackTapped" }>
type Visit = Extract<Inbound, { readonly _tag: "OptedIn" | "Referred" }>

/**
 * Records an action of a person that is visible in the conversation. Without an id of the platform, its key identifies
 * it.
 */
const note = (
  state: InboxState,
  item: Tapped | Visit,
  action: { readonly person: InboundPerson; readonly id: PlatformMessageId | null; readonly content: MessageContent },
  context: InboxContext
) => {
  const platformMessageId = action.id ?? PlatformMessageId.make(item.key)
  const encounter = { person: action.person, at: item.at, previous: null }
  if (Option.isSome(messageByPlatformId(state, context.account.id, platformMessageId))) {
    return { after: resolveKnownContact(state, context, encounter), message: null }
  }
  const [resolved, contact] = resolveContact(state, context, encounter)
  const [joined, conversation] = joinConversation(resolved, contact, context)
  const isUnread = item._tag === "PostbackTapped" && !item.standby
  const message = messageIn(conversation, contact, action.person, context, {
    direction: "inbound",
    type: "text",
    content: action.content,
    createdAt: item.at,
    platformMessageId
  })
  const learnedAt = learnedAfter(conversation, context.now)
  const timed = { createdAt: item.at, learnedAt }
  const changed = withInbound(conversation, timed, isUnread, context)
  const listedAt = reportedListedAt({ ...timed, direction: message.direction }, conversation)
  const noted = { message, learnedAt, listedAt, raw: null, countsUnread: isUnread }
  const after = withMessage(withConversation(joined, changed), noted)
  return { after: announceReply(after, conversation, changed, context.now), message }
}

/** A tap on a button (contract: Postbacks). */
export const takePostback = (state: InboxState, item: Tapped, context: InboxContext): InboxState => {
  const { payload, person, platformMessageId, referral, standby, title } = item
  const content = {
    text: title,
    postback: { title, payload },
    ...(referral === null ? {} : { referral }),
    ...(standby ? { standby } : {})
  }
  const { after, message } = note(state, item, { person, id: platformMessageId, content }, context)
  if (message === null) return after
  const tapped = announcing(after, (id) =>
    postbackTapped(id, message, { title, payload, platformMessageId }, context.now)
  )
  return Option.match(HashMap.get(tapped.contacts, message.contactId), {
    onNone: () => tapped,
    onSome: (contact) => takeWord(tapped, contact, { at: item.at, by: platformMessageId ?? item.key, content }, context)
  })
}

/** A referral or an opt-in. It is no message, so no message is announced. */
export const takeVisit = (state: InboxState, item: Visit, context: InboxContext): InboxState => {
  const { person } = item
  const content: MessageContent =
    item._tag === "OptedIn"
      ? { text: "Agreed to receive messages", opt_in: item.optIn }
      : { text: "Came by a link or an ad", referral: item.referral }
  const { after } = note(state, item, { person, id: null, content }, context)
  if (item._tag === "Referred") return after
  const identities = metIdentities(context.account, person.ids)
  const [known] = contactsKnownBy(after, identities)
  const change = {
    channel: context.account.channel,
    state: "opted_in",
    at: item.at,
    source: "platform",
    by: ""
  } as const
  return known === undefined ? after : takeConsent(after, known, change, context)
}
