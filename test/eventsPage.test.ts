import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { readFileSync } from "node:fs"
import { AdditionalType, Event, EventType, PostbackType, TestType } from "../src/domain/webhooks/Event.ts"
import { everyEvent } from "./support/everyEvent.ts"

const page = readFileSync(new URL("../docs/events.md", import.meta.url), "utf8")

/** The example of each event, by the heading that it stands under. */
const examples = Array.from(page.matchAll(/^## (\S+)$[^]*?```json\n([^]*?)\n```/gm), ([, type = "", json = ""]) => ({
  type,
  json
}))

const decodeEvent = Schema.decodeUnknownSync(Event, { onExcessProperty: "error" })
const decodeJson = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Unknown))

/** These are records of the platform's own words, of which an example shows some. */
const isFree = (name: string) => name === "content" || name === "values"

/** The paths of all fields, with those inside of others. */
const fieldsOf = (value: unknown, path = ""): ReadonlyArray<string> =>
  typeof value !== "object" || value === null || Array.isArray(value)
    ? [path]
    : Object.entries(value).flatMap(([name, inner]) => fieldsOf(isFree(name) ? null : inner, `${path}/${name}`))

describe("docs/events.md", () => {
  it("has an example of every event once", () => {
    const listed = [...EventType.literals, ...PostbackType.literals, ...TestType.literals]
    const types = [...listed, ...AdditionalType.literals]
    assert.deepStrictEqual(examples.map(({ type }) => type).sort(), types.toSorted())
  })

  it.each(examples)("shows $type with a payload that matches the schema", ({ json, type }) => {
    const data = decodeJson(json)
    const id = "0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e10"
    const event = decodeEvent({
      id,
      organizationId: id,
      conversationId: null,
      occurredAt: "2026-11-20T12:00:00.123Z",
      type,
      data
    })
    assert.deepStrictEqual(event.data, data)
  })
  it.each(examples)("shows $type with exactly the delivered fields", ({ json, type }) => {
    const delivered = everyEvent.filter((event) => event.type === type).map(({ data }) => data)
    assert.lengthOf(delivered, 1)
    assert.sameMembers([...fieldsOf(decodeJson(json))], [...fieldsOf(delivered[0])])
  })
})
