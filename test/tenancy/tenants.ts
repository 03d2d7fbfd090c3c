import { DateTime, Effect, Redacted, Schema, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { SessionTokenBook } from "../../src/adapters/memory/access/MemorySessionTokens.ts"
import { DirectMessagesPlatform } from "../../src/adapters/memory/sends/MemoryDirectMessages.ts"
import { TemplatePlatform } from "../../src/adapters/memory/templates/MemoryTemplateCatalogue.ts"
import { MediaId, MessageId, type OrganizationId } from "../../src/domain/Ids.ts"
import { MediaStore } from "../../src/ports/media/MediaStore.ts"
import { ApiKeys } from "../../src/ports/access/ApiKeys.ts"
import { MediaLibrary } from "../../src/ports/media/MediaLibrary.ts"
import { Notifier } from "../../src/ports/access/Memberships.ts"
import { givenAccount, givenOrganization, givenWebhook, uuid } from "../../testing/given/given.ts"
import { someMedia } from "../../testing/given/givenMedia.ts"
import { givenMember } from "../../testing/given/givenMember.ts"
import { eachKind } from "../../testing/given/givenNotifications.ts"
import type { Asked } from "../support/http/requests.ts"

/** A text that one organization has everywhere and no other has anywhere. No id contains it, so no call sends it. */
export const canaryOf = (ordinal: number): string => `cnry${String(ordinal).padStart(2, "0")}x`

/** The organizations whose canary is in the text. */
export const canariesIn = (text: string): ReadonlySet<string> =>
  new Set(Array.from(text.matchAll(/cnry\d\dx/gi), ([canary]) => canary.toLowerCase()))

/** A number that every organization has a contact with; the documented examples write to it. */
const sharedNumber = "+15551234567"

export interface Tenant {
  readonly id: OrganizationId
  readonly canary: string
  /** The headers of a caller of each interface. */
  readonly headers: { readonly developer: Record<string, string>; readonly session: Record<string, string> }
}

type Answer = { readonly status: number; readonly text: string }
export type Ask<R> = (path: string, asked: Asked) => Effect.Effect<Answer, never, R>

const events = [
  "message.sent",
  "contact.created",
  "contact.updated",
  "conversation.opened",
  "conversation.closed"
] as const

const HasId = Schema.Struct({ id: Schema.String })

/** The id of a tenant's template. */
export const templateOf = (canary: string): string => `17841400${canary.replaceAll(/\D/g, "")}`

/** An organization with everything that the service keeps for one, its canary in every text of it. */
export const givenTenant = Effect.fnUntraced(function* <R>(ordinal: number, ask: Ask<R>) {
  const canary = canaryOf(ordinal)
  const sql = yield* SqlClient.SqlClient
  const { id } = yield* givenOrganization()
  yield* givenWebhook(id, { url: `https://${canary}.example.com/hook`, events })
  const account = yield* givenAccount(id, { displayName: canary })
  const direct = [
    yield* givenAccount(id, { channel: "messenger", displayName: canary, pageId: `page of ${id}` }),
    yield* givenAccount(id, { channel: "instagram", displayName: canary, pageId: `page of ${id}` })
  ]
  yield* (yield* TemplatePlatform).setTemplates(account.id, [
    {
      id: templateOf(canary),
      name: canary,
      language: "en",
      status: "APPROVED",
      category: "UTILITY",
      components: []
    },
    {
      id: `order of ${canary}`,
      name: "order_update",
      language: "en_US",
      status: "APPROVED",
      category: "UTILITY",
      components: [{ type: "BODY", text: `${canary} {{1}}` }]
    }
  ])
  const { setConversations } = yield* DirectMessagesPlatform
  for (const { externalId } of direct)
    yield* setConversations(externalId, [
      {
        id: `talk of ${canary}`,
        updatedAt: yield* DateTime.now,
        unreadCount: 1,
        participants: [{ id: `person of ${canary}`, name: canary }]
      }
    ])
  const { key } = yield* (yield* ApiKeys).create(id, canary)
  const { access, user } = yield* givenMember(id, { name: canary, role: "owner" })
  yield* (yield* SessionTokenBook).enter(canary, access.caller)
  const headers = {
    developer: { "x-api-key": Redacted.value(key) },
    session: { authorization: `Bearer ${canary}`, "x-org-id": id }
  }
  const post = (path: string, body: unknown) =>
    Effect.flatMap(
      ask(path, { method: "POST", body, headers: { ...headers.developer, ...headers.session } }),
      ({ status, text }) => (status < 300 ? Effect.void : Effect.die(new Error(`POST ${path}: ${status} ${text}`)))
    )
  const ownNumber = `+4420794600${String(ordinal).padStart(2, "0")}`
  for (const userNumber of [sharedNumber, ownNumber])
    yield* post("/api/developer/v1/contacts", { phone: userNumber, name: `${canary} ${userNumber}`, tags: [canary] })
  for (const to of [sharedNumber, ownNumber])
    yield* post("/api/whatsapp/messages/send", { to, type: "template", template: { name: canary, language: "en" } })
  const sendAt = DateTime.formatIso(DateTime.add(yield* DateTime.now, { days: 30 }))
  for (const to of [sharedNumber, ownNumber])
    yield* post("/api/whatsapp/messages/send", { to, type: "text", text: canary, sendAt })
  const [conversation] = yield* Schema.decodeUnknownEffect(Schema.NonEmptyArray(HasId))(
    yield* sql`select id from conversations where organization_id = ${id}::uuid`
  )
  yield* post(`/api/whatsapp/conversations/${conversation.id}/notes`, { text: canary, mentions: [user.id] })
  yield* post("/api/whatsapp/labels", { name: canary })
  yield* post("/api/whatsapp/teams", { name: canary, memberIds: [user.id] })
  yield* post("/api/whatsapp/developer/endpoints", {
    url: `https://${id}.example.com/${canary}`,
    events: ["message.sent"]
  })
  for (const shared of [true, false])
    yield* post("/api/whatsapp/saved-replies", { shortcut: canary, text: canary, shared })
  yield* Effect.forEach(yield* eachKind(id, user.id, yield* DateTime.now), (yield* Notifier).notify)
  const [message] = yield* Schema.decodeUnknownEffect(Schema.NonEmptyArray(HasId))(
    yield* sql`select id from messages where organization_id = ${id}::uuid`
  )
  const mediaId = MediaId.make(yield* uuid)
  const { addAll, recordOutcome } = yield* MediaLibrary
  yield* addAll(id, [
    yield* someMedia(id, {
      id: mediaId,
      messageId: MessageId.make(message.id),
      filename: canary,
      platformMediaId: `file of ${id}`
    })
  ])
  const bytes = Stream.make(new TextEncoder().encode(canary))
  const stored = yield* (yield* MediaStore).put(id, mediaId, { mimeType: "text/plain", bytes })
  yield* recordOutcome(id, mediaId, { _tag: "Stored", ...stored, mimeType: "text/plain", at: yield* DateTime.now })
  return { id, canary, headers } satisfies Tenant
})
