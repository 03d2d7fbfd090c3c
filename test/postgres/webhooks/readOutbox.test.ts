import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { fileURLToPath } from "node:url"
import { ConversationId, EventId, OrganizationId, WebhookId } from "../../../src/domain/Ids.ts"
import { beginning } from "../../../src/adapters/postgres/webhooks/SnapshotCursor.ts"
import { OutboxRow } from "../../../src/adapters/postgres/webhooks/readOutbox.ts"
import { nodeProcess } from "../../support/processes/nodeProcess.ts"

const id = EventId.make("01a20000-0000-7000-8000-000000000005")

const row = new OutboxRow(
  {
    id,
    organization_id: OrganizationId.make("01a20000-0000-7000-8000-000000000001"),
    webhook_id: WebhookId.make("01a20000-0000-7000-8000-000000000002"),
    type: "message.sent",
    conversation_id: ConversationId.make("01a20000-0000-7000-8000-000000000003"),
    sequence: 5,
    occurred_at: new Date(Date.UTC(2026, 0, 1)),
    data: "{}",
    trace: null,
    commit_order: "7",
    is_new: true,
    is_held: false
  },
  { ...beginning, until: "9:9:" }
)

const Growth = Schema.Struct({ asClass: Schema.Number, asLiteral: Schema.Number })

const mebibyte = 1024 * 1024

describe("OutboxRow", () => {
  it("has a cursor after its row", () => {
    assert.deepStrictEqual(JSON.parse(row.cursor), {
      ...beginning,
      until: "9:9:",
      after: { commitOrder: "7", sequence: 5, id }
    })
  })

  it.effect("releases its row at the next minor garbage collection, unlike a literal with a getter", () =>
    Effect.gen(function* () {
      const { asClass, asLiteral } = yield* nodeProcess(
        fileURLToPath(new URL("outboxRowGrowth.ts", import.meta.url)),
        {},
        Growth
      )
      assert.isBelow(asClass, 2 * mebibyte)
      // What it is a class for. When this fails, it has become superfluous.
      assert.isAbove(asLiteral, 6 * mebibyte)
    })
  )
})
