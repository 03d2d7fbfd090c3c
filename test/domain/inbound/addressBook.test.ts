import { assert, describe, it } from "@effect/vitest"
import {
  type InboxContact,
  mergedContacts,
  withAddressBookName,
  withReportedName
} from "../../../src/domain/inbound/InboxContact.ts"
import { emptyInbox } from "../../../src/domain/inbound/InboxState.ts"
import type { RoutedInbound } from "../../../src/domain/inbound/InboxNeeds.ts"
import {
  contactNamed,
  contactsIn,
  messageReport,
  only,
  person,
  phone,
  reported
} from "../../../testing/inbound/given.ts"
import { announced, minute, number, run } from "../../../testing/inbound/world.ts"
import { permutations } from "./permutations.ts"

const ada = person([phone("16505550000")], "ada ✨")

const entryOf = (name: string | null, at: number): RoutedInbound => ({
  account: number,
  item: {
    _tag: "AddressBookChanged",
    ...reported(number, `book ${at}`, at),
    person: person([phone("16505550000")]),
    name
  }
})

const unnamed: InboxContact = { ...contactNamed("x", []), nameAt: null }
const blank: InboxContact = { ...unnamed, contact: { ...unnamed.contact, name: "" } }

describe("names of the address book", () => {
  const reports = [messageReport(number, "m1", ada, 1), entryOf("Ada Lovelace", 2), messageReport(number, "m2", ada, 3)]

  it("address book: the latest entry names the contact in each order of reports", () => {
    for (const permuted of permutations([...reports, entryOf("Ada L.", 4)])) {
      assert.strictEqual(only(contactsIn(run(emptyInbox, permuted))).contact.name, "Ada L.")
    }
  })

  it("address book: after a removal the contact has the name that they gave themselves", () => {
    for (const permuted of permutations([...reports, entryOf(null, 4)])) {
      assert.strictEqual(only(contactsIn(run(emptyInbox, permuted))).contact.name, "ada ✨")
    }
  })

  it("address book: an entry adds no contact and no message, and waits for its person", () => {
    const waiting = run(emptyInbox, [entryOf("Ada Lovelace", 2)])
    assert.lengthOf(contactsIn(waiting), 0)
    assert.deepStrictEqual(announced(waiting), [])
    assert.strictEqual(only(contactsIn(run(waiting, reports.slice(0, 1)))).contact.name, "Ada Lovelace")
  })

  it("address book: a name that a member gave stays, also after a removal", () => {
    const named = contactNamed("Countess", [])
    assert.strictEqual(withAddressBookName(named, "Ada", minute(1)), named)
    assert.strictEqual(withAddressBookName(named, null, minute(2)), named)
  })

  it("address book: a removal takes only a name that came from there", () => {
    const reportedName = withReportedName(blank, "ada ✨", minute(1))
    assert.strictEqual(withAddressBookName(reportedName, null, minute(2)).contact.name, "ada ✨")
  })

  it("address book: of merged contacts the latest entry names the one", () => {
    const one = withAddressBookName(withReportedName(blank, "one", minute(1)), "Book one", minute(2))
    const other = withAddressBookName(withReportedName(blank, "other", minute(3)), "Book other", minute(4))
    for (const merged of [mergedContacts(one, other), mergedContacts(other, one)]) {
      assert.strictEqual(merged.contact.name, "Book other")
      assert.strictEqual(withAddressBookName(merged, null, minute(5)).contact.name, "other")
    }
    const byMember = contactNamed("Countess", [])
    assert.strictEqual(mergedContacts(byMember, one).contact.name, "Countess")
    assert.strictEqual(mergedContacts(one, byMember).contact.name, "Countess")
  })
})
