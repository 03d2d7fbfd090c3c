import { Context, type Effect, type Option } from "effect"
import type { Contact } from "../domain/Contact.ts"
import type { Conversation } from "../domain/Conversation.ts"
import type { ContactId, ConversationId, MessageId, OrganizationId } from "../domain/Ids.ts"
import type { Message } from "../domain/Message.ts"
import type { PhoneNumber } from "../domain/PhoneNumber.ts"

/** What is kept of people and of what was said: contacts, conversations, messages. */
export class Inbox extends Context.Service<
  Inbox,
  {
    findContact(organizationId: OrganizationId, id: ContactId): Effect.Effect<Option.Option<Contact>>
    /** Finds the contact under any form of their number. */
    findContactByPhone(organizationId: OrganizationId, phone: PhoneNumber): Effect.Effect<Option.Option<Contact>>
    findConversation(organizationId: OrganizationId, id: ConversationId): Effect.Effect<Option.Option<Conversation>>
    findMessage(organizationId: OrganizationId, id: MessageId): Effect.Effect<Option.Option<Message>>
  }
>()("effect-parley/ports/Inbox") {}
