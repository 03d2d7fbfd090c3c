import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Layer, Queue, Redacted } from "effect"
import { defaultTemplates } from "../../emulator/templates/defaultTemplates.ts"
import * as Emulated from "../../emulator/Emulator.ts"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import * as GraphDirectMessages from "../../src/adapters/meta/client/GraphDirectMessages.ts"
import * as GraphSenderActions from "../../src/adapters/meta/client/GraphSenderActions.ts"
import * as GraphTemplateCatalogue from "../../src/adapters/meta/client/GraphTemplateCatalogue.ts"
import * as PageTagSync from "../../src/adapters/meta/client/PageTagSync.ts"
import * as GraphAgent from "../../src/adapters/outbound/GraphAgent.ts"
import { ThreadCall } from "../../src/domain/conversations/threadControl.ts"
import { isApproved } from "../../src/domain/templates/Template.ts"
import type { MessengerContent } from "../../src/domain/messages/messenger/MessengerContent.ts"
import { PlatformMessageId } from "../../src/domain/Ids.ts"
import { SenderActions } from "../../src/ports/sends/SenderActions.ts"
import { DirectMessages } from "../../src/ports/sends/WhatsApp.ts"
import { TemplateCatalogue } from "../../src/ports/templates/TemplateCatalogue.ts"
import { request } from "../emulator/platform.ts"
import { givenAccount, givenOrganization } from "../../testing/given/given.ts"
import { byLogin, emulatedBusiness, linked, pageId, wabaId } from "./emulatedBusiness.ts"
import { account, pageAccount, sendId } from "./graph.ts"
import { messages } from "./messages/personMessages.ts"
import { givenKnown, offer, take } from "./tags/tagSync.ts"

const person = "2711636948859886"
const follower = "17841400000000777"
const updatedAt = DateTime.makeUnsafe("2021-06-08T08:24:57.000Z")
const emulator = emulatedBusiness({
  conversations: {
    [pageId]: Array.from({ length: 130 }, (_, index) => ({
      personId: String(2_711_636_948_859_886 + index),
      name: `Kun ${index}`,
      updatedAt: DateTime.subtract(updatedAt, { minutes: index }),
      unreadCount: index
    })),
    "178410": [{ personId: follower, name: "kunliu", updatedAt }],
    [byLogin.account.externalId]: [{ personId: follower, name: "kunliu", updatedAt }]
  },
  templates: { [wabaId]: defaultTemplates }
})

/** Adapters that ask the emulator. */
const asking = <A, R>(make: (urls: GraphDirectMessages.DirectMessagesOptions) => Layer.Layer<A, never, R>) =>
  Layer.unwrap(
    Effect.map(Emulated.Emulator, ({ url }) => make({ graphUrl: url, instagramGraphUrl: url, version: "v23.0" }))
  ).pipe(Layer.provideMerge(GraphAgent.layer), Layer.provideMerge(Memory.layer()), Layer.provideMerge(emulator))

const contents: ReadonlyArray<MessengerContent> = [
  ...messages.map(([, content]) => content),
  { _tag: "Attachment", kind: "image", url: "https://example.com/hat.png" }
]

/** Whether Instagram refuses the content: it has no buttons that dial, and fewer templates. */
const isForMessenger = (content: MessengerContent): boolean =>
  ["ImageGrid", "MediaTemplate", "Receipt", "Sticker"].includes(content._tag) ||
  /PhoneNumber|contentType/.test(JSON.stringify(content))

describe("sends to the emulated platform", () => {
  const onMessenger = contents.filter(({ _tag }) => _tag !== "LikeHeart")
  it.effect.each(onMessenger)("emulated platform: accepts sends to people of Messenger (%j)", (content) =>
    Effect.gen(function* () {
      const { send } = yield* DirectMessages
      assert.match(yield* send(pageAccount, person, { content, tag: null, replyTo: null }, sendId), /^m_/)
      assert.match(yield* send(pageAccount, person, { content, tag: "HUMAN_AGENT", replyTo: null }, sendId), /^m_/)
    }).pipe(Effect.provide(asking(GraphDirectMessages.layer)))
  )

  it.effect.each(contents)(
    "emulated platform: accepts sends to people of Instagram, over a Page and by login (%j)",
    (content) =>
      Effect.gen(function* () {
        const { send } = yield* DirectMessages
        for (const from of [linked, byLogin]) {
          const sent = yield* Effect.exit(send(from, follower, { content, tag: null, replyTo: null }, sendId))
          assert.strictEqual(sent._tag, isForMessenger(content) ? "Failure" : "Success")
        }
      }).pipe(Effect.provide(asking(GraphDirectMessages.layer)))
  )
})

describe("listings of the emulated platform", () => {
  it.effect("emulated platform: Messenger conversations are readable", () =>
    Effect.gen(function* () {
      const conversations = yield* (yield* DirectMessages).conversations(pageAccount)
      assert.strictEqual(conversations.length, 130)
      const [first] = conversations
      assert.deepStrictEqual(
        { ...first, id: "" },
        {
          id: "",
          updatedAt,
          unreadCount: 0,
          participants: [
            { id: person, name: "Kun 0" },
            { id: pageId, name: "MyLife" }
          ]
        }
      )
    }).pipe(Effect.provide(asking(GraphDirectMessages.layer)))
  )

  it.effect.each([
    [linked, "mylife"],
    [byLogin, "bylogin"]
  ] as const)("emulated platform: Instagram conversations are readable (%#)", ([from, username]) =>
    Effect.gen(function* () {
      const [first] = yield* (yield* DirectMessages).conversations(from)
      assert.deepStrictEqual(first?.participants, [
        { id: from.account.externalId, name: username },
        { id: follower, name: "kunliu" }
      ])
    }).pipe(Effect.provide(asking(GraphDirectMessages.layer)))
  )

  it.effect("emulated platform: templates are readable", () =>
    Effect.gen(function* () {
      const templates = yield* (yield* TemplateCatalogue).approved(account)
      assert.sameMembers(
        templates.map(({ id }) => id),
        defaultTemplates.filter(isApproved).map(({ id }) => id)
      )
    }).pipe(Effect.provide(asking(GraphTemplateCatalogue.layer)))
  )
})

describe("labels of the emulated platform", () => {
  it.effect("emulated platform: tags become labels of a Page and are removed again", () =>
    Effect.gen(function* () {
      const answered = yield* Queue.unbounded<string>()
      const agent = Layer.effect(
        GraphAgent.GraphAgent,
        Effect.map(GraphAgent.GraphAgent, ({ request }) => ({
          request: (call) => Effect.tap(request(call), () => Queue.offer(answered, call.method))
        }))
      )
      yield* Effect.gen(function* () {
        const { id } = yield* givenOrganization()
        const token = Redacted.make("EAApage")
        yield* givenAccount(id, { channel: "messenger", externalId: pageId, businessAccountId: null, token })
        const contactId = yield* givenKnown(id, { kind: "messenger", scope: pageId, value: person })
        const labels = Effect.map(
          request(`/v23.0/${person}/custom_labels?fields=page_label_name`, {
            headers: { authorization: "Bearer EAApage" }
          }),
          ({ body }) => JSON.stringify(body)
        )

        yield* offer(id, contactId, { added: ["vip", "gold"] })
        assert.deepStrictEqual(yield* take(5, Queue.take(answered)), ["GET", "POST", "POST", "POST", "POST"])
        assert.match(yield* labels, /"page_label_name":"vip".*"page_label_name":"gold"/)

        yield* offer(id, contactId, { added: ["vip"], removed: ["gold"] })
        assert.deepStrictEqual(yield* take(3, Queue.take(answered)), ["GET", "DELETE", "POST"])
        const left = yield* labels
        assert.include(left, "vip")
        assert.notInclude(left, "gold")
      }).pipe(Effect.provide(asking((urls) => PageTagSync.layer(urls).pipe(Layer.provide(agent)))))
    })
  )
})

describe("sender actions on the emulated platform", () => {
  it.effect("emulated platform: accepts read receipts and typing for people of each channel", () =>
    Effect.gen(function* () {
      const { send } = yield* SenderActions
      const action = { to: person, platformMessageId: PlatformMessageId.make("wamid.HBgL"), read: true, typing: true }
      for (const from of [account, pageAccount, { ...linked }, byLogin]) yield* send(from, { ...action, to: person })
    }).pipe(Effect.provide(asking(GraphSenderActions.layer)))
  )

  it.effect("thread control: threads are passed, taken and released on Messenger and Instagram", () =>
    Effect.gen(function* () {
      const { control } = yield* SenderActions
      const { Pass, Release, Take } = ThreadCall.cases
      const calls = [Pass.make({ appId: "123456789012345", metadata: "Refund" }), Take.make({}), Release.make({})]
      for (const call of calls) {
        yield* control(pageAccount, person, call)
        yield* control(linked, follower, call)
        yield* control(byLogin, follower, call)
      }
      const refused = yield* Effect.flip(control(pageAccount, "1", Take.make({})))
      assert.deepInclude(refused, { _tag: "PlatformRejected", code: 100, subcode: 2018001 })
    }).pipe(Effect.provide(asking(GraphSenderActions.layer)))
  )
})
