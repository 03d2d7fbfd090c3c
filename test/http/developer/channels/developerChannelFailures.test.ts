import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { spoilToken } from "../../../../src/adapters/memory/access/MemoryChannelAccounts.ts"
import { DirectMessagesPlatform } from "../../../../src/adapters/memory/sends/MemoryDirectMessages.ts"
import { TemplatePlatform } from "../../../../src/adapters/memory/templates/MemoryTemplateCatalogue.ts"
import { World } from "../../../../src/adapters/memory/World.ts"
import { type Channel, channelName } from "../../../../src/domain/conversations/Channel.ts"
import {
  type PlatformFailure,
  PlatformNotReached,
  PlatformOutcomeUnknown,
  PlatformRejected
} from "../../../../src/domain/messages/PlatformError.ts"
import { httpWorld } from "../../../support/http/httpWorld.ts"
import { type Connection, givenBackend, keptNothing, refused } from "./developerChannelBackend.ts"

const outsideWindow = new PlatformRejected({
  code: 10,
  title: "This message is sent outside of allowed window.",
  message: "(#10) This message is sent outside of allowed window. Learn more: https://example.com/policy",
  subcode: 2018278,
  details: null
})
const notReached = new PlatformNotReached({ detail: "connection refused" })
const unknown = new PlatformOutcomeUnknown({ reason: "no answer in time", detail: "30 s" })

const connectFirst = { whatsapp: "the number", messenger: "the Page", instagram: "the account" } as const

/** The rows of the contract about the account and its token (contract: Developer errors), for a call on the channel. */
const tokenRows = (channel: Channel, call: (connection: Connection) => ReturnType<typeof calling>) => {
  const name = channelName[channel]

  it.effect("a send without a connected account returns an error", () =>
    Effect.gen(function* () {
      const { ask } = yield* call({ token: false })
      const connect = `connect ${connectFirst[channel]} first`
      assert.deepStrictEqual(yield* ask, refused(404, `${name} not connected; ${connect}`))
      assert.isTrue(yield* keptNothing)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("a send on an account without a token returns an error", () =>
    Effect.gen(function* () {
      const { ask } = yield* call({ token: null })
      assert.deepStrictEqual(yield* ask, refused(400, `${name} token not stored, reconnect the account`))
      assert.isTrue(yield* keptNothing)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("a send returns an error if the token cannot be decrypted", () =>
    Effect.gen(function* () {
      const { account, ask } = yield* call({})
      if (account !== null) yield* spoilToken(account.id)
      assert.deepStrictEqual(
        yield* ask,
        channel === "messenger"
          ? refused(500, "Failed to decrypt Messenger token", { fix: "Connect the Page again" })
          : refused(503, `The stored token of the ${name} account cannot be opened; connect the account again`, {
              code: "CHANNEL_UNAVAILABLE"
            })
      )
      assert.isTrue(yield* keptNothing)
    }).pipe(Effect.provide(httpWorld))
  )
}

const calling = Effect.fnUntraced(function* (
  channel: Channel,
  request: { readonly path: string; readonly body?: unknown },
  connection: Connection = {}
) {
  const { account, get, id, post } = yield* givenBackend(channel, connection)
  return { account, id, ask: request.body === undefined ? get(request.path) : post(request.path, request.body) }
})

describe.each([
  {
    channel: "messenger" as const,
    request: { path: "/v1/messenger/send-message", body: { recipientId: "24", text: "hi" } },
    failNext: (failure: PlatformFailure) =>
      Effect.flatMap(DirectMessagesPlatform, ({ answerNext }) => answerNext(Effect.fail(failure)))
  },
  {
    channel: "instagram" as const,
    request: { path: "/v1/instagram/send-message", body: { participantId: "24", text: "hi" } },
    failNext: (failure: PlatformFailure) =>
      Effect.flatMap(DirectMessagesPlatform, ({ answerNext }) => answerNext(Effect.fail(failure)))
  }
])("POST $request.path", ({ channel, failNext, request }) => {
  const name = channelName[channel]
  const send = (connection?: Connection) => calling(channel, request, connection)

  tokenRows(channel, send)

  it.effect.each([
    [outsideWindow, outsideWindow.message, "Rejected", 0],
    [notReached, `${name} could not be reached; the message was not sent`, "NotReached", 0],
    [unknown, `${name} gave no usable answer; the message may have been sent`, "OutcomeUnknown", 1]
  ] as const)("returns the error of a failed send: %s", ([failure, message, kept, used]) =>
    Effect.gen(function* () {
      const { ask, id } = yield* send()
      yield* failNext(failure)
      assert.deepStrictEqual(yield* ask, refused(502, message))
      const { events, messages, usage } = yield* (yield* World).state
      assert.deepStrictEqual(
        messages.map(({ failure, status }) => [status, failure?._tag]),
        [["failed", kept]]
      )
      assert.strictEqual(usage.find((row) => row.organizationId === id)?.used, used)
      assert.deepStrictEqual(
        events.map(({ type }) => type),
        ["contact.created", "conversation.opened"]
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("is refused at the monthly limit, with the used number in the error", () =>
    Effect.gen(function* () {
      const { ask } = yield* send({ plan: "free" })
      yield* ask
      yield* (yield* World).update((state) => ({
        ...state,
        usage: state.usage.map((row) => ({ ...row, used: 1_000 }))
      }))
      assert.deepStrictEqual(
        yield* ask,
        refused(429, "Monthly event limit reached: 1000 of 1000 used", {
          code: "API_LIMIT_REACHED",
          fix: "Send again from the first day of the next month (UTC), or ask the operator for a larger plan"
        })
      )
      const { messages } = yield* (yield* World).state
      assert.lengthOf(messages, 1)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("returns 500 in the envelope if the database fails", () =>
    Effect.gen(function* () {
      const { ask } = yield* send()
      yield* (yield* World).failNext("SendLedger.reserve")
      assert.deepStrictEqual(yield* ask, refused(500, "Internal server error"))
    }).pipe(Effect.provide(httpWorld))
  )
})

describe.each([
  {
    channel: "whatsapp" as const,
    request: { path: "/v1/templates" },
    failNext: (failure: PlatformFailure) => Effect.flatMap(TemplatePlatform, ({ failNext }) => failNext(failure))
  },
  {
    channel: "messenger" as const,
    request: { path: "/v1/conversations/messenger" },
    failNext: (failure: PlatformFailure) =>
      Effect.flatMap(DirectMessagesPlatform, ({ failNextListing }) => failNextListing(failure))
  },
  {
    channel: "instagram" as const,
    request: { path: "/v1/conversations/instagram" },
    failNext: (failure: PlatformFailure) =>
      Effect.flatMap(DirectMessagesPlatform, ({ failNextListing }) => failNextListing(failure))
  }
])("GET $request.path", ({ channel, failNext, request }) => {
  const name = channelName[channel]
  const list = (connection?: Connection) => calling(channel, request, connection)

  tokenRows(channel, list)

  it.effect.each([
    [outsideWindow, outsideWindow.message],
    [notReached, `${name} could not be reached`],
    [unknown, `${name} gave no usable answer`]
  ] as const)("returns the error of the platform: %s", ([failure, message]) =>
    Effect.gen(function* () {
      const { ask } = yield* list()
      yield* failNext(failure)
      assert.deepStrictEqual(yield* ask, refused(502, message))
      assert.strictEqual((yield* ask).status, 200)
    }).pipe(Effect.provide(httpWorld))
  )
})
