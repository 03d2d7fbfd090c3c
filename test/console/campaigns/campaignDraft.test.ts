import { assert, describe, it } from "vitest"
import type { Campaign } from "../../../client/promise/SessionMethods.ts"
import {
  attributeJson,
  audienceProblem,
  type CampaignDraft,
  deliveryProblem,
  draftOf,
  draftPreview,
  emptyDraft,
  messageProblem,
  requestOf
} from "../../../console/campaigns/campaignDraft.ts"
import { shareDone } from "../../../console/campaigns/campaignQueries.ts"
import { noCampaignCounts } from "../../../src/domain/campaigns/CampaignCounts.ts"
import type { TemplateDefinition } from "../../../src/domain/templates/Template.ts"

const offer: TemplateDefinition = {
  id: "1",
  name: "spring_offer",
  language: "en_US",
  status: "APPROVED",
  category: "MARKETING",
  parameter_format: "POSITIONAL",
  components: [
    { type: "HEADER", format: "IMAGE" },
    { type: "BODY", text: "Hi {{1}}, your {{2}} is ready." },
    { type: "BUTTONS", buttons: [{ type: "URL", text: "Open", url: "https://shop.example.com/{{1}}" }] }
  ]
}

const draft: CampaignDraft = {
  ...emptyDraft([]),
  name: " Spring ",
  template: offer.name,
  language: offer.language,
  values: {
    body_1: { kind: "name", text: "", fallback: "friend" },
    body_2: { kind: "attribute", text: "plan", fallback: "" },
    button_0: { kind: "text", text: "spring", fallback: "" }
  },
  files: { header: { mediaId: "0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a2e", name: "spring.png" } },
  audience: { ...emptyDraft([]).audience, tags: ["vip"], attributes: [{ name: "seats", value: "3" }] },
  local: "2026-12-24T09:00",
  zone: "Europe/Berlin",
  pace: "20",
  stopOn: ["reply"]
}

/** The campaign that the service stores for a request. */
const stored = (request: ReturnType<typeof requestOf>): Campaign => {
  const audience = request.audience ?? null
  return {
    id: "0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0b10",
    name: request.name,
    status: "draft",
    reason: null,
    from: request.from ?? null,
    template: {
      name: request.template.name,
      language: request.template.language,
      components: JSON.parse(JSON.stringify(request.template.components ?? null))
    },
    audience:
      audience === null
        ? null
        : {
            all: audience.all === true,
            tags: audience.tags ?? [],
            attributes: audience.attributes ?? {},
            search: audience.search ?? null,
            contactIds: audience.contactIds ?? null
          },
    values: Object.fromEntries(
      Object.entries(request.values ?? {}).map(([name, value]) => [
        name,
        typeof value === "string" ? value : { field: value.field, fallback: value.fallback ?? null }
      ])
    ),
    sendAt: request.sendAt ?? null,
    pace: request.pace ?? null,
    stopOn: request.stopOn ?? [],
    audienceComplete: false,
    counts: noCampaignCounts,
    createdBy: null,
    createdAt: "2026-11-20T12:00:00.000Z",
    updatedAt: "2026-11-20T12:00:00.000Z",
    startedAt: null,
    endedAt: null
  }
}

describe("the form of a campaign", () => {
  it("a draft becomes a request with a placeholder for each value", () => {
    assert.deepStrictEqual(requestOf(draft, offer), {
      name: "Spring",
      from: null,
      template: {
        name: "spring_offer",
        language: { code: "en_US" },
        components: [
          {
            type: "header",
            parameters: [{ type: "image", image: { mediaId: "0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a2e" } }]
          },
          {
            type: "body",
            parameters: [
              { type: "text", text: "{{body_1}}" },
              { type: "text", text: "{{body_2}}" }
            ]
          },
          { type: "button", sub_type: "url", index: 0, parameters: [{ type: "text", text: "{{button_0}}" }] }
        ]
      },
      values: {
        body_1: { field: "name", fallback: "friend" },
        body_2: { field: "attributes.plan" },
        button_0: "spring"
      },
      audience: { tags: ["vip"], attributes: { seats: 3 } },
      sendAt: "2026-12-24T08:00:00.000Z",
      pace: 20,
      stopOn: ["reply"]
    })
  })

  it("a stored campaign becomes the form that it was made with", () => {
    const again = draftOf(stored(requestOf(draft, offer)))
    assert.deepStrictEqual(requestOf({ ...again, zone: again.zone }, offer), requestOf(draft, offer))
    assert.deepStrictEqual(again.values, draft.values)
    assert.deepStrictEqual(again.audience, draft.audience)
  })

  it("a campaign of a backend without components has its values at the body", () => {
    const campaign = stored({ ...requestOf(draft, offer), values: { "1": { field: "columns.time" } } })
    const form = draftOf({ ...campaign, template: { ...campaign.template, components: null } })
    assert.deepStrictEqual(form.values, { body_1: { kind: "column", text: "time", fallback: "" } })
  })

  it("audiences are everyone, conditions, chosen contacts, or a file", () => {
    const withAudience = (changes: Partial<CampaignDraft["audience"]>) => ({
      ...draft,
      audience: { ...emptyDraft([]).audience, ...changes }
    })
    const audienceOf = (form: CampaignDraft) => requestOf(form, offer).audience
    assert.deepStrictEqual(audienceOf(withAudience({ kind: "everyone" })), { all: true })
    assert.deepStrictEqual(audienceOf(withAudience({ search: " ada " })), { search: "ada" })
    assert.deepStrictEqual(audienceOf(withAudience({ kind: "chosen", contactIds: ["ct_a"] })), { contactIds: ["ct_a"] })
    assert.deepStrictEqual(audienceOf(withAudience({ kind: "label", label: "VIP", contactIds: ["ct_a"] })), {
      contactIds: ["ct_a"]
    })
    assert.isNull(audienceOf(withAudience({ kind: "file", rows: 3 })))
    assert.isNull(audienceProblem(withAudience({ kind: "file", rows: 3 })))
    for (const kind of ["filter", "label", "chosen", "file"] as const) {
      assert.deepStrictEqual(audienceProblem(withAudience({ kind })), { input: "audience", kind: "empty" })
    }
    // An audience without conditions would be everyone.
    assert.isNull(audienceOf(withAudience({})))
  })

  it("an attribute is a number, true, false or a text, as it is written", () => {
    assert.deepStrictEqual(["3", "-1.5", "true", '"42"', "gold", "007x", " gold "].map(attributeJson), [
      3,
      -1.5,
      true,
      "42",
      "gold",
      "007x",
      "gold"
    ])
    const campaign = stored(requestOf(draft, offer))
    const texts = ["42", "gold", "true"].map((value) => {
      const { audience } = draftOf({
        ...campaign,
        audience: { all: false, tags: [], search: null, contactIds: null, attributes: { a: value } }
      })
      return attributeJson(audience.attributes[0]?.value ?? "")
    })
    assert.deepStrictEqual(texts, ["42", "gold", "true"])
  })

  it("the preview has texts and fallbacks, and the names of other fields in brackets", () => {
    const preview = draftPreview(draft, offer, ({ text }) => text)
    assert.strictEqual(preview.body, "Hi friend, your [plan] is ready.")
    assert.deepStrictEqual(preview.media, { kind: "image", url: "spring.png" })
  })

  it("the first missing part of the message is its problem", () => {
    const problemOf = (changes: Partial<CampaignDraft>) => messageProblem({ ...draft, ...changes }, offer)
    assert.isNull(problemOf({}))
    assert.deepStrictEqual(problemOf({ name: " " }), { input: "name", kind: "missing" })
    assert.deepStrictEqual(messageProblem(draft, undefined), { input: "template", kind: "missing" })
    assert.deepStrictEqual(problemOf({ values: {} }), { input: "body.1", kind: "missing" })
    assert.deepStrictEqual(
      problemOf({ values: { ...draft.values, body_2: { kind: "attribute", text: " ", fallback: "x" } } }),
      { input: "body.2", kind: "missing" }
    )
    assert.deepStrictEqual(problemOf({ files: {} }), { input: "header", kind: "missing" })
    assert.deepStrictEqual(problemOf({ files: { header: "nowhere" } }), { input: "header", kind: "address" })
  })

  it("a time in the past or far ahead and a wrong pace are problems", () => {
    const now = Date.parse("2026-12-01T00:00:00Z")
    const problemOf = (changes: Partial<CampaignDraft>) => deliveryProblem({ ...draft, ...changes }, now)?.kind ?? null
    assert.isNull(problemOf({}))
    assert.isNull(problemOf({ local: "", pace: "" }))
    assert.strictEqual(problemOf({ local: "2026-11-30T09:00" }), "past")
    assert.strictEqual(problemOf({ local: "2027-11-30T09:00" }), "far")
    assert.strictEqual(problemOf({ zone: "Mars/Olympus" }), "missing")
    for (const pace of ["0", "1001", "1.5", "fast"]) assert.strictEqual(problemOf({ pace }), "pace")
  })

  it("the progress is the part of the recipients whose outcome is known", () => {
    assert.strictEqual(shareDone({ ...noCampaignCounts, recipients: 4, queued: 1 }), 0.75)
    assert.strictEqual(shareDone(noCampaignCounts), 0)
  })
})
