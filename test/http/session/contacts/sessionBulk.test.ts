import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { World } from "../../../../src/adapters/memory/World.ts"
import { createContact } from "../../../../src/app/contacts/contacts.ts"
import { rateTable, usualRates } from "../../../../src/domain/limits/RateTier.ts"
import { RateLimits } from "../../../../src/ports/limits/RateLimits.ts"
import { httpWorld } from "../../../support/http/httpWorld.ts"
import { answered, type Body, csv, form, givenImporter, json } from "./sessionBulkBackend.ts"
import { refused } from "../sessionDashboard.ts"

const file = new Blob(
  ["\uFEFFtags,email,userName,userNumber\n", "vip;new,ada@example.com,Ada,+15551234567\n,,,15557654321"],
  {
    type: "text/csv"
  }
)

/** The same two contacts in every form that an import may have. */
const forms: ReadonlyArray<readonly [string, Body]> = [
  [
    "JSON",
    json({
      contacts: [
        { userNumber: "+15551234567", userName: "Ada", email: "ada@example.com", tags: ["vip", "new"] },
        { userNumber: "15557654321", userName: null, email: "", tags: null, colour: "blue" }
      ]
    })
  ],
  ["CSV", csv("userNumber,userName,email,tags", '+1 (555) 123-4567,"Ada",ada@example.com,vip; new', "15557654321,,,")],
  ["a form with a file", form(["note", "for you"], ["file", file], ["other", new Blob(["x".repeat(100_000)])])],
  [
    "a form with a field",
    form(["file", "userNumber,userName,email,tags\n15551234567,Ada,ada@example.com,vip;new\n15557654321,,,"])
  ]
]

const verdict = { limit: 10, remaining: 0, resetSeconds: 60, retryAfterSeconds: 60 }

/** Everything but an import may go on. */
const onlyBulkIsUsedUp = Layer.succeed(
  RateLimits,
  RateLimits.of({
    table: rateTable(usualRates),
    take: (_, rated, tier) => Effect.succeed({ ...verdict, isAllowed: rated !== "session" || tier !== "bulk" })
  })
)

describe("POST /contacts/bulk", () => {
  it.effect.each(forms)("adds the contacts of %s, and announces them", ([, body]) =>
    Effect.gen(function* () {
      const { events, kept, post } = yield* givenImporter
      const answer = yield* post(body)
      const [ada, other] = yield* kept
      const [adaId, otherId] = [ada?.id ?? "", other?.id ?? ""]
      assert.deepStrictEqual(
        answer,
        answered({
          imported: 2,
          skipped: 0,
          errors: [],
          contacts: [
            { id: adaId, phone: "+15551234567", status: "created" },
            { id: otherId, phone: "+15557654321", status: "created" }
          ]
        })
      )
      assert.deepStrictEqual(
        (yield* kept).map(({ countryCode, email, name, phone, source, tags }) => [
          phone,
          countryCode,
          name,
          email,
          tags,
          source
        ]),
        [
          ["15551234567", "US", "Ada", "ada@example.com", ["vip", "new"], "api"],
          ["15557654321", "US", "", null, [], "api"]
        ]
      )
      assert.deepStrictEqual(yield* events, [
        {
          type: "contact.created",
          data: {
            contact: { id: adaId, phone: "15551234567", name: "Ada", email: "ada@example.com", tags: ["vip", "new"] },
            source: "api"
          }
        },
        {
          type: "contact.created",
          data: { contact: { id: otherId, phone: "15557654321", name: "", email: null, tags: [] }, source: "api" }
        }
      ])
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("skips invalid, repeated and existing rows, with the index and reason of each", () =>
    Effect.gen(function* () {
      const { id, kept, post } = yield* givenImporter
      yield* createContact(id, "5511987654321", { name: "Ada" })
      const answer = yield* post(
        json({
          contacts: [
            { userNumber: "+55 11 8765-4321" },
            { userNumber: "+15551234567" },
            { userNumber: "1 555 123 4567" },
            { userName: "Nobody" },
            { userNumber: "" },
            { userNumber: "call me" },
            { userNumber: "📞".repeat(100) },
            { userNumber: 15557654321 },
            { userNumber: "+15557654321", userName: "x".repeat(513) },
            { userNumber: "+15557654321", email: "ada" },
            { userNumber: "+15557654321", tags: ["vip", ""] },
            { userNumber: "+15557654321", tags: "vip" },
            { userNumber: "+15557654321", tags: ["vip", 1] },
            { userNumber: "+15557654321", userName: "A\u0000" },
            { userNumber: ["+15557654321"] },
            "+15557654321",
            null,
            []
          ]
        })
      )
      const [, added] = yield* kept
      const error = (index: number, phone: string, error: string) => ({ index, phone, error })
      const number = "Phone number (userNumber) is required"
      const storable = "Expected text without NUL characters and unpaired surrogates"
      assert.deepStrictEqual(
        answer,
        answered({
          imported: 1,
          skipped: 17,
          errors: [
            error(0, "+551187654321", "Contact with this phone number already exists"),
            error(2, "+15551234567", "Phone number is the same as in row 1"),
            error(3, "", number),
            error(4, "", number),
            error(5, "call me", "Invalid field userNumber: not a phone number"),
            error(6, "📞".repeat(64), "Invalid field userNumber: not a phone number"),
            error(7, "+15557654321", "Invalid field userNumber: Expected string"),
            error(8, "+15557654321", "Invalid field userName: Expected at most 512 characters"),
            error(9, "+15557654321", "Invalid field email: Expected an e-mail address"),
            error(10, "+15557654321", "Invalid field tags: Expected tags of 1 to 128 characters"),
            error(11, "+15557654321", "Invalid field tags: Expected array | null"),
            error(12, "+15557654321", "Invalid field tags[1]: Expected string"),
            error(13, "+15557654321", `Invalid field userName: ${storable}`),
            error(14, "", "Invalid field userNumber: Expected string"),
            error(15, "", "Expected an object"),
            error(16, "", "Expected an object"),
            error(17, "", "Expected an object")
          ],
          contacts: [{ id: added?.id ?? "", phone: "+15551234567", status: "created" }]
        })
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("counts the rows of a file without its header", () =>
    Effect.gen(function* () {
      const { post } = yield* givenImporter
      const answer = yield* post(
        csv("userName,userNumber", "Ada,15551234567,x", "Eve", '"Kim",', "\u0000,15551234567", "Lin,call me")
      )
      assert.deepStrictEqual(
        answer,
        answered({
          imported: 0,
          skipped: 5,
          errors: [
            { index: 0, phone: "+15551234567", error: "Expected 2 fields, got 3" },
            { index: 1, phone: "", error: "Expected 2 fields, got 1" },
            { index: 2, phone: "", error: "Phone number (userNumber) is required" },
            {
              index: 3,
              phone: "+15551234567",
              error: "Invalid field userName: Expected text without NUL characters and unpaired surrogates"
            },
            { index: 4, phone: "call me", error: "Invalid field userNumber: not a phone number" }
          ],
          contacts: []
        })
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect.each<readonly [string, Body]>([
    ["JSON", json({ contacts: [] })],
    ["CSV", csv("userNumber,userName")]
  ])("accepts %s without rows, and adds no contact", ([, body]) =>
    Effect.gen(function* () {
      const { post } = yield* givenImporter
      assert.deepStrictEqual(yield* post(body), answered({ imported: 0, skipped: 0, errors: [], contacts: [] }))
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect.each(["ContactStore.insertAll", "EventLog.appendAll"] as const)("stores nothing if %s fails", (call) =>
    Effect.gen(function* () {
      const { events, kept, post } = yield* givenImporter
      yield* (yield* World).failNext(call)
      const body = csv("userNumber", "15551234567", "15557654321")
      assert.deepStrictEqual(yield* post(body), refused(500, "Internal server error"))
      assert.deepStrictEqual([yield* kept, yield* events], [[], []])
      assert.strictEqual((yield* post(body)).status, 200)
      assert.lengthOf(yield* kept, 2)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("belongs to the tier of bulk operations", () =>
    Effect.gen(function* () {
      const { kept, post } = yield* givenImporter
      assert.deepStrictEqual(
        yield* post(json({ contacts: [{ userNumber: "15551234567" }] })),
        refused(429, "Rate limit exceeded. Try again in 60 seconds.")
      )
      assert.deepStrictEqual(yield* kept, [])
    }).pipe(Effect.provide(Layer.merge(httpWorld, onlyBulkIsUsedUp)))
  )
})
