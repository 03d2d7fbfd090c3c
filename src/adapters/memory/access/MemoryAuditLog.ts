import { DateTime, Effect, Layer, Order } from "effect"
import { type AuditEntry, auditActorId } from "../../../domain/access/AuditEntry.ts"
import type { OrganizationId } from "../../../domain/Ids.ts"
import { type AuditCursor, type AuditFilter, AuditLog } from "../../../ports/access/AuditLog.ts"
import { World } from "../World.ts"

const passes = (entry: AuditEntry, { action, actor, actorId, since, subjectId, until }: AuditFilter): boolean =>
  (action === null || entry.action === action) &&
  (actor === null || entry.actor._tag === actor) &&
  (actorId === null || auditActorId(entry.actor) === actorId) &&
  (subjectId === null || entry.subject.id === subjectId) &&
  (since === null || DateTime.isGreaterThanOrEqualTo(entry.at, since)) &&
  (until === null || DateTime.isLessThan(entry.at, until))

const newestFirst: Order.Order<AuditCursor> = Order.flip(
  Order.combine(
    Order.mapInput(Order.Number, ({ at }: AuditCursor) => at.epochMilliseconds),
    Order.mapInput(Order.String, ({ id }: AuditCursor) => id)
  )
)

const listed = (
  entries: ReadonlyArray<AuditEntry>,
  organizationId: OrganizationId,
  filter: AuditFilter,
  after: AuditCursor | null
): ReadonlyArray<AuditEntry> =>
  entries
    .filter((entry) => entry.organizationId === organizationId && passes(entry, filter))
    .filter((entry) => after === null || newestFirst(after, entry) < 0)
    .toSorted(newestFirst)

export const layer = Layer.effect(
  AuditLog,
  Effect.map(World, ({ read, step }) =>
    AuditLog.of({
      append: (_organizationId, entry) =>
        step("AuditLog.append", (state) => [Effect.void, { ...state, auditEntries: [...state.auditEntries, entry] }]),
      list: (organizationId, filter, after, limit) =>
        read("AuditLog.list", ({ auditEntries }) =>
          listed(auditEntries, organizationId, filter, after).slice(0, limit)
        ),
      purge: (before, limit) =>
        step("AuditLog.purge", (state) => {
          const old = state.auditEntries
            .filter(({ at }) => DateTime.isLessThan(at, before))
            .toSorted(Order.flip(newestFirst))
          const gone = new Set(old.slice(0, limit))
          const auditEntries = state.auditEntries.filter((entry) => !gone.has(entry))
          return [Effect.succeed(gone.size), { ...state, auditEntries }]
        })
    })
  )
)
