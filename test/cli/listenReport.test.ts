import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import {
  colored,
  type ListenedDelivery,
  listenReport,
  plain,
  tooLargeReport
} from "../../src/adapters/cli/listenReport.ts"

const delivery: ListenedDelivery = {
  at: DateTime.makeUnsafe("2026-11-05T10:15:30.123Z"),
  id: "0193a1b2-0000-7000-8000-000000000009",
  body: `{"event":"message.sent","timestamp":"2026-11-05T10:15:29.000Z","webhook_id":"w","data":{"to":"1555","content":{"template":{"name":"hello","language":"en"}},"tags":["a","b"],"none":null}}`,
  verdict: { signature: { _tag: "Ok" }, secretHeader: "right" },
  repeated: false,
  answered: 204
}

const report = (changes: Partial<ListenedDelivery>) => listenReport({ ...delivery, ...changes }, plain)

describe("listenReport", () => {
  it("has a line about the event and its data below", () => {
    assert.strictEqual(
      report({}),
      `2026-11-05T10:15:30.123Z  message.sent  0193a1b2-0000-7000-8000-000000000009  signature ok  X-Webhook-Secret right
  {
    "to": "1555",
    "content": {
      "template": {
        "name": "hello",
        "language": "en"
      }
    },
    "tags": [
      "a",
      "b"
    ],
    "none": null
  }
`
    )
  })

  const body = `{"event":"e","data":1}`
  const lines: ReadonlyArray<readonly [string, Partial<ListenedDelivery>]> = [
    ["e  i  signature ok  no X-Webhook-Secret", { verdict: { signature: { _tag: "Ok" }, secretHeader: "absent" } }],
    [
      "e  i  signature WRONG: why  X-Webhook-Secret WRONG",
      { verdict: { signature: { _tag: "Wrong", reason: "why" }, secretHeader: "wrong" } }
    ],
    [
      "e  i  signature not checked: why  X-Webhook-Secret not checked",
      { verdict: { signature: { _tag: "Unchecked", reason: "why" }, secretHeader: "unchecked" } }
    ],
    [
      "e  i  unsigned  X-Webhook-Secret right  repeated  answered 500",
      { verdict: { signature: { _tag: "Unsigned" }, secretHeader: "right" }, repeated: true, answered: 500 }
    ],
    ["e  no webhook-id  signature ok  X-Webhook-Secret right  answered 200", { id: undefined, answered: 200 }]
  ]
  it.each(lines)("prints: %s", (line, changes) => {
    assert.strictEqual(report({ id: "i", body, ...changes }), `2026-11-05T10:15:30.123Z  ${line}\n  1\n`)
  })

  const head = "2026-11-05T10:15:30.123Z"
  const rest = "i  signature ok  X-Webhook-Secret right"
  it.each([
    ["nothing of an empty body", "", `${head}  empty body  ${rest}\n`],
    ["all of JSON that is no event", `{"data":1}`, `${head}  not an event  ${rest}\n  {\n    "data": 1\n  }\n`],
    ["the text of a body that is no JSON", "a=1\r\nb\t2", `${head}  not an event  ${rest}\n  a=1\\u000d\n  b\t2\n`],
    [
      "the beginning of a long text",
      `${"x".repeat(2_000)}yyy`,
      `${head}  not an event  ${rest}\n  ${"x".repeat(2_000)}\n  … and 3 characters more\n`
    ]
  ])("shows %s", (_, body, expected) => {
    assert.strictEqual(report({ id: "i", body }), expected)
  })

  it("prints no control characters", () => {
    const escape = "\u001b[2J"
    const shown = report({
      id: `i\u009b2J`,
      body: JSON.stringify({ event: `e\n${escape}`, data: `${escape}\u009b2J\u202egnp.exe` })
    })
    assert.strictEqual(
      shown,
      `${head}  e\\n\\u001b[2J  i\\u009b2J  signature ok  X-Webhook-Secret right\n  "\\u001b[2J\\u009b2J\\u202egnp.exe"\n`
    )
    assert.strictEqual(
      report({ id: "i", body: `plain ${escape}` }),
      `${head}  not an event  ${rest}\n  plain \\u001b[2J\n`
    )
  })

  it("is coloured for a terminal", () => {
    const verdict = { signature: { _tag: "Wrong", reason: "why" }, secretHeader: "right" } as const
    assert.strictEqual(
      listenReport({ ...delivery, id: "i", body, verdict, repeated: true, answered: 500 }, colored),
      "\u001b[2m2026-11-05T10:15:30.123Z\u001b[0m  \u001b[1me\u001b[0m  \u001b[2mi\u001b[0m" +
        "  \u001b[31msignature WRONG: why\u001b[0m  \u001b[32mX-Webhook-Secret right\u001b[0m" +
        "  \u001b[33mrepeated\u001b[0m  \u001b[31manswered 500\u001b[0m\n  1\n"
    )
  })
})

describe("tooLargeReport", () => {
  it("has the largest size that is accepted", () => {
    assert.strictEqual(
      tooLargeReport(delivery.at, 1024, 413, plain),
      "2026-11-05T10:15:30.123Z  body larger than 1024 bytes  answered 413\n"
    )
  })
})
