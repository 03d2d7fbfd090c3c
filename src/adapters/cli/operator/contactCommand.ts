import { DateTime, Effect, FileSystem, Path, Schema, Stream } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { eraseContact, getErasure } from "../../../app/contacts/eraseContact.ts"
import { exportContact } from "../../../app/contacts/exportContact.ts"
import { VendorContactId } from "../../../domain/contacts/Contact.ts"
import type { Erasure } from "../../../domain/contacts/Erasure.ts"
import { ContactId } from "../../../domain/Ids.ts"
import { zipOf } from "../../media/zipOf.ts"
import { answer } from "../output/answer.ts"
import { isoOrNull, organization } from "./flags.ts"
import { failed, notFound, usage } from "./OperatorError.ts"

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

const file = Argument.String("file").pipe(Argument.withDescription("Path of the archive, which must not exist"))

const exported = Command.make(
  "export",
  { file, organization, contact },
  Effect.fn(
    function* ({ contact, file, organization }) {
      // A running service may run the command, in a folder of its own.
      if (!(yield* Path.Path).isAbsolute(file)) return yield* usage("Give the whole path of the archive, from / on")
      const files = yield* FileSystem.FileSystem
      const archive = yield* exportContact(organization, contact)
      // The archive is about a person, so no other user of the machine may read it.
      const sink = files.sink(file, { flag: "wx", mode: 0o600 })
      yield* Stream.run(zipOf(archive), sink).pipe(
        Effect.catchTags({
          ArchiveBroken: () => failed(`The export broke off, so ${file} is incomplete. Delete it, and export again`),
          PlatformError: () =>
            failed(`The archive ${file} cannot be written. Give the path of a new file in a folder that exists`)
        })
      )
      yield* answer({ contactId: archive.contactId, exportedAt: DateTime.formatIso(archive.exportedAt), file })
    },
    Effect.catchTags({
      ContactNotFound: () => Effect.fail(notFound("The organization has no such contact")),
      ContactErased: () => Effect.fail(notFound("The contact was erased"))
    })
  )
).pipe(Command.withDescription("Writes everything about a contact to a ZIP archive, with the files of messages"))

/** `parley contact erase`, `parley contact erasure` and `parley contact export`. */
export const contactCommand = Command.make("contact").pipe(
  Command.withDescription("Erasures and exports of contacts"),
  Command.withSubcommands([erase, erasure, exported])
)
