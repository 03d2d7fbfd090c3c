import { DateTime, Effect, Layer, Redacted } from "effect"
import type { ServerResponse } from "node:http"
import * as CloudWhatsApp from "../../src/adapters/meta/client/CloudWhatsApp.ts"
import * as GraphAgent from "../../src/adapters/outbound/GraphAgent.ts"
import { ChannelAccountId, MessageId, OrganizationId } from "../../src/domain/Ids.ts"
import { PhoneNumber } from "../../src/domain/contacts/PhoneNumber.ts"
import type { WhatsAppContent } from "../../src/domain/messages/WhatsAppContent.ts"
import type { ConnectedAccount } from "../../src/ports/access/ChannelAccounts.ts"
import { WhatsApp } from "../../src/ports/sends/WhatsApp.ts"
import { shown } from "../network/shown.ts"
import { receiver } from "../webhook/sending.ts"
import { accountsInMemory } from "./accountsInMemory.ts"

export const account: ConnectedAccount = {
  account: {
    id: ChannelAccountId.make("018f0000-0000-7000-8000-00000000000a"),
    organizationId: OrganizationId.make("018f0000-0000-7000-8000-000000000001"),
    channel: "whatsapp",
    externalId: "106540352242922",
    displayName: "+1 555 078 3881",
    businessAccountId: "102290129340398",
    pageId: null,
    createdAt: DateTime.makeUnsafe("2026-11-01T00:00:00.000Z")
  },
  token: Redacted.make("EAAtoken")
}

/** A Page, of which Messenger and its labels are used. */
export const pageAccount: ConnectedAccount = {
  account: {
    ...account.account,
    id: ChannelAccountId.make("018f0000-0000-7000-8000-00000000000b"),
    channel: "messenger",
    externalId: "2121008874780932",
    displayName: "MyLife",
    businessAccountId: null
  },
  token: Redacted.make("EAApage")
}

/** An Instagram account, linked to this Page or to none. */
export const instagramAccount = (pageId: string | null): ConnectedAccount => ({
  account: {
    ...pageAccount.account,
    id: ChannelAccountId.make("018f0000-0000-7000-8000-00000000000c"),
    channel: "instagram",
    externalId: "17841400000000001",
    displayName: "mylife",
    pageId
  },
  token: Redacted.make(pageId === null ? "IGAAlogin" : "EAApage")
})

export const to = PhoneNumber.make("16505551234")

/** The send that goes out. */
export const sendId = MessageId.make("018f0000-0000-7000-8000-00000000000f")

export const text: WhatsAppContent = { _tag: "Text", text: "Hello" }

/** Sends through a platform at this address. */
export const sendTo = (graphUrl: string, content: WhatsAppContent = text, from: ConnectedAccount = account) =>
  Effect.flatMap(WhatsApp, ({ send }) => send(from, to, content, sendId)).pipe(
    Effect.provide(
      CloudWhatsApp.layer({ graphUrl, version: "v23.0" }).pipe(Layer.provide([GraphAgent.layer, accountsInMemory]))
    )
  )

/** A platform that answers every call so. */
export const platform = (answer: (response: ServerResponse) => void) =>
  Effect.map(receiver(answer), (server) => ({ ...server, graphUrl: `http://127.0.0.1:${server.port}` }))

export const answering = (status: number, body: unknown) =>
  platform((response) => {
    response.writeHead(status, { "content-type": "application/json; charset=UTF-8" })
    response.end(typeof body === "string" ? body : JSON.stringify(body))
  })

/** The answer to an accepted send, as documented. */
export const accepted = {
  messaging_product: "whatsapp",
  contacts: [{ input: "16505551234", wa_id: "16505551234" }],
  messages: [{ id: "wamid.HBgL", message_status: "accepted" }]
}

/** What became of a send that was answered so. */
export const outcomeOf = Effect.fnUntraced(function* (status: number, body: unknown) {
  const { graphUrl } = yield* answering(status, body)
  return yield* Effect.match(sendTo(graphUrl), { onSuccess: (sent): unknown => sent, onFailure: shown })
})
