import { NodeServices } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Option, Schedule } from "effect"
import { createHmac } from "node:crypto"
import { defaultSchema } from "../../src/adapters/postgres/database/DatabaseSchema.ts"
import { rolesOf } from "../../src/adapters/postgres/rowsecurity/Acting.ts"
import { createRole } from "../../src/adapters/postgres/rowsecurity/setUp.ts"
import { type FaultStage, faultStage } from "../../soak/faults/FaultStage.ts"
import { type Acknowledged, load, nothingYet } from "../../soak/faults/load.ts"
import { losses } from "../../soak/faults/losses.ts"
import { appSecret, platform } from "../../soak/running.ts"
import { type Answered, type Call, callerOf } from "../support/http/callService.ts"
import { installedCommand } from "../support/processes/installedCommand.ts"
import { databaseName, maintain, serverDatabase } from "../support/database/serverDatabase.ts"
import { smallDisk } from "../support/servers/smallDisk.ts"

/** Within this every request is answered, in milliseconds. */
const longestAnswer = 10_000

const call = ({ appUrl }: FaultStage, asked: Call) =>
  Effect.acquireUseRelease(
    Effect.sync(() => callerOf(appUrl, 1)),
    ({ call }) => Effect.promise((signal) => call(asked, signal)),
    ({ close }) => Effect.promise(close)
  )

const report = '{"object":"whatsapp_business_account","entry":[]}'
const signature = `sha256=${createHmac("sha256", appSecret).update(report).digest("hex")}`

/** A request of each way into the service that writes. */
const writes = ({ developer, session }: FaultStage, ordinal: number): Readonly<Record<string, Call>> => ({
  send: {
    path: "/api/developer/v1/send-message",
    headers: developer,
    body: { to: `1555666${1_000 + ordinal}`, type: "text", text: "unheard" }
  },
  contact: { path: "/api/whatsapp/contacts", headers: session, body: { userNumber: `+1555667${1_000 + ordinal}` } },
  meta: { path: "/webhooks/meta", headers: { "x-hub-signature-256": signature }, body: report }
})

const assertUnavailable = (name: string, { millis, retryAfter, status, text }: Answered) => {
  assert.strictEqual(status, 503, `${name}: ${text}`)
  assert.match(retryAfter ?? "", /^\d+$/, name)
  assert.include(text, "Service temporarily unavailable", name)
  if (name !== "meta") assert.include(text, '"success":false', name)
  assert.isBelow(millis, longestAnswer, name)
}

const each = (stage: FaultStage, ordinal: number, check: (name: string, answered: Answered) => void) =>
  Effect.forEach(
    Object.entries(writes(stage, ordinal)),
    ([name, asked]) => Effect.map(call(stage, asked), (answered) => check(name, answered)),
    { concurrency: "unbounded", discard: true }
  )

const readyStatus = (stage: FaultStage) => Effect.map(call(stage, { path: "/ready" }), ({ status }) => status)

const untilReady = (stage: FaultStage, wanted: number) =>
  readyStatus(stage).pipe(
    Effect.repeat({ schedule: Schedule.spaced("100 millis"), until: (status) => status === wanted }),
    Effect.timeout("15 seconds")
  )

/** Load for as long as this takes, and what was acknowledged. */
const underLoad = <E, R>(stage: FaultStage, told: Acknowledged, faults: Effect.Effect<unknown, E, R>) =>
  Effect.gen(function* () {
    let isOver = false
    const loading = yield* Effect.forkChild(load(stage, told, () => isOver))
    yield* faults
    isOver = true
    yield* Fiber.join(loading)
  })

/** A database whose owner is no superuser, so that limits hold for it; on the small disk if there is one. */
const ownDatabase = Effect.gen(function* () {
  const disk = yield* smallDisk
  const administrator = yield* serverDatabase()
  const name = databaseName(administrator)
  const role = `${name}_owner`
  const server = new URL(administrator)
  server.pathname = "/postgres"
  const administer = (statement: string) => maintain(server.href, statement)
  yield* administer(`create role ${role} login`)
  for (const one of Object.values(rolesOf(defaultSchema))) {
    yield* administer(createRole(one))
    yield* administer(`grant ${one} to ${role}`)
  }
  // After the database, which it owns.
  yield* administer(`alter database ${name} owner to ${role}`)
  yield* Effect.addFinalizer(() =>
    Effect.andThen(
      administer(`drop database if exists ${name} with (force)`),
      administer(`drop role if exists ${role}`)
    )
  )
  if (Option.isSome(disk)) yield* administer(`alter database ${name} set tablespace ${disk.value.tablespace}`)
  const url = new URL(administrator)
  url.username = role
  return { url: url.href, administrator, administer, role, disk }
})

/** Fails until the tables are locked. */
const isLocked = `do $$ begin
  perform from pg_locks where relation = 'contacts'::regclass and mode = 'AccessExclusiveLock' and granted;
  if not found then raise exception 'not yet'; end if;
end $$`

describe("a service whose connections break, stall and fail", () => {
  it.live(
    "returns 503 in time, and loses and duplicates nothing",
    () =>
      Effect.gen(function* () {
        const { administer, administrator, disk, role, url } = yield* ownDatabase
        const stage = yield* faultStage(url, yield* installedCommand)
        const { database, platform, receiver } = stage.proxies
        const told = nothingYet()

        yield* underLoad(
          stage,
          told,
          Effect.gen(function* () {
            yield* Effect.sleep("1 second")
            // As after the promotion of a replica: every connection breaks at once.
            yield* Effect.repeat(Effect.delay(database.cut, "300 millis"), { times: 2 })
            yield* platform.cut
            yield* receiver.cut
            yield* platform.set({ delayMillis: 50 })
            yield* database.set({ bytesPerSecond: 200_000 })
            yield* Effect.sleep("1 second")
            yield* platform.set("refuses")
            yield* receiver.set("refuses")
            yield* Effect.sleep("500 millis")
            yield* Effect.all([database.set("passes"), platform.set("passes"), receiver.set("passes")])
            yield* database.set("refuses")
            yield* untilReady(stage, 503)
            yield* Effect.sleep("1 second")
            yield* database.set("passes")
            yield* untilReady(stage, 200)
          })
        )
        assert.deepStrictEqual(yield* losses(stage, administrator, told), [])
        assert.isAbove(told.inbound.size, 0)

        // Statements that wait for a lock end in time.
        const locked = yield* Effect.forkChild(
          maintain(
            administrator,
            "do $$ begin lock table contacts, messages, inbound_deliveries; perform pg_sleep(11); end $$"
          )
        )
        yield* Effect.retry(Effect.sandbox(maintain(administrator, isLocked)), Schedule.spaced("50 millis"))
        yield* each(stage, 1, assertUnavailable)
        yield* Fiber.join(locked)
        yield* untilReady(stage, 200)
        yield* each(stage, 2, (name, { status, text }) => assert.oneOf(status, [200, 201], `${name}: ${text}`))

        // No connection is left.
        yield* administer(`alter role ${role} connection limit 0`)
        yield* database.cut
        yield* each(stage, 3, assertUnavailable)
        assert.strictEqual(yield* readyStatus(stage), 503)
        yield* administer(`alter role ${role} connection limit -1`)
        yield* untilReady(stage, 200)

        // The server says that it may be read only, as a standby or after a failover.
        yield* administer(`alter role ${role} set default_transaction_read_only = on`)
        yield* database.cut
        yield* Effect.sleep("500 millis")
        yield* each(stage, 4, assertUnavailable)
        yield* administer(`alter role ${role} reset default_transaction_read_only`)
        yield* database.cut
        yield* untilReady(stage, 200)

        if (Option.isNone(disk)) return yield* Effect.log("skipped: a full disk, as no file system may be mounted here")
        yield* disk.value.fill
        const refused: Array<number> = []
        // Rows go to the pages that there are, until they are full.
        for (let ordinal = 1_000; refused.length < 3 && ordinal < 3_000; ordinal += 1) {
          yield* each(stage, ordinal, (name, answered) => {
            if (answered.status === 200 || answered.status === 201) return
            assertUnavailable(name, answered)
            refused.push(answered.status)
          })
        }
        assert.isAtLeast(refused.length, 3)
        assert.strictEqual(yield* readyStatus(stage), 200)
        yield* disk.value.empty
        yield* each(stage, 5, (name, { status, text }) => assert.oneOf(status, [200, 201], `${name}: ${text}`))
      }).pipe(
        Effect.scoped,
        Effect.provide(platform([], { rules: [] }), { local: true }),
        Effect.provide(NodeServices.layer)
      ),
    180_000
  )
})
