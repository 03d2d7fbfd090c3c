import { Effect, Layer, Option } from "effect"
import type { OrganizationId } from "../../domain/Ids.ts"
import { Inbox } from "../../ports/Inbox.ts"
import { contactByPhone } from "./State.ts"
import { World } from "./World.ts"

/** What has this id in this organization. */
const pick = <Row extends { readonly id: string; readonly organizationId: OrganizationId }>(
  rows: ReadonlyArray<Row>,
  organizationId: OrganizationId,
  id: Row["id"]
): Option.Option<Row> =>
  Option.fromUndefinedOr(rows.find((row) => row.organizationId === organizationId && row.id === id))

export const layer = Layer.effect(
  Inbox,
  Effect.map(World, ({ read }) =>
    Inbox.of({
      findContact: (organizationId, id) =>
        read("Inbox.findContact", ({ contacts }) => pick(contacts, organizationId, id)),
      findContactByPhone: (organizationId, phone) =>
        read("Inbox.findContactByPhone", (state) =>
          Option.fromUndefinedOr(contactByPhone(state, organizationId, phone))
        ),
      findConversation: (organizationId, id) =>
        read("Inbox.findConversation", ({ conversations }) => pick(conversations, organizationId, id)),
      findMessage: (organizationId, id) =>
        read("Inbox.findMessage", ({ messages }) => pick(messages, organizationId, id))
    })
  )
)
