import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { byLabelName, Label } from "../../../domain/conversations/Label.ts"
import type { LabelId, OrganizationId } from "../../../domain/Ids.ts"
import { LabelStore } from "../../../ports/conversations/LabelStore.ts"
import { hasLabel } from "../database/labelCondition.ts"

const LabelRow = Schema.Struct({ ...Label.fields, createdAt: Schema.DateTimeUtcFromDate }).pipe(
  Schema.encodeKeys({ organizationId: "organization_id", createdAt: "created_at" })
)

const decodeLabels = Schema.decodeUnknownEffect(Schema.Array(LabelRow))

/** The tables whose rows have labels. */
const labelled = ["contacts", "conversations"] as const

export const layer = Layer.effect(
  LabelStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const list = Effect.fnUntraced(function* (organizationId: OrganizationId, locking: string) {
      const rows = yield* sql`
        select organization_id, id, name, color, created_at from labels
        where organization_id = ${organizationId}::uuid ${sql.literal(locking)}`
      return (yield* decodeLabels(rows)).toSorted(byLabelName)
    }, Effect.orDie)

    /** The name of the label, which other transactions can neither assign nor change until the end of this one. */
    const lockedName = Effect.fnUntraced(function* (organizationId: OrganizationId, id: LabelId) {
      const [row] = yield* sql<{ readonly name: string }>`
        select name from labels where organization_id = ${organizationId}::uuid and id = ${id}::uuid for update`
      return row?.name ?? null
    })

    /**
     * Applies `renamedLabels` of `src/domain/conversations/Label.ts` to the rows with the label, compared by
     * `testing/contracts/stores/Labels.contract.ts`. Rows are locked in the order of their ids, as other statements with
     * many rows lock them.
     */
    const rename = (organizationId: OrganizationId, before: string, after: string | null) =>
      Effect.forEach(
        labelled,
        (table) => sql`
          with found as (
            select id from ${sql(table)} where organization_id = ${organizationId}::uuid and ${hasLabel(sql, before)}
            order by id for no key update
          )
          update ${sql(table)} t
          set labels = ${after === null ? sql`array_remove(t.labels, ${before})` : sql`array_replace(t.labels, ${before}, ${after})`}
          from found where t.organization_id = ${organizationId}::uuid and t.id = found.id`,
        { discard: true }
      )

    return LabelStore.of({
      list: Effect.fn("PgLabelStore.list")((organizationId) => list(organizationId, "")),
      lock: Effect.fn("PgLabelStore.lock")((organizationId) => list(organizationId, "for share")),
      add: Effect.fn("PgLabelStore.add")(function* ({ color, createdAt, id, name, organizationId }) {
        yield* sql`
          insert into labels (organization_id, id, name, color, created_at)
          values (${organizationId}::uuid, ${id}::uuid, ${name}, ${color}, ${DateTime.formatIso(createdAt)}::timestamptz)`
      }, Effect.orDie),
      save: Effect.fn("PgLabelStore.save")(({ color, id, name, organizationId }) =>
        sql
          .withTransaction(
            Effect.gen(function* () {
              const before = yield* lockedName(organizationId, id)
              if (before === null) return
              yield* sql`
                update labels set name = ${name}, color = ${color}
                where organization_id = ${organizationId}::uuid and id = ${id}::uuid`
              if (before !== name) yield* rename(organizationId, before, name)
            })
          )
          .pipe(Effect.orDie)
      ),
      remove: Effect.fn("PgLabelStore.remove")((organizationId, id) =>
        sql
          .withTransaction(
            Effect.gen(function* () {
              const before = yield* lockedName(organizationId, id)
              if (before === null) return false
              yield* sql`delete from labels where organization_id = ${organizationId}::uuid and id = ${id}::uuid`
              yield* rename(organizationId, before, null)
              return true
            })
          )
          .pipe(Effect.orDie)
      )
    })
  })
)
