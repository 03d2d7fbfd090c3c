import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { withMessage } from "../../src/domain/inbound/InboxState.ts"
import { UserId } from "../../src/domain/Ids.ts"
import { ApiKeys } from "../../src/ports/access/ApiKeys.ts"
import { givenConversations } from "../../testing/contracts/stores/inbox/savingMessages.ts"
import { seconds } from "../../testing/given/era.ts"
import { changed, saidIn } from "../../testing/given/inbox.ts"
import { givenMember } from "../../testing/given/givenMember.ts"
import { httpWorld } from "../support/http/httpWorld.ts"
import { askText } from "../support/http/requests.ts"
import { signedIn } from "./session/sessionDashboard.ts"

/** An organization with two conversations, in one of which a question was answered after 90 seconds. */
const given = Effect.gen(function* () {
  const { account, at: era, id, thread } = yield* givenConversations
  const at = DateTime.makeUnsafe("2026-11-20T23:30:00.000Z")
  yield* TestClock.setTime(at.epochMilliseconds)
  const { access } = yield* givenMember(id, { name: "Olga", role: "owner" })
  const agent = yield* givenMember(id, { name: "Ada", role: "agent" })
  const member = UserId.make(agent.access.caller.userId)
  const question = yield* saidIn(thread, at, "inbound")
  const answer = yield* saidIn(thread, seconds(at, 90), "outbound", { annotations: { member } })
  yield* changed(id, at, {}, (state) => [question, answer].reduce(withMessage, state))
  const { key } = yield* (yield* ApiKeys).create(id, "test")
  const ask = (path: string, headers: Record<string, string>, accept?: string) =>
    Effect.map(
      askText(path, { headers: { ...headers, ...(accept === undefined ? {} : { accept }) } }),
      ({ headers, status, text }) => ({ status, text, type: headers.get("content-type") })
    )
  const [owner, agentHeaders] = [yield* signedIn(id, access.caller), yield* signedIn(id, agent.access.caller)]
  return {
    account,
    era,
    member,
    developer: (path: string, accept?: string) =>
      ask(`/api/developer/v1/reports/${path}`, { "x-api-key": Redacted.value(key) }, accept),
    session: (path: string, accept?: string) => ask(`/api/whatsapp/reports/${path}`, owner, accept),
    asAgent: (path: string) => ask(`/api/whatsapp/reports/${path}`, agentHeaders)
  }
})

const dataOf = ({ text }: { readonly text: string }) => JSON.parse(text).data

const none = { count: 0, mean: null, p50: null, p90: null, p99: null }
const counts = {
  opened: 0,
  closed: 0,
  reopened: 0,
  openAtEnd: 0,
  unansweredAtEnd: 0,
  received: 0,
  sent: 0,
  delivered: 0,
  read: 0,
  failed: 0,
  firstResponse: none,
  laterResponse: none,
  resolution: none
}
const responded = { count: 1, mean: 90, p50: 85.838, p90: 85.838, p99: 85.838 }

const both = ["developer", "session"] as const

describe("reports over HTTP", () => {
  it.effect.each(both)("reports: the %s interface reports each day of the zone, and a total", (name) =>
    Effect.gen(function* () {
      const scene = yield* given
      const utc = dataOf(yield* scene[name]("overview?from=2026-11-20&to=2026-11-21"))
      const numbers = { ...counts, received: 1, sent: 1, firstResponse: responded }
      assert.deepStrictEqual(utc, {
        from: "2026-11-20",
        to: "2026-11-21",
        timeZone: "UTC",
        total: numbers,
        days: [
          { day: "2026-11-20", ...numbers },
          { day: "2026-11-21", ...counts }
        ]
      })
      const berlin = dataOf(yield* scene[name]("overview?from=2026-11-20&to=2026-11-21&timeZone=Europe/Berlin"))
      assert.deepStrictEqual(berlin.days, [
        { day: "2026-11-20", ...counts },
        { day: "2026-11-21", ...numbers }
      ])
      const { days, to } = dataOf(yield* scene[name]("overview"))
      assert.deepStrictEqual([to, days.length], ["2026-11-20", 7])
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect.each(both)("reports: the %s interface reports members, numbers, channels and hours", (name) =>
    Effect.gen(function* () {
      const scene = yield* given
      const numbers = { ...counts, received: 1, sent: 1, firstResponse: responded }
      const expected = {
        members: [{ id: scene.member, ...numbers, received: 0 }],
        numbers: [{ id: scene.account.id, ...numbers }],
        channels: [{ id: "whatsapp", ...numbers }],
        teams: [],
        labels: [],
        templates: [],
        campaigns: []
      }
      for (const [subject, rows] of Object.entries(expected)) {
        assert.deepStrictEqual(
          dataOf(yield* scene[name](subject)),
          { from: "2026-11-14", to: "2026-11-20", timeZone: "UTC", rows, omitted: 0 },
          subject
        )
      }
      const { hours } = dataOf(yield* scene[name]("hours"))
      assert.deepStrictEqual(
        hours.filter(({ received }: { readonly received: number }) => received > 0),
        [{ weekday: 5, hour: 23, received: 1, sent: 1 }]
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect.each(both)("reports: the %s interface answers with CSV", (name) =>
    Effect.gen(function* () {
      const scene = yield* given
      const { text, type } = yield* scene[name]("overview?from=2026-11-20", "text/csv")
      assert.strictEqual(type, "text/csv; charset=utf-8")
      assert.strictEqual(
        text,
        "day,opened,closed,reopened,openAtEnd,unansweredAtEnd,received,sent,delivered,read,failed,firstResponse count,firstResponse mean,firstResponse p50,firstResponse p90,firstResponse p99,laterResponse count,laterResponse mean,laterResponse p50,laterResponse p90,laterResponse p99,resolution count,resolution mean,resolution p50,resolution p90,resolution p99\r\n" +
          "2026-11-20,0,0,0,0,0,1,1,0,0,0,1,90,85.838,85.838,85.838,0,,,,,0,,,,\r\n"
      )
      const members = yield* scene[name]("members", "text/csv")
      assert.match(members.text, new RegExp(`^id,opened.*\\r\\n${scene.member},0,`))
      const hours = yield* scene[name]("hours", "text/csv")
      assert.include(hours.text, "5,23,1,1\r\n")
      assert.lengthOf(hours.text.split("\r\n"), 170)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect.each(both)("reports: the %s interface names the refused parameter", (name) =>
    Effect.gen(function* () {
      const scene = yield* given
      for (const [query, expectation] of [
        ["timeZone=Mars/Olympus", "Invalid field timeZone: Expected the name of a time zone, such as Europe/Berlin"],
        ["from=2026-11-20&to=2026-11-19", "Invalid field to: Expected a day that is not before from"],
        ["from=2026-01-01&to=2026-11-19", "Invalid field from: Expected at most 92 days up to to"],
        ["to=1899-12-31", "Invalid field from: Expected days between 1900-01-01 and 2999-12-31"],
        ["from=2026-02-30", "Expected a date such as 2026-11-28"]
      ] as const) {
        for (const path of ["overview", "members", "hours"]) {
          const { status, text } = yield* scene[name](`${path}?${query}`)
          assert.deepStrictEqual([status, text.includes(expectation)], [400, true], text)
        }
      }
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("reports: a member who does not manage the organization is refused", () =>
    Effect.gen(function* () {
      const { asAgent } = yield* given
      for (const path of ["overview", "hours", "members"]) assert.strictEqual((yield* asAgent(path)).status, 403)
    }).pipe(Effect.provide(httpWorld))
  )
})
