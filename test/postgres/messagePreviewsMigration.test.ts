import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { initial } from "../../src/adapters/postgres/migrations/0001_initial.ts"
import { messagePreviews } from "../../src/adapters/postgres/migrations/0018_message_previews.ts"
import type { MessageContent } from "../../src/domain/message/MessageContent.ts"
import { messagePreview } from "../../src/domain/message/messagePreview.ts"
import { serverDatabase } from "../support/serverDatabase.ts"

const uuid = (ordinal: number) => `01a1fe08-0000-7000-8000-${String(ordinal).padStart(12, "0")}`

const said: ReadonlyArray<readonly [type: string, content: MessageContent]> = [
  ["text", { text: "Hello \u{1F680} 漢 '\"\\ \n {}" }],
  ["text", { text: "" }],
  ["text", { text: " \n\t" }],
  ["text", { text: 5 }],
  ["text", {}],
  ["text", { text: "x".repeat(1024 * 1024) }],
  ["text", { text: "\u{1F680}".repeat(300) }],
  ["image", { url: "https://example.com/x", caption: "Our house" }],
  ["image", { url: "https://example.com/x", caption: null }],
  ["image", { text: " ", caption: "after a blank" }],
  ["template", { template: { name: "welcome", language: "en", components: [] } }],
  ["template", { template: { name: "" } }],
  ["location", { latitude: 1.5, longitude: 2, name: "Harbour" }],
  ["location", { latitude: 1.5, longitude: 2, name: null }],
  ["location", { latitude: "1.5", name: "no place" }],
  ["text", { button_reply: { id: "1", title: "Yes" } }],
  ["text", { list_reply: { id: "1", title: "Row" } }],
  ["template", { attachment: { type: "template", payload: { template_type: "button", text: "Which?" } } }],
  ["template", { attachment: { type: "template", payload: { elements: [{ title: "Card" }, { title: "Other" }] } } }],
  ["file", { attachment: { type: "file", payload: { url: "x" } } }],
  ["sticker", { attachment: "none" }],
  ["text", { text: { nested: "object" }, caption: ["list"] }]
]

describe("the migration to previews of messages", () => {
  it.effect("fills them as they are computed when a message is written", () =>
    Effect.gen(function* () {
      const migrated = Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* initial
        for (const [ordinal, [type, content]] of said.entries()) {
          yield* sql`insert into messages (organization_id, id, conversation_id, contact_id, channel,
              channel_account_id, direction, counterpart, type, content, status, created_at)
            values (${uuid(0)}::uuid, ${uuid(ordinal)}::uuid, ${uuid(20)}::uuid, ${uuid(21)}::uuid, 'whatsapp',
              ${uuid(22)}::uuid, 'inbound', '7', ${type}, ${JSON.stringify(content)}::text::jsonb, 'delivered', now())`
        }
        yield* sql.withTransaction(messagePreviews)
        const rows = yield* sql<{ readonly preview: string }>`select preview from messages order by id`
        return rows.map(({ preview }) => preview)
      })
      const url = Redacted.make(yield* serverDatabase())
      assert.deepStrictEqual(
        yield* Effect.provide(migrated, PgClient.layer({ url })),
        said.map(([type, content]) => messagePreview(type, content))
      )
    })
  )
})
