import type { Effect } from "effect"
import { connectAccount } from "../../app/access/provisionOrganization.ts"
import {
  changeContact,
  createContact,
  deleteContact,
  getContact,
  listContacts,
  upsertContact
} from "../../app/contacts/contacts.ts"
import { importContacts } from "../../app/contacts/importContacts.ts"
import {
  assignConversation,
  closeConversation,
  getConversation,
  listConversations,
  readConversation,
  reopenConversation,
  unassignConversation,
  unreadConversation
} from "../../app/conversations/conversations.ts"
import { addNote, listNotes, removeNote } from "../../app/conversations/notes.ts"
import { listMessages } from "../../app/messages/messages.ts"
import { sendDirectMessage } from "../../app/sends/directMessages.ts"
import { pendingSend, sendAfterCommit } from "../../app/sends/pendingSends.ts"
import { sendWhatsApp } from "../../app/sends/sendWhatsApp.ts"
import { listTemplates } from "../../app/templates/listTemplates.ts"
import { findWebhook, registerWebhook, removeWebhook } from "../../app/webhooks/webhooks.ts"
import type { SessionAccess } from "../../domain/access/SessionAccess.ts"
import type { OrganizationId } from "../../domain/Ids.ts"
import type { Ports, Service, Stores } from "./ServiceLayer.ts"

/** Runs a use case on the services of a program. */
export type RunUseCase = <A, E>(useCase: Effect.Effect<A, E, Service | Ports | Stores>) => Promise<A>

/** A backend may see and change every conversation of its organization. */
const backendOf = (organizationId: OrganizationId): SessionAccess => ({
  organizationId,
  caller: { _tag: "Service" },
  membership: null
})

/** The use cases on promises, by subject: each name is that of one use case of `effect-parley`. */
export const useCases = (run: RunUseCase) => {
  const call =
    <Args extends ReadonlyArray<unknown>, A, E>(
      useCase: (...args: Args) => Effect.Effect<A, E, Service | Ports | Stores>
    ) =>
    (...args: Args): Promise<A> =>
      run(useCase(...args))
  /** Use cases of members, with the access of a backend. */
  const backend =
    <Args extends ReadonlyArray<unknown>, A, E>(
      useCase: (access: SessionAccess, ...args: Args) => Effect.Effect<A, E, Service | Ports | Stores>
    ) =>
    (organizationId: OrganizationId, ...args: Args): Promise<A> =>
      run(useCase(backendOf(organizationId), ...args))
  return {
    sends: {
      whatsApp: call(sendWhatsApp),
      directMessage: call(sendDirectMessage),
      afterCommit: call(sendAfterCommit),
      pending: call(pendingSend)
    },
    contacts: {
      create: call(createContact),
      upsert: call(upsertContact),
      get: call(getContact),
      change: call(changeContact),
      remove: call(deleteContact),
      list: call(listContacts),
      import: call(importContacts)
    },
    conversations: {
      list: backend(listConversations),
      get: backend(getConversation),
      assign: backend(assignConversation),
      unassign: backend(unassignConversation),
      close: backend(closeConversation),
      reopen: backend(reopenConversation),
      read: backend(readConversation),
      unread: backend(unreadConversation)
    },
    messages: { list: backend(listMessages) },
    notes: { list: backend(listNotes), add: backend(addNote), remove: backend(removeNote) },
    templates: { list: call(listTemplates) },
    webhooks: { register: call(registerWebhook), find: call(findWebhook), remove: call(removeWebhook) },
    accounts: { connect: call(connectAccount) }
  }
}

/** The use cases of the service on promises, by subject. */
export type UseCases = ReturnType<typeof useCases>
