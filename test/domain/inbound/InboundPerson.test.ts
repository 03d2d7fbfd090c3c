import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { PersonId, isSamePersonId } from "../../../src/domain/inbound/Inbound.ts"

const person = Schema.decodeUnknownSync(PersonId)
const phone = (value: string) => person({ kind: "phone", value })

describe("isSamePersonId", () => {
  it.each([
    [phone("5511987654321"), phone("551187654321"), true],
    [phone("16505551234"), phone("16505551234"), true],
    [phone("16505551234"), phone("16505551235"), false],
    [person({ kind: "whatsapp", value: "US.1" }), person({ kind: "whatsapp", value: "US.1" }), true],
    [person({ kind: "whatsapp", value: "US.1" }), person({ kind: "whatsapp", value: "US.2" }), false],
    [person({ kind: "messenger", value: "1" }), person({ kind: "instagram", value: "1" }), false],
    [person({ kind: "messenger", value: "16505551234" }), phone("16505551234"), false]
  ])("%j and %j: %s", (one, other, isSame) => {
    assert.strictEqual(isSamePersonId(one, other), isSame)
    assert.strictEqual(isSamePersonId(other, one), isSame)
  })

  it.prop("is true for an id and itself", { id: PersonId }, ({ id }) => {
    assert.isTrue(isSamePersonId(id, id))
  })
})
