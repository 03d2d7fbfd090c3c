import { assert, describe, it } from "@effect/vitest"
import { Array, Schema } from "effect"
import {
  ContactChannel,
  ContactIdentity,
  contactChannels,
  maxContactChannels,
  platformIdentities
} from "../../../src/domain/contacts/ContactIdentity.ts"
import { PhoneNumber } from "../../../src/domain/contacts/PhoneNumber.ts"

const phone = PhoneNumber.make("5511987654321")

describe("the platform ids of a contact", () => {
  it("include the number in the form for sending, and not the shared form of its identity", () => {
    const identities: ReadonlyArray<ContactIdentity> = [{ kind: "phone", scope: "", value: "551187654321" }]
    assert.deepStrictEqual(contactChannels({ phone }, platformIdentities(identities)), [
      { channel: "whatsapp", accountId: null, personId: "5511987654321" }
    ])
    assert.deepStrictEqual(contactChannels({ phone: null }, []), [])
  })

  it.prop(
    "do not depend on the order of identities: WhatsApp, Messenger, Instagram, up to the maximum",
    { identities: Schema.Array(ContactIdentity).check(Schema.isMaxLength(70)) },
    ({ identities }) => {
      const known = platformIdentities(identities)
      const shown = contactChannels({ phone }, known)
      assert.deepStrictEqual(contactChannels({ phone }, known.toReversed()), shown)
      assert.strictEqual(shown.length, Math.min(known.length + 1, maxContactChannels))
      assert.strictEqual(shown[0]?.personId, phone)
      const order = ["whatsapp", "messenger", "instagram"]
      const places = shown.map(({ channel }) => order.indexOf(channel))
      assert.deepStrictEqual(
        places,
        places.toSorted((one, other) => one - other)
      )
      for (const { accountId, channel, personId } of shown.slice(1)) {
        assert.isTrue(
          Array.contains(
            known.map((one) => JSON.stringify([one.kind, one.scope || null, one.value])),
            JSON.stringify([channel, accountId, personId])
          )
        )
      }
      assert.isTrue(shown.every(Schema.is(ContactChannel)))
    }
  )
})
