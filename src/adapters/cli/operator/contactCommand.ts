import { DateTime, Effect, Schema } from "effect"
import { Command, Flag } from "effect/cli"
import { eraseContact, getErasure } from "../../../app/contacts/eraseContact.ts"
import { VendorContactId } from "../../../domain/contacts/Contact.ts"
import type { Erasure } from "../../../domain/contacts/Erasure.ts"
import { ContactId } from "../../../domain/Ids.ts"
import { answer } from "../output/answer.ts"
import { isoOrNull, organization } from "./flags.ts"
import { notFound, usage } from "./OperatorError.ts"

const contact = Flag.String("contact").pipe(
  Flag.withSchema(Schema.Union([ContactId, VendorContactId])),
  Flag.withDescription("Id or vendorContactId of the contact, before its erasure")
)

const view = ({ finishedAt, requestedAt, ...erasure }: Erasure) => ({
  ...erasure,
  status: finishedAt === null ? "running" : "done",
  requestedAt: DateTime.formatIso(requestedAt),
  finishedAt: isoOrNull(finishedAt)
})

const refusals = {
  ContactNotFound: () => Effect.fail(notFound("The organization has no such contact, and has erased none with this id"))
}

const erase = Command.make(
  "erase",
  {
    organization,
    contact,
    confirm: Flag.Boolean("confirm").pipe(
      Flag.withDescription("Confirms the erasure, which cannot be undone"),
      Flag.withDefault(false)
    )
  },
  Effect.fn(function* ({ confirm, contact, organization }) {
    if (!confirm) return yield* usage("An erasure cannot be undone. Nothing was erased. Add --confirm")
    yield* answer(view(yield* eraseContact(organization, contact)))
  }, Effect.catchTags(refusals))
).pipe(
  Command.withShortDescription("Erases everything about a contact"),
  Command.withDescription(
    "Erases everything about a contact: the contact at once, the rest in a process of the role `worker` within minutes. `parley contact erasure` shows the progress. Again for the same contact, it shows the progress, too"
  )
)

const erasure = Command.make(
  "erasure",
  { organization, contact },
  Effect.fn(function* ({ contact, organization }) {
    yield* answer(view(yield* getErasure(organization, contact)))
  }, Effect.catchTags(refusals))
).pipe(Command.withDescription("Shows the progress of an erasure"))

/** `parley contact erase` and `parley contact erasure`. */
export const contactCommand = Command.make("contact").pipe(
  Command.withDescription("Erasures of contacts"),
  Command.withSubcommands([erase, erasure])
)
