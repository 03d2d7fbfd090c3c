import { type DateTime, Effect, type Layer, Order } from "effect"
import { type AuditActor, AuditAction, type AuditEntry } from "../../../../src/domain/access/AuditEntry.ts"
import { ApiKeyId, AuditEntryId, type OrganizationId, UserId } from "../../../../src/domain/Ids.ts"
import { type AuditCursor, type AuditFilter, AuditLog } from "../../../../src/ports/access/AuditLog.ts"
import { Transaction } from "../../../../src/ports/process/Transaction.ts"
import { nextEra, seconds } from "../../../given/era.ts"
import { givenOrganization, uuid } from "../../../given/given.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { assert } from "../../assert.ts"
import type { Runner } from "../../Runner.ts"
import { suite } from "../../Suite.ts"

const everything: AuditFilter = {
  action: null,
  actor: null,
  actorId: null,
  subjectId: null,
  since: null,
  until: null
}

const entryOf = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  at: DateTime.Utc,
  parts: Partial<AuditEntry> = {}
) {
  const entry: AuditEntry = {
    id: AuditEntryId.make(yield* uuid),
    organizationId,
    at,
    actor: { _tag: "Operator" },
    address: null,
    action: "organization.changed",
    subject: { id: organizationId, name: "Acme" },
    changes: [],
    ...parts
  }
  return entry
})

const append = (entry: AuditEntry) => Effect.flatMap(AuditLog, (log) => log.append(entry.organizationId, entry))

/** An organization with entries at these seconds. */
const givenEntries = Effect.fnUntraced(function* (at: DateTime.Utc, ...moments: ReadonlyArray<number>) {
  const { id } = yield* givenOrganization()
  const entries = yield* Effect.forEach(moments, (moment) => entryOf(id, seconds(at, moment)))
  yield* Effect.forEach(entries, append)
  return { id, entries: entries.toSorted(newestFirst) }
})

const newestFirst: Order.Order<AuditEntry> = Order.flip(
  Order.combine(
    Order.mapInput(Order.Number, ({ at }: AuditEntry) => at.epochMilliseconds),
    Order.mapInput(Order.String, ({ id }: AuditEntry) => id)
  )
)

export const auditLogContract = <E>(runner: Runner, name: string, ports: Layer.Layer<StorePorts, E>) =>
  suite(runner, `AuditLog: ${name}`, ports, (it) => {
    it.effect("audit log: an entry is stored with every kind of actor, action and value", () =>
      Effect.gen(function* () {
        const { id } = yield* givenOrganization()
        const at = yield* nextEra
        const actors: ReadonlyArray<AuditActor> = [
          { _tag: "Member", userId: UserId.make(yield* uuid) },
          { _tag: "ApiKey", apiKeyId: ApiKeyId.make(yield* uuid) },
          { _tag: "ServiceKey" },
          { _tag: "Operator" },
          { _tag: "Program" }
        ]
        const values = [null, "", "free", 0, 1.5, true, [], ["a", 'quote " and \\ and é']]
        const changes = values.map((after, place) => ({ field: `field ${place}`, before: null, after }))
        const entries = yield* Effect.forEach(AuditAction.literals, (action, place) =>
          entryOf(id, seconds(at, place), {
            action,
            actor: actors[place % actors.length] ?? { _tag: "Program" },
            address: place % 2 === 0 ? "203.0.113.7" : null,
            subject: { id: `subject ${place}`, name: "" },
            changes
          })
        )
        yield* Effect.forEach(entries, append)
        const { list } = yield* AuditLog
        assert.deepStrictEqual(yield* list(id, everything, null, 100), entries.toSorted(newestFirst))
      })
    )

    it.effect("audit log: pages continue after a position, newest first, then by greater id", () =>
      Effect.gen(function* () {
        const { entries, id } = yield* givenEntries(yield* nextEra, 2, 0, 1, 1, 3, 1)
        const { list } = yield* AuditLog
        for (const limit of [1, 2, 4, 10]) {
          const read: Array<AuditEntry> = []
          let after: AuditCursor | null = null
          for (let page = 0; page <= entries.length; page++) {
            const rows: ReadonlyArray<AuditEntry> = yield* list(id, everything, after, limit)
            assert.isAtMost(rows.length, limit)
            read.push(...rows)
            after = rows.at(-1) ?? after
          }
          assert.deepStrictEqual(read, entries)
        }
      })
    )

    it.effect("audit log: a filter selects by action, actor, subject and time", () =>
      Effect.gen(function* () {
        const at = yield* nextEra
        const { id } = yield* givenOrganization()
        const userId = UserId.make(yield* uuid)
        const first = yield* entryOf(id, at)
        const second = yield* entryOf(id, seconds(at, 1), { action: "member.added", subject: { id: "one", name: "" } })
        const third = yield* entryOf(id, seconds(at, 2), { actor: { _tag: "Member", userId } })
        yield* Effect.forEach([first, second, third], append)
        const { list } = yield* AuditLog
        const found = (filter: Partial<AuditFilter>) => list(id, { ...everything, ...filter }, null, 10)
        assert.deepStrictEqual(yield* found({ action: "member.added" }), [second])
        assert.deepStrictEqual(yield* found({ actor: "Operator" }), [second, first])
        assert.deepStrictEqual(yield* found({ actorId: userId }), [third])
        assert.deepStrictEqual(yield* found({ subjectId: "one" }), [second])
        assert.deepStrictEqual(yield* found({ since: seconds(at, 1) }), [third, second])
        assert.deepStrictEqual(yield* found({ until: seconds(at, 1) }), [first])
        assert.deepStrictEqual(yield* found({ actor: "Operator", since: seconds(at, 1), until: seconds(at, 2) }), [
          second
        ])
      })
    )

    it.effect("audit log: each organization has its own entries", () =>
      Effect.gen(function* () {
        const at = yield* nextEra
        const acme = yield* givenEntries(at, 0, 1)
        const globex = yield* givenEntries(at, 0)
        const { list } = yield* AuditLog
        assert.deepStrictEqual(yield* list(acme.id, everything, null, 10), acme.entries)
        assert.deepStrictEqual(yield* list(globex.id, everything, null, 10), globex.entries)
      })
    )

    it.effect("audit log: an entry is gone with the transaction that rolled back", () =>
      Effect.gen(function* () {
        const { id } = yield* givenOrganization()
        const { atomically } = yield* Transaction
        const entry = yield* entryOf(id, yield* nextEra)
        yield* Effect.ignore(atomically(Effect.andThen(append(entry), Effect.fail("no"))))
        assert.deepStrictEqual(yield* (yield* AuditLog).list(id, everything, null, 10), [])
      })
    )

    it.effect("audit log: a purge removes older entries of all organizations, oldest first and up to a limit", () =>
      Effect.gen(function* () {
        const at = yield* nextEra
        const acme = yield* givenEntries(at, 3, 1, 0)
        const globex = yield* givenEntries(at, 2)
        const { list, purge } = yield* AuditLog
        const left = Effect.zip(list(acme.id, everything, null, 10), list(globex.id, everything, null, 10))
        assert.strictEqual(yield* purge(at, 10), 0)
        assert.strictEqual(yield* purge(seconds(at, 3), 2), 2)
        assert.deepStrictEqual(yield* left, [acme.entries.slice(0, 1), globex.entries])
        assert.strictEqual(yield* purge(seconds(at, 3), 10), 1)
        assert.deepStrictEqual(yield* left, [acme.entries.slice(0, 1), []])
      })
    )
  })
