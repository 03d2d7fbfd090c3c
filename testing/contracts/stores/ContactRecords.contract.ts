import { Effect, type Layer, Option } from "effect"
import { phoneIdentity } from "../../../src/domain/contacts/phoneIdentity.ts"
import { CampaignId, CampaignRecipientId, MediaId, MessageId, NoteId, PendingSendId } from "../../../src/domain/Ids.ts"
import type { Note } from "../../../src/domain/conversations/Note.ts"
import { CampaignStore } from "../../../src/ports/campaigns/CampaignStore.ts"
import { ContactRecords } from "../../../src/ports/contacts/ContactRecords.ts"
import { ContactStore } from "../../../src/ports/contacts/ContactStore.ts"
import { ConversationNotes } from "../../../src/ports/conversations/ConversationStore.ts"
import { MediaLibrary } from "../../../src/ports/media/MediaLibrary.ts"
import { type NewPendingSend, PendingSends } from "../../../src/ports/sends/PendingSends.ts"
import { nextEra } from "../../given/era.ts"
import { givenOrganization, givenSender, phoneOf, someone, uuid } from "../../given/given.ts"
import { someMedia } from "../../given/givenMedia.ts"
import { givenTalk } from "../../given/givenTalk.ts"
import type { StorePorts } from "../StorePorts.ts"
import { assert } from "../assert.ts"
import type { Runner } from "../Runner.ts"
import { suite } from "../Suite.ts"

/** A conversation that a send to `someone` began, and one of another contact. */
const given = Effect.gen(function* () {
  const sender = yield* givenSender()
  const own = yield* givenTalk(sender)
  const another = yield* givenTalk(sender, { phone: phoneOf(1) })
  const { id: other } = yield* givenOrganization()
  const of = { contactId: own.contactId, person: [someone, phoneIdentity(someone)] }
  return { id: sender.id, at: yield* nextEra, own, another, other, of }
})

const sorted = (ids: ReadonlyArray<string>) => ids.toSorted()

const idsOf = (rows: ReadonlyArray<{ readonly id: string }>) => rows.map(({ id }) => id)

export const contactRecordsContract = <E>(runner: Runner, name: string, ports: Layer.Layer<StorePorts, E>) =>
  suite(runner, `ContactRecords: ${name}`, ports, (it) => {
    it.effect("records of a contact: conversations and notes are those of the contact, in parts", () =>
      Effect.gen(function* () {
        const { another, at, id, other, own } = yield* given
        const { conversations, notes } = yield* ContactRecords
        const note = Effect.fnUntraced(function* (conversationId: Note["conversationId"]) {
          const added: Note = {
            id: NoteId.make(yield* uuid),
            organizationId: id,
            conversationId,
            text: "A regular guest",
            authorId: null,
            mentions: [],
            createdAt: at
          }
          yield* (yield* ConversationNotes).add(added)
          return added
        })
        const written = [yield* note(own.id), yield* note(own.id)].toSorted((a, b) => (a.id < b.id ? -1 : 1))
        yield* note(another.id)
        const [first] = written
        assert.deepStrictEqual(idsOf(yield* conversations(id, own.contactId, null, 10)), [own.id])
        assert.deepStrictEqual(yield* conversations(id, own.contactId, own.id, 10), [])
        assert.deepStrictEqual(yield* conversations(other, own.contactId, null, 10), [])
        assert.deepStrictEqual(yield* notes(id, own.contactId, null, 10), written)
        assert.deepStrictEqual(yield* notes(id, own.contactId, null, 1), written.slice(0, 1))
        assert.deepStrictEqual(yield* notes(id, own.contactId, first?.id ?? null, 10), written.slice(1))
        assert.deepStrictEqual(yield* notes(other, own.contactId, null, 10), [])
        yield* (yield* ContactStore).remove(id, own.contactId)
        assert.deepStrictEqual(yield* conversations(id, own.contactId, null, 10), [])
        assert.deepStrictEqual(yield* notes(id, own.contactId, null, 10), [])
      })
    )

    it.effect("records of a contact: sends name the contact, or the person in any form", () =>
      Effect.gen(function* () {
        const { another, at, id, of, other } = yield* given
        const { sends } = yield* ContactRecords
        const send = Effect.fnUntraced(function* (changes: Partial<NewPendingSend>) {
          const added = yield* (yield* PendingSends).add({
            id: PendingSendId.make(yield* uuid),
            organizationId: id,
            origin: "developer",
            channel: "whatsapp",
            recipient: "+15551234567",
            sender: null,
            contactId: null,
            conversationId: null,
            scheduledBy: null,
            content: { _tag: "Text", text: "Hello" },
            key: null,
            createdAt: at,
            dueAt: at,
            ...changes
          })
          return added.id
        })
        const recorded = [
          yield* send({ contactId: of.contactId, recipient: "4711" }),
          yield* send({ origin: "commit", recipient: "+1 (555) 123-4567" })
        ]
        yield* send({ contactId: another.contactId })
        yield* send({ recipient: "+442070000019" })
        const ids = sorted(recorded)
        assert.deepStrictEqual(idsOf(yield* sends(id, of, null, 10)), ids)
        assert.deepStrictEqual(idsOf(yield* sends(id, of, null, 1)), ids.slice(0, 1))
        assert.deepStrictEqual(idsOf(yield* sends(id, of, PendingSendId.make(ids[0] ?? ""), 10)), ids.slice(1))
        assert.deepStrictEqual(yield* sends(other, of, null, 10), [])
      })
    )

    it.effect("records of a contact: recipients of campaigns are found by their number", () =>
      Effect.gen(function* () {
        const { at, id, of, other } = yield* given
        const { recipients } = yield* ContactRecords
        const { add, addRecipients } = yield* CampaignStore
        const campaign = CampaignId.make(yield* uuid)
        yield* add({
          id: campaign,
          organizationId: id,
          name: "Spring",
          from: null,
          template: { name: "welcome", languageCode: "en", components: null },
          audience: { _tag: "File" },
          values: {},
          sendAt: null,
          pace: null,
          stopOn: [],
          createdBy: null,
          createdAt: at
        })
        const row = Effect.fnUntraced(function* (to: string, phoneKey: string | null) {
          return { id: CampaignRecipientId.make(yield* uuid), to, phoneKey, name: "Ada", columns: { town: "York" } }
        })
        const own = [yield* row("+15551234567", phoneIdentity(someone)), yield* row("1 555 123 4567", null)]
        yield* addRecipients(id, campaign, [...own, yield* row("+442070000019", phoneIdentity(phoneOf(1)))])
        const ids = sorted(idsOf(own))
        const found = yield* recipients(id, of, null, 10)
        assert.deepStrictEqual(idsOf(found), ids)
        assert.deepStrictEqual(found[0]?.columns, { town: "York" })
        assert.deepStrictEqual(idsOf(yield* recipients(id, of, found[0]?.id ?? null, 10)), ids.slice(1))
        assert.deepStrictEqual(yield* recipients(other, of, null, 10), [])
      })
    )

    it.effect("records of a contact: files are those of the messages, without discarded ones", () =>
      Effect.gen(function* () {
        const { at, id, other } = yield* given
        const { files } = yield* ContactRecords
        const { addAll, discard } = yield* MediaLibrary
        const [one, gone, another] = [
          MessageId.make(yield* uuid),
          MessageId.make(yield* uuid),
          MessageId.make(yield* uuid)
        ]
        const file = yield* someMedia(id, { id: MediaId.make(yield* uuid), messageId: one, filename: "menu.pdf" })
        yield* addAll(id, [
          file,
          yield* someMedia(id, { messageId: gone }),
          yield* someMedia(id, { messageId: another })
        ])
        yield* discard(id, [gone], at)
        const found = yield* files(id, [one, gone])
        assert.deepStrictEqual(
          found.map(({ filename, id, messageId }) => [id, messageId, filename]),
          [[file.id, one, "menu.pdf"]]
        )
        assert.deepStrictEqual(yield* files(other, [one]), [])
        assert.deepStrictEqual(yield* files(id, []), [])
      })
    )

    it.effect("records of a contact: one without an entry in the address book has none", () =>
      Effect.gen(function* () {
        const { id, own } = yield* given
        assert.isNull(yield* (yield* ContactRecords).addressBook(id, own.contactId))
        assert.isTrue(Option.isSome(yield* (yield* ContactStore).find(id, own.contactId)))
      })
    )
  })
