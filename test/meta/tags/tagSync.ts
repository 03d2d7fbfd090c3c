import { Effect, Layer, Queue } from "effect"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import { World } from "../../../src/adapters/memory/World.ts"
import * as PageTagSync from "../../../src/adapters/meta/client/PageTagSync.ts"
import type { HttpCall } from "../../../src/adapters/outbound/HttpCall.ts"
import type { ContactIdentity } from "../../../src/domain/contacts/ContactIdentity.ts"
import { ContactId, type OrganizationId } from "../../../src/domain/Ids.ts"
import { TagSync } from "../../../src/ports/contacts/ContactStore.ts"
import { givenAccount, givenOrganization, uuid } from "../../../testing/given/given.ts"
import { type Answer, answeredBy, says } from "../cannedAgent.ts"
import { logLines } from "../logLines.ts"

export const pageId = "2121008874780932"
export const edge = `/v23.0/${pageId}/custom_labels`
export const listing = `GET ${edge}?fields=id,page_label_name&limit=100`

/** Labels of a Page, and the platform's default answers. */
export const labels = [
  { id: "11", page_label_name: "vip" },
  { id: 12, page_label_name: "old" }
]
export const asUsual = ({ method, url }: HttpCall): Answer => {
  if (!url.includes("/custom_labels")) return says({ success: true })
  return says(method === "GET" ? { data: labels } : { id: "99" })
}

/**
 * The adapter with its stores in memory and this platform. `next` is what happens next: a call that the platform gets, or
 * a line in the log.
 */
export const world = (answer: (call: HttpCall, ordinal: number) => Answer = asUsual) =>
  Effect.map(Queue.unbounded<string>(), (queue) => {
    const { calls, layer: agent } = answeredBy((call, ordinal) => {
      const address = decodeURIComponent(call.url.replace("https://graph.facebook.com", ""))
      Queue.offerUnsafe(queue, `${call.method} ${address}${call.body === null ? "" : ` ${String(call.body)}`}`)
      return answer(call, ordinal)
    })
    const { layer: logger } = logLines((line) => void Queue.offerUnsafe(queue, line))
    const adapter = PageTagSync.layer({ graphUrl: "https://graph.facebook.com", version: "v23.0" })
    return {
      calls,
      next: Queue.take(queue),
      layer: adapter.pipe(Layer.provide(agent), Layer.provideMerge(Memory.layer()), Layer.provideMerge(logger))
    }
  })

/** A contact who is known by this. */
export const givenKnown = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  ...identities: ReadonlyArray<ContactIdentity>
) {
  const contactId = ContactId.make(yield* uuid)
  const known = identities.map(({ kind, scope, value }) => ({ organizationId, contactId, kind, scope, value }))
  yield* (yield* World).update((state) => ({ ...state, identities: [...state.identities, ...known] }))
  return contactId
})

/** An organization with a Page, and a person who has written to it. */
export const givenPerson = Effect.fnUntraced(function* (page = pageId) {
  const { id } = yield* givenOrganization()
  const { id: accountId } = yield* givenAccount(id, { channel: "messenger", externalId: page, businessAccountId: null })
  const contactId = yield* givenKnown(id, { kind: "messenger", scope: page, value: "PSID" })
  return { id, accountId, contactId }
})

export const offer = (
  organizationId: OrganizationId,
  contactId: ContactId,
  { added = [], removed = [] }: { readonly added?: ReadonlyArray<string>; readonly removed?: ReadonlyArray<string> }
) => Effect.flatMap(TagSync, (sync) => sync.offer(organizationId, { contactId, added, removed }))

/** Waits for this many calls, and returns them in order. */
export const take = (count: number, next: Effect.Effect<string>) =>
  Effect.all(Array.from({ length: count }, () => next))
