import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SenderActionLog } from "../../../src/adapters/memory/sends/MemorySenderActions.ts"
import type { ConversationId, OrganizationId } from "../../../src/domain/Ids.ts"
import { PlatformMessageId } from "../../../src/domain/Ids.ts"
import { PlatformNotReached, PlatformRejected } from "../../../src/domain/messages/PlatformError.ts"
import { ChannelAccounts } from "../../../src/ports/access/ChannelAccounts.ts"
import { savedTalk } from "../../../testing/given/givenTalk.ts"
import { givenInbound } from "../../../testing/given/givenInbound.ts"
import { conversationOf } from "../../../testing/given/seen.ts"
import { httpWorld } from "../../support/http/httpWorld.ts"
import { answered, givenBackend } from "./channels/developerChannelBackend.ts"

const received = Effect.flatMap(SenderActionLog, (log) => log.received)

/** A backend that has sent to a person, who answered. */
const givenTalk = Effect.gen(function* () {
  const backend = yield* givenBackend("whatsapp")
  const { body } = yield* backend.post("/v1/send-message", {
    to: "15557654321",
    template: { name: "hello_world", language: { code: "en_US" } }
  })
  const { data } = body as { data: { conversationId: ConversationId; contactId: string; waMessageId: string } }
  const wamid = PlatformMessageId.make(`wamid.${"HBg/+".repeat(40)}==`)
  const content = { text: "Yes", reply_to: { message_id: data.waMessageId } }
  const inbound = yield* givenInbound(backend.id, data.conversationId, { platformMessageId: wamid, content })
  return { ...backend, ...data, inbound, wamid }
})

const unreadOf = (id: OrganizationId, conversationId: ConversationId) =>
  Effect.map(conversationOf(id, conversationId), (found) => found?.unreadCount)

const leftUnread = Effect.fnUntraced(function* (id: OrganizationId, conversationId: ConversationId) {
  const conversation = (yield* conversationOf(id, conversationId)) ?? assert.fail("no conversation")
  yield* savedTalk(conversation, { unreadCount: 1 })
})

const notFound = { status: 404, body: { success: false, message: "Message not found", code: "NOT_FOUND" } }
const invalid = (message: string) => ({ status: 400, body: { success: false, message } })

const sentView = ({ account, contactId, conversationId }: Effect.Success<typeof givenTalk>, id: string) => ({
  id,
  waMessageId: "wamid.1",
  conversationId,
  contactId,
  channel: "whatsapp",
  accountId: account?.id,
  direction: "outbound",
  person: "15557654321",
  type: "text",
  content: { template: { name: "hello_world", language: "en_US" }, text: "[template: hello_world]" },
  status: "sent",
  timestamp: "2026-11-20T12:00:00.000Z",
  sentAt: "2026-11-20T12:00:00.000Z",
  deliveredAt: null,
  readAt: null,
  failedAt: null,
  template: { name: "hello_world", language: "en_US", components: [] }
})

const listOf = ({ body }: { readonly body: unknown }) =>
  (body as { data: { messages: ReadonlyArray<{ id: string }>; next: string | null } }).data

describe("messages of the Developer interface", () => {
  it.effect("developer messages: a message is found by our id and the platform's, with the message it replies to", () =>
    Effect.gen(function* () {
      const talk = yield* givenTalk
      const { get, inbound, wamid } = talk
      const sent = yield* get("/v1/messages/wamid.1")
      const { id } = (sent.body as { data: { id: string } }).data
      assert.deepStrictEqual(sent, answered(200, sentView(talk, id)))
      assert.deepStrictEqual(yield* get(`/v1/messages/${id.toUpperCase()}`), sent)
      const answer = yield* get(`/v1/messages/${encodeURIComponent(wamid)}`)
      assert.deepStrictEqual(answer, yield* get(`/v1/messages/${inbound.id}`))
      assert.deepStrictEqual((answer.body as { data: { replyTo: unknown } }).data.replyTo, {
        waMessageId: "wamid.1",
        id,
        direction: "outbound",
        text: "[template: hello_world]",
        storyUrl: ""
      })
      for (const unknown of ["wamid.none", "00000000-0000-4000-8000-000000000000", "%20", "a%00b"]) {
        assert.include([400, 404], (yield* get(`/v1/messages/${unknown}`)).status, unknown)
      }
      assert.deepStrictEqual(yield* get("/v1/messages/wamid.none"), notFound)
      const other = yield* givenBackend("whatsapp", { token: false })
      assert.deepStrictEqual(yield* other.get(`/v1/messages/${inbound.id}`), notFound)
      assert.deepStrictEqual(yield* other.get(`/v1/messages/${encodeURIComponent(wamid)}`), notFound)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("developer messages: pages of an organization, a contact and a conversation follow `next`", () =>
    Effect.gen(function* () {
      const { contactId, conversationId, get, inbound } = yield* givenTalk
      const all = listOf(yield* get("/v1/messages"))
      assert.deepStrictEqual([all.messages.length, all.messages[0]?.id, all.next], [2, inbound.id, null])
      for (const query of ["", `&contactId=${contactId}`, `&conversationId=${conversationId.toUpperCase()}`]) {
        const first = listOf(yield* get(`/v1/messages?limit=1${query}`))
        assert.deepStrictEqual([first.messages.map(({ id }) => id), first.next], [[inbound.id], inbound.id])
        const second = listOf(yield* get(`/v1/messages?limit=1${query}&before=${first.next}`))
        assert.deepStrictEqual([second.messages[0]?.id, second.next], [all.messages[1]?.id, null])
      }
      const since = encodeURIComponent("2026-11-20T14:01:00+02:00")
      assert.strictEqual(listOf(yield* get(`/v1/messages?since=${since}`)).messages.length, 1)
      const nobody = "00000000-0000-4000-8000-000000000000"
      assert.deepStrictEqual(
        yield* get(`/v1/messages?contactId=${nobody}`),
        answered(200, { messages: [], next: null })
      )
      assert.deepStrictEqual(
        yield* get(`/v1/messages?contactId=${nobody}&conversationId=${nobody}`),
        invalid("Give only one of contactId and conversationId")
      )
      assert.deepStrictEqual(
        yield* get(`/v1/messages?contactId=${nobody}&before=${nobody}`),
        invalid("Invalid field before: Expected next of the previous answer")
      )
      for (const query of ["contactId=x", "since=yesterday", "before=wamid.1", "limit=0"])
        assert.strictEqual((yield* get(`/v1/messages?${query}`)).status, 400, query)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("read receipts: the contact receives the read receipt and the typing indicator", () =>
    Effect.gen(function* () {
      const { account, conversationId, id, inbound, post, wamid } = yield* givenTalk
      yield* leftUnread(id, conversationId)
      const unread = unreadOf(id, conversationId)
      const shown = (read: boolean, typing: boolean) =>
        answered(200, { id: inbound.id, waMessageId: wamid, read, typing })
      const path = `/v1/messages/${encodeURIComponent(wamid)}`
      assert.deepStrictEqual(yield* post(`${path}/read`, {}), shown(true, false))
      assert.strictEqual(yield* unread, 0)
      assert.deepStrictEqual(yield* post(`${path}/read`, { typing: true }), shown(true, true))
      assert.deepStrictEqual(yield* post(`/v1/messages/${inbound.id}/typing`, undefined, "POST"), shown(true, true))
      const action = { to: inbound.peer, platformMessageId: wamid, read: true, typing: false }
      assert.deepStrictEqual(
        (yield* received).map(({ action, from, isOffered }) => [from.account.id, action, isOffered]),
        [action, { ...action, typing: true }, { ...action, typing: true }].map((one) => [account?.id, one, false])
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("read receipts: a newer message keeps the conversation unread", () =>
    Effect.gen(function* () {
      const { conversationId, id, inbound, post } = yield* givenTalk
      yield* givenInbound(id, conversationId, {}, 120)
      yield* leftUnread(id, conversationId)
      yield* post(`/v1/messages/${inbound.id}/read`, {})
      assert.strictEqual(yield* unreadOf(id, conversationId), 1)
      assert.strictEqual((yield* received).length, 1)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect(
    "read receipts: messages of the business, disconnected accounts and refusals have their own responses",
    () =>
      Effect.gen(function* () {
        const { account, id, inbound, post } = yield* givenTalk
        assert.deepStrictEqual(
          yield* post("/v1/messages/wamid.1/read", {}),
          invalid("Invalid field messageId: Expected the id of a message from a contact")
        )
        assert.deepStrictEqual(yield* post("/v1/messages/wamid.none/typing", {}), notFound)
        const { failNext } = yield* SenderActionLog
        yield* failNext(
          new PlatformRejected({ code: 100, title: "x", message: "(#100) no", subcode: null, details: null })
        )
        yield* failNext(new PlatformNotReached({ detail: "refused" }))
        const read = post(`/v1/messages/${inbound.id}/read`, {})
        assert.deepStrictEqual(yield* read, { status: 502, body: { success: false, message: "(#100) no" } })
        assert.deepStrictEqual(yield* read, {
          status: 502,
          body: { success: false, message: "WhatsApp could not be reached" }
        })
        assert.strictEqual((yield* received).length, 2)
        yield* (yield* ChannelAccounts).disconnect(id, "whatsapp", account?.externalId ?? "")
        assert.strictEqual((yield* read).status, 404)
      }).pipe(Effect.provide(httpWorld))
  )
})
