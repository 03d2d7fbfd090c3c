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

describe("the ids of a contact", () => {
  it("are the number as it is written to, and nothing of the identity that its forms share", () => {
    const identities: ReadonlyArray<ContactIdentity> = [{ kind: "phone", scope: "", value: "551187654321" }]
    assert.deepStrictEqual(contactChannels({ phone }, platformIdentities(identities)), [
      { channel: "whatsapp", accountId: null, personId: "5511987654321" }
    ])
    assert.deepStrictEqual(contactChannels({ phone: null }, []), [])
  })

  it.prop(
    "are the same in whatever order they are known, WhatsApp before Messenger before Instagram, and never too many",
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
