/** Handlers of events in the program of the service: a bot that answers each message, and an asynchronous function. */
import { Deferred, Effect, Layer, Option, Redacted } from "effect"
import { acceptInbound, provisionForProvider, sendWhatsApp } from "effect-parley"
import { emailAddressOf, WhatsAppContent } from "effect-parley/domain"
import { Memory, MemoryPlatforms } from "effect-parley/memory"
import { Service } from "effect-parley/service"
import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"

const answer = WhatsAppContent.cases.Text.make({ text: "We are on it." })

/** Answers each customer. A call that fails is repeated later; a send that may have taken effect is not. */
const bot = Service.onEvent((event) => sendWhatsApp(event.organizationId, event.data.from, answer), {
  name: "bot",
  events: ["message.received"],
  concurrency: 50
})

const answered = Deferred.makeUnsafe<string>()

/** The same without Effect. */
const receipts = Service.onEvent(
  async ({ data }) => {
    Deferred.doneUnsafe(answered, Effect.succeed(data.to))
  },
  { name: "receipts", events: ["message.sent"] }
)

// In production: Postgres.layer({ url, secretsKey }) instead of Memory.layer(), and no overrides.
const parley = Service.layer({
  roles: ["inbound"],
  metaAppSecret: randomBytes(32).toString("hex"),
  metaVerifyToken: randomBytes(32).toString("hex"),
  overrides: MemoryPlatforms.layer
}).pipe(Layer.provideMerge(Memory.layer()))

/** A message as Meta reports it. */
const reported = (from: string, body: string) => ({
  object: "whatsapp_business_account",
  entry: [
    {
      id: "102290129340398",
      changes: [
        {
          field: "messages",
          value: {
            messaging_product: "whatsapp",
            metadata: { display_phone_number: "15550783881", phone_number_id: "106540352242922" },
            contacts: [{ profile: { name: "Ada" }, wa_id: from }],
            messages: [
              {
                from,
                id: "wamid.of-ada",
                timestamp: String(Math.floor(Date.now() / 1_000)),
                type: "text",
                text: { body }
              }
            ]
          }
        }
      ]
    }
  ]
})

const program = Effect.gen(function* () {
  yield* provisionForProvider({
    name: "Acme",
    plan: "unlimited",
    owner: { email: Option.getOrThrow(emailAddressOf("ada@example.com")), name: "Ada", subject: null },
    accounts: [
      {
        channel: "whatsapp",
        externalId: "106540352242922",
        businessAccountId: "102290129340398",
        pageId: null,
        displayName: "Acme",
        token: Redacted.make("token")
      }
    ]
  })
  yield* acceptInbound(JSON.stringify(reported("15551234567", "Where is my order?")))
  assert.equal(yield* Effect.timeout(Deferred.await(answered), "30 seconds"), "15551234567")
})

await Effect.runPromise(Effect.provide(program, Layer.provideMerge(Layer.mergeAll(bot, receipts), parley)))
