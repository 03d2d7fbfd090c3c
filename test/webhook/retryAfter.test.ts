import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import { retryAfterMillis } from "../../src/adapters/outbound/HttpWebhookSender.ts"

const at = DateTime.makeUnsafe("1994-11-06T08:49:30.500Z")

describe("Retry-After", () => {
  it.each([
    ["0", 0],
    ["120", 120_000],
    [" 7 ", 7_000],
    ["9".repeat(400), Number.MAX_SAFE_INTEGER],
    ["Sun, 06 Nov 1994 08:49:37 GMT", 6_500],
    ["Sunday, 06-Nov-94 08:49:37 GMT", 6_500],
    ["Sun Nov  6 08:49:37 1994", 6_500],
    ["Sun, 06 Nov 1994 08:49:30 GMT", 0],
    ["Fri, 31 Dec 1993 23:59:59 GMT", 0],
    ["", null],
    ["-1", null],
    ["1.5", null],
    ["soon", null],
    ["1994-11-06T08:49:37Z", null],
    ["Sun, 06 Nov 1994 08:49:37 PST", null],
    ["Someday, 99 Nov 1994 99:99:99 GMT", null],
    ["0120", 120_000],
    ["\t7\t", 7_000],
    ["Sun, 6 Nov 1994 08:49:37 GMT", 6_500],
    ["Mon, 07 Nov 1994 08:49:30 GMT", 86_399_500],
    ["Fri, 31 Dec 9999 23:59:59 GMT", 252_618_189_028_500],
    ["7,", null],
    ["120, 240", null],
    ["7 seconds", null],
    ["1e3", null],
    ["0x10", null],
    ["+5", null],
    ["١٢", null],
    ["NaN", null],
    ["Infinity", null],
    ["Retry after 5", null],
    ["Soon 2099", null],
    ["Sun, 06 Nop 1994 08:49:37 GMT", null],
    ["Sun, 06 Nov 1994 08:49:37", null],
    ["Sun, 06 Nov 1994 08:49:37 +0200", null],
    ["Sun Nov  6 08:49:37 1994 GMT", null],
    ["Sun, ".repeat(20), null]
  ])("%j is %s", (header, expected) => {
    assert.strictEqual(retryAfterMillis(header, at), expected)
  })
})
