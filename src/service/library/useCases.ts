import { getConsents, setConsent } from "../../app/contacts/consents.ts"
import { eraseContact, getErasure } from "../../app/contacts/eraseContact.ts"
import { Effect, Stream } from "effect"
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
import {
  changeLabel,
  createLabel,
  labelContact,
  labelConversation,
  listLabels,
  removeLabel
} from "../../app/conversations/labels.ts"
import {
  changeSavedReply,
  createSavedReply,
  listSavedReplies,
  removeSavedReply,
  renderSavedReply
} from "../../app/conversations/savedReplies.ts"
import { listWorkloads, setAvailability, setCapacity } from "../../app/access/workloads.ts"
import { assignTeam, changeTeam, createTeam, listTeams, removeTeam } from "../../app/conversations/teams.ts"
import { addNote, listNotes, removeNote } from "../../app/conversations/notes.ts"
import { getMediaForBackend, readMedia } from "../../app/media/media.ts"
import { uploadFile } from "../../app/media/uploads.ts"
import { importMessages } from "../../app/messages/importMessages.ts"
import { getMessage, listMessages, messageHistory } from "../../app/messages/messages.ts"
import { sendDirectMessage } from "../../app/sends/directMessages.ts"
import { pendingSend, sendAfterCommit } from "../../app/sends/pendingSends.ts"
import {
  cancelScheduled,
  changeScheduled,
  getScheduled,
  listScheduled,
  scheduleSend
} from "../../app/sends/scheduledSends.ts"
import { sendWhatsApp } from "../../app/sends/sendWhatsApp.ts"
import { listTemplates } from "../../app/templates/listTemplates.ts"
import {
  createTemplate,
  editTemplate,
  findTemplate,
  listAllTemplates,
  previewTemplate,
  removeTemplate
} from "../../app/templates/manageTemplates.ts"
import { findWebhook, registerWebhook, removeWebhook } from "../../app/webhooks/webhooks.ts"
import { type SessionAccess, backendAccess } from "../../domain/access/SessionAccess.ts"
import type { MediaId, OrganizationId } from "../../domain/Ids.ts"
import { MediaNotReached } from "../../domain/media/Media.ts"
import type { Ports, Service, Stores } from "./ServiceLayer.ts"

/** The bytes of a file, whole or in pieces, such as a `ReadableStream` or a stream of Node. */
export type FileContent = Uint8Array | AsyncIterable<Uint8Array>

/** What a program says of a file. */
export interface FileFacts {
  readonly filename?: string | null
  /** Chooses among types whose bytes are alike. */
  readonly mimeType?: string | null
}

const contentOf = (bytes: FileContent) =>
  bytes instanceof Uint8Array
    ? { size: bytes.length, bytes: Stream.make(bytes) }
    : {
        size: null,
        bytes: Stream.fromAsyncIterable(bytes, (error) => new MediaNotReached({ detail: String(error) }))
      }

const bytesOf = Effect.fnUntraced(function* (organizationId: OrganizationId, id: MediaId) {
  const { bytes } = yield* readMedia(yield* getMediaForBackend(organizationId, id), null)
  return new Uint8Array(Buffer.concat(yield* Stream.runCollect(bytes)))
})

/** Runs a use case on the services of a program. */
export type RunUseCase = <A, E>(useCase: Effect.Effect<A, E, Service | Ports | Stores>) => Promise<A>

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
      run(useCase(backendAccess(organizationId), ...args))
  return {
    sends: {
      /** Sends a WhatsApp message to a number or a business-scoped user id. */
      whatsApp: call(sendWhatsApp),
      /** Sends a message on Messenger or Instagram. */
      directMessage: call(sendDirectMessage),
      /** Records a send that leaves after the commit of the open transaction. */
      afterCommit: call(sendAfterCommit),
      /** Returns a recorded send with its outcome. */
      pending: call(pendingSend),
      /** Schedules a send. */
      schedule: call(scheduleSend),
      /** Lists a page of scheduled sends. */
      listScheduled: backend(listScheduled),
      /** Returns a scheduled send. */
      getScheduled: backend(getScheduled),
      /** Changes the time or the content of a scheduled send. */
      changeScheduled: backend(changeScheduled),
      /** Cancels a scheduled send. */
      cancelScheduled: backend(cancelScheduled)
    },
    contacts: {
      /** Adds a contact; fails if the number has one. */
      create: call(createContact),
      /** Adds the contact of a number, or changes it. */
      upsert: call(upsertContact),
      /** Returns a contact. */
      get: call(getContact),
      /** Changes fields of a contact. */
      change: call(changeContact),
      /** Deletes a contact. */
      remove: call(deleteContact),
      /** Lists a page of contacts. */
      list: call(listContacts),
      /** Returns the consents of a contact, one for each channel. */
      consents: call(getConsents),
      /** Records an opt-in or an opt-out of a contact on a channel. */
      setConsent: call(setConsent),
      /** Erases everything about a contact. The contact is gone at once, the rest follows in the background. */
      erase: call(eraseContact),
      /** Returns the progress of an erasure. */
      erasure: call(getErasure),
      /** Adds or changes many contacts at once. */
      import: call(importContacts)
    },
    conversations: {
      /** Lists a page of conversations. */
      list: backend(listConversations),
      /** Returns a conversation. */
      get: backend(getConversation),
      /** Assigns a conversation to a member. */
      assign: backend(assignConversation),
      /** Removes the assignee of a conversation. */
      unassign: backend(unassignConversation),
      /** Closes a conversation. */
      close: backend(closeConversation),
      /** Opens a closed conversation again. */
      reopen: backend(reopenConversation),
      /** Marks the messages of a conversation as read. */
      read: backend(readConversation),
      /** Marks a conversation as unread. */
      unread: backend(unreadConversation)
    },
    labels: {
      /** Lists the labels of the organization. */
      list: call(listLabels),
      /** Adds a label. */
      create: call(createLabel),
      /** Changes name or color of a label. */
      change: call(changeLabel),
      /** Deletes a label, also from conversations and contacts. */
      remove: call(removeLabel),
      /** Replaces the labels of a conversation. */
      setOfConversation: backend(labelConversation),
      /** Replaces the labels of a contact. */
      setOfContact: call(labelContact)
    },
    teams: {
      /** Lists the teams of the organization. */
      list: call(listTeams),
      /** Adds a team. */
      create: call(createTeam),
      /** Changes name or members of a team. */
      change: call(changeTeam),
      /** Deletes a team. */
      remove: call(removeTeam),
      /** Assigns a conversation to a team, or to none. */
      assign: backend(assignTeam)
    },
    workloads: {
      /** Lists availability, capacity and open conversations of members. */
      list: call(listWorkloads),
      /** Sets whether policies choose a member. */
      setAvailability: backend(setAvailability),
      /** Sets the capacity of a member. */
      setCapacity: call(setCapacity)
    },
    savedReplies: {
      /** Lists a page of the shared replies. */
      list: backend(listSavedReplies),
      /** Adds a shared reply. */
      create: backend(createSavedReply),
      /** Changes a shared reply. */
      change: backend(changeSavedReply),
      /** Deletes a shared reply. */
      remove: backend(removeSavedReply),
      /** Returns the text of a shared reply for a conversation. */
      render: backend(renderSavedReply)
    },
    messages: {
      /** Lists a page of the messages of a conversation. */
      list: backend(listMessages),
      /** Lists a page of the messages of the organization, a contact or a conversation. */
      history: call(messageHistory),
      /** Returns a message by our id or the platform's. */
      get: backend(getMessage),
      /** Imports messages from elsewhere: newline-delimited JSON. */
      import: (organizationId: OrganizationId, lines: FileContent) =>
        run(importMessages(organizationId, contentOf(lines).bytes))
    },
    media: {
      /** Stores a file that sends name by `mediaId`. */
      upload: (
        organizationId: OrganizationId,
        bytes: FileContent,
        { filename = null, mimeType = null }: FileFacts = {}
      ) => run(uploadFile(organizationId, { filename, mimeType, ...contentOf(bytes) })),
      /** Returns the facts of an uploaded file, or of a file of a message. */
      get: call(getMediaForBackend),
      /** Returns the bytes of a file. */
      read: (organizationId: OrganizationId, id: MediaId) => run(bytesOf(organizationId, id))
    },
    notes: {
      /** Lists a page of the notes of a conversation. */
      list: backend(listNotes),
      /** Adds a note to a conversation. */
      add: backend(addNote),
      /** Removes a note. */
      remove: backend(removeNote)
    },
    templates: {
      /** Lists the approved templates of a business account. */
      list: call(listTemplates),
      /** Lists the templates of a business account with any status. */
      listAll: call(listAllTemplates),
      /** Returns a template with any status. */
      find: call(findTemplate),
      /** Checks a new template and submits it for review. */
      create: call(createTemplate),
      /** Changes a template and submits it again. */
      edit: call(editTemplate),
      /** Deletes a template in one language or in all. */
      remove: call(removeTemplate),
      /** Shows a template with values. */
      preview: call(previewTemplate)
    },
    webhooks: {
      /** Registers the webhook of an organization, or replaces it. */
      register: call(registerWebhook),
      /** Returns the webhook of an organization. */
      find: call(findWebhook),
      /** Removes the webhook of an organization. */
      remove: call(removeWebhook)
    },
    accounts: {
      /** Connects an account of a platform. */
      connect: call(connectAccount)
    }
  }
}

/** The use cases of the service on promises, by subject. */
export type UseCases = ReturnType<typeof useCases>
