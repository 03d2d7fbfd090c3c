import { assert, describe, it } from "@effect/vitest"
import { DateTime, Schema } from "effect"
import {
  type ConsentChange,
  ConsentSource,
  ConsentState,
  inConsentOrder,
  latestConsent,
  withConsentChange
} from "../../../src/domain/contacts/Consent.ts"
import { Channel } from "../../../src/domain/conversations/Channel.ts"
import { withConsent } from "../../../src/domain/inbound/InboxContact.ts"
import { contactNamed } from "../../../testing/inbound/given.ts"

const Seconds = Schema.Literals([0, 1, 2, 3])

const Changes = Schema.Array(
  Schema.Struct({
    channel: Channel,
    state: ConsentState,
    second: Seconds,
    source: ConsentSource,
    by: Schema.Literals(["", "a", "b"])
  })
)

const changesOf = (all: typeof Changes.Type): ReadonlyArray<ConsentChange> =>
  all.map(({ second, ...change }) => ({ ...change, at: DateTime.makeUnsafe(second * 1_000) }))

const collect = (changes: ReadonlyArray<ConsentChange>) =>
  changes.reduce<ReadonlyArray<ConsentChange>>(withConsentChange, [])

describe("consents of a contact", () => {
  it.prop("order of arrival and repetition do not change the result", { all: Changes }, ({ all }) => {
    const changes = changesOf(all)
    const [one, other] = [collect(changes), collect([...changes.toReversed(), ...changes])]
    for (const channel of Channel.literals) {
      const on = (list: ReadonlyArray<ConsentChange>) => list.filter((change) => change.channel === channel)
      assert.deepStrictEqual(on(one), on(other))
    }
  })

  it.prop("the latest change counts, and of two at the same time the opt-out", { all: Changes }, ({ all }) => {
    const changes = collect(changesOf(all))
    for (const channel of Channel.literals) {
      const latest = latestConsent(changes, channel)
      const own = changes.filter((change) => change.channel === channel)
      assert.strictEqual(latest === null, own.length === 0)
      for (const change of own) {
        assert.isAtMost(inConsentOrder(change, latest ?? change), 0)
        if (latest !== null && DateTime.Equivalence(change.at, latest.at) && change.state === "opted_out") {
          assert.strictEqual(latest.state, "opted_out")
        }
      }
    }
  })

  it.prop("the opt-in of the contact is the consent on WhatsApp", { all: Changes }, ({ all }) => {
    const changes = changesOf(all)
    const entry = changes.reduce(withConsent, contactNamed("Ada", []))
    const latest = latestConsent(changes, "whatsapp")
    assert.strictEqual(entry.contact.optedIn, latest === null ? null : latest.state === "opted_in")
  })
})
