import { assert, describe, it } from "@effect/vitest"
import { Effect, Predicate, Schema } from "effect"
import { type MessageColumns, MessageRow, plainMessage } from "../../../src/adapters/postgres/messages/MessageRow.ts"

const bySchema = Schema.decodeUnknownEffect(MessageRow)

/** Whatever is in the row: the driver's word is taken for it. */
const Columns = Schema.declare((row: unknown): row is MessageColumns => Predicate.isObject(row))
const columns = Schema.decodeUnknownSync(Columns)

const plain = {
  organization_id: "01890a5d-ac96-774b-bcce-b302099a8057",
  id: "01890a5d-ac96-774b-bcce-b302099a8058",
  conversation_id: "01890a5d-ac96-774b-bcce-b302099a8059",
  contact_id: "01890a5d-ac96-774b-bcce-b302099a805a",
  channel: "whatsapp",
  channel_account_id: "01890a5d-ac96-774b-bcce-b302099a805b",
  direction: "outbound",
  peer: "12025550123",
  type: "text",
  content: '{"text": "x", "of": [1, {"__proto__": null}]}',
  status: "sent",
  platform_message_id: "wamid.1",
  failure: null,
  delivered_at: null,
  read_at: null,
  annotations: "{}",
  created_at: new Date(1_700_000_000_123)
}

describe("a message's row", () => {
  it.effect.prop("is decoded manually as by the schema, or left to the schema", { row: MessageRow }, ({ row }) =>
    Effect.gen(function* () {
      const encoded = columns(yield* Schema.encodeEffect(MessageRow)(row))
      // A price alone is plain too.
      const others = Object.keys(row.annotations).filter((name) => name !== "pricing")
      const isPlain = encoded.failure === null && others.length === 0
      assert.deepStrictEqual(plainMessage(encoded), isPlain ? yield* bySchema(encoded) : null)
    })
  )

  it.effect.each([
    {},
    { delivered_at: new Date(1), read_at: new Date(2), status: "read" },
    { platform_message_id: null, status: "pending" },
    { channel: "instagram", direction: "inbound" }
  ])("is decoded manually if it is plain: %o", (change) =>
    Effect.gen(function* () {
      const row = columns({ ...plain, ...change })
      assert.deepStrictEqual(plainMessage(row), yield* bySchema(row))
    })
  )

  it.each([
    { content: "[]" },
    { content: "null" },
    { channel: "sms" },
    { direction: "sideways" },
    { status: "lost" },
    { peer: "" },
    { type: "" },
    { platform_message_id: "" },
    { failure: '{"_tag":"NotReached","detail":"x"}' },
    { annotations: '{"deletedAt":"2026-11-20T12:00:00.000Z"}' }
  ])("is left to the schema if it has %o", (change) => {
    assert.isNull(plainMessage(columns({ ...plain, ...change })))
  })
})
