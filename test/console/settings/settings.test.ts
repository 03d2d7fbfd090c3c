import { assert, describe, it } from "@effect/vitest"
import type { Failure } from "../../../console/api/Failure.ts"
import { failureBeside, fieldError } from "../../../console/api/fieldError.ts"
import { codeOf } from "../../../console/developers/logs/codeOf.ts"
import { headersIn } from "../../../console/developers/endpoints/endpointQueries.ts"
import { hoursDraftOf, withPeriod, workingHoursOf } from "../../../console/settings/workingHours.ts"

const refused = (message: string): Failure => ({
  kind: "refused",
  message,
  status: 400,
  code: "INVALID_FIELD",
  fix: null,
  details: null,
  requestId: null,
  retryAfter: null
})

describe("errors of fields", () => {
  it("a refusal belongs to its field and to those that contain it", () => {
    const failure = refused("Invalid field workingHours.days.mon[0].to: Expected an end after the beginning")
    assert.strictEqual(fieldError(failure, "workingHours.days.mon"), "Expected an end after the beginning")
    assert.isNull(fieldError(failure, "workingHours.days.tue"))
    assert.isNull(fieldError(failure, "working"))
    assert.isNull(failureBeside(failure, ["workingHours"]))
    assert.strictEqual(failureBeside(failure, ["greeting"]), failure)
  })

  it("a missing field, and a failure without a field", () => {
    assert.strictEqual(fieldError(refused("Missing required field: name"), "name"), "Missing required field: name")
    assert.isNull(fieldError(refused("No valid fields to update"), "name"))
  })
})

describe("working hours", () => {
  const stored = {
    timeZone: "Europe/Berlin",
    days: {
      sun: [],
      mon: [
        { from: "08:00", to: "12:00" },
        { from: "13:00", to: "24:00" }
      ],
      tue: [],
      wed: [],
      thu: [],
      fri: [],
      sat: []
    },
    holidays: ["2026-12-25"]
  }

  it("the fields of stored hours lead to the same hours, also at midnight", () => {
    const draft = hoursDraftOf(stored, "UTC")
    assert.strictEqual(draft.days.mon[1]?.to, "00:00")
    assert.deepStrictEqual(workingHoursOf(draft), stored)
  })

  it("hours that are off are null, and begin with Monday to Friday", () => {
    const draft = hoursDraftOf(null, "UTC")
    assert.isNull(workingHoursOf(draft))
    const on = workingHoursOf({ ...draft, isOn: true })
    assert.deepStrictEqual([on?.days.fri?.length, on?.days.sat?.length], [1, 0])
  })

  it("a further period begins after the last one, and remains in the day", () => {
    assert.deepStrictEqual(withPeriod([{ from: "09:00", to: "12:00" }])[1], { from: "13:00", to: "14:00" })
    assert.deepStrictEqual(withPeriod([{ from: "20:00", to: "23:00" }])[1], { from: "20:00", to: "23:00" })
  })
})

describe("examples for developers", () => {
  const call = { method: "POST", path: "/v1/send-message", requestBody: { to: "1", deep: [true, null, 'a"b'] } }

  it("Node: the program is valid, and has the body", () => {
    const code = codeOf("node", "http://localhost", call)
    assert.doesNotThrow(() => new Function("process", `return (async () => { ${code} })`))
    assert.include(code, String.raw`"a\"b"`)
  })

  it("Python: has its own words for true and null", () => {
    assert.include(
      codeOf("python", "http://localhost", call),
      String.raw`json={"to": "1", "deep": [True, None, "a\"b"]},`
    )
    assert.notInclude(codeOf("python", "http://localhost", { method: "GET", path: "/v1/events" }), "json=")
  })

  it("headers of an endpoint: one per line", () => {
    assert.deepStrictEqual(headersIn("x-team: sales\n\n  x-token:a:b \nnothing"), {
      "x-team": "sales",
      "x-token": "a:b"
    })
  })
})
