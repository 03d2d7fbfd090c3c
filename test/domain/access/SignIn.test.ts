import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import { type RefreshTokenFacts, judgeRefresh } from "../../../src/domain/access/SignIn.ts"

const start = DateTime.makeUnsafe("2026-11-20T12:00:00.000Z")
const later = (millis: number) => DateTime.add(start, { milliseconds: millis })

const month = 30 * 86_400_000

const unused: RefreshTokenFacts = { isSignInEnded: false, refreshedAt: start, usedAt: null, isParentOfNext: false }
const used: RefreshTokenFacts = { ...unused, usedAt: start, isParentOfNext: true }

describe("judgeRefresh", () => {
  it.each([
    ["a token that nobody has used", 0, "exchange", unused],
    ["the same after a month", month, "exchange", unused],
    ["the same a moment later", month + 1, "expired", unused],
    ["a token that was just used", 0, "repeat", used],
    ["the same before it was used, by another clock", -5_000, "repeat", used],
    ["the same ten seconds later", 10_000, "repeat", used],
    ["the same a moment later", 10_001, "reused", used],
    ["a token whose successor was used", 1, "reused", { ...used, isParentOfNext: false }],
    ["a used token of a session that expired", month + 1, "expired", used],
    ["any token of a session that was ended", 0, "reused", { ...unused, isSignInEnded: true }],
    ["any used token of a session that was ended", 0, "reused", { ...used, isSignInEnded: true }],
    ["any token of a session that was ended and expired", month + 1, "reused", { ...unused, isSignInEnded: true }]
  ] as const)("returns for %s, after %d ms: %s", (_, millis, verdict, facts) => {
    assert.strictEqual(judgeRefresh(facts, later(millis)), verdict)
  })
})
