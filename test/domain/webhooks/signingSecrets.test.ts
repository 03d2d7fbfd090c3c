import { assert, describe, it } from "@effect/vitest"
import { DateTime, Schema } from "effect"
import { type Webhook, changeSecret, maxPreviousSecrets, signingSecrets } from "../../../src/domain/webhooks/Webhook.ts"

const begin = DateTime.makeUnsafe("2026-11-20T12:00:00.000Z")
const later = (minutes: number) => DateTime.add(begin, { minutes })
const day = 24 * 60

const chosen = (value: string) => ({ value, chosen: true })
type Secrets = Pick<Webhook, "secret" | "previousSecrets">
const first: Secrets = { secret: chosen("first"), previousSecrets: [] }

describe("the signing secrets of a webhook", () => {
  it.each([
    ["an hour left", 60, ["new", "old"]],
    ["a minute left", 1, ["new", "old"]],
    ["nothing left", 0, ["new"]],
    ["its end behind it", -day, ["new"]]
  ] as const)("are the current one and, with %s, the previous one", (_, left, expected) => {
    const previousSecrets = [{ value: "old", until: later(left) }]
    assert.deepStrictEqual(signingSecrets({ secret: chosen("new"), previousSecrets }, begin), expected)
  })

  it("do not change if the same secret is set again", () => {
    const changed = changeSecret(first, chosen("second"), later(1))
    assert.deepStrictEqual(changeSecret(changed, chosen("second"), later(2)), changed)
  })

  it("are limited in number for frequent changes", () => {
    const names = Array.from({ length: 2 * maxPreviousSecrets }, (_, nth) => `secret ${nth}`)
    const changed = names.reduce((present, name) => changeSecret(present, chosen(name), begin), first)
    const newest = names.slice(-maxPreviousSecrets - 1).toReversed()
    assert.deepStrictEqual(signingSecrets(changed, begin), newest)
  })

  const minutes = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: day }))
  const Change = Schema.Struct({ after: minutes, value: Schema.Literals(["first", "second", "third", "fourth"]) })

  it.prop(
    "are all that were current within 24 hours, each once, the newest first",
    { changes: Schema.Array(Change).check(Schema.isMaxLength(12)), after: minutes },
    ({ after, changes }) => {
      let present = first
      let now = 0
      const given: Array<{ readonly value: string; readonly from: number }> = [{ value: "first", from: 0 }]
      for (const change of changes) {
        now += change.after
        present = changeSecret(present, chosen(change.value), later(now))
        given.push({ value: change.value, from: now })
      }
      now += after
      const recent = given.filter((_, nth) => (given[nth + 1]?.from ?? now) > now - day || nth === given.length - 1)
      const expected = [...new Set(recent.map(({ value }) => value).toReversed())]
      assert.deepStrictEqual(signingSecrets(present, later(now)), expected)
    }
  )
})
