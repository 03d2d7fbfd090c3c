import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { DirectMessagesPlatform } from "../../../../src/adapters/memory/sends/MemoryDirectMessages.ts"
import { World } from "../../../../src/adapters/memory/World.ts"
import { httpWorld } from "../../../support/http/httpWorld.ts"
import {
  type Answer,
  accountIds,
  announced,
  answered,
  givenBackend,
  keptNothing,
  missing,
  refused
} from "./developerChannelBackend.ts"

const participantId = "6742963515757843"
const url = "https://example.com/a"

const givenInstagram = Effect.map(givenBackend("instagram"), ({ account, id, post }) => ({
  account,
  id,
  send: (body: unknown) => post("/v1/instagram/send-message", body)
}))

const buttons = [
  { type: "web_url", title: "Menu", url },
  { type: "postback", title: "Cancel", payload: "CANCEL" }
]

/** What is sent, and what is announced of it. */
const messages = [
  [{ text: "We open at nine" }, "text", { text: "We open at nine" }],
  ...(["image", "video", "audio", "file"] as const).map(
    (type) => [{ type, attachmentUrl: url, text: "unused" }, type, { attachment: { type, payload: { url } } }] as const
  ),
  [
    { type: "quick_replies", text: "Tea?", quickReplies: [{ title: "Yes please" }] },
    "quick_replies",
    { text: "Tea?", quick_replies: [{ content_type: "text", title: "Yes please", payload: "YES_PLEASE" }] }
  ],
  [
    { type: "button_template", buttonTemplateText: "What now?", buttons },
    "button_template",
    { attachment: { type: "template", payload: { template_type: "button", text: "What now?", buttons } } }
  ],
  [
    { type: "generic_template", elements: [{ title: "Table for two", imageUrl: url, buttons }] },
    "generic_template",
    {
      attachment: {
        type: "template",
        payload: { template_type: "generic", elements: [{ title: "Table for two", image_url: url, buttons }] }
      }
    }
  ]
] as const

describe("POST /v1/instagram/send-message", () => {
  it.effect.each(messages)("sends %j and announces it", ([body, type, content]) =>
    Effect.gen(function* () {
      const { account, id, send } = yield* givenInstagram
      const answer = yield* send({ participantId, tag: "HUMAN_AGENT", colour: "blue", ...body })
      assert.deepStrictEqual(answer, answered(201, { messageId: "ig_1" }))
      assert.deepStrictEqual(yield* announced, [
        {
          channel: "instagram",
          message_id: "ig_1",
          to: participantId,
          type,
          content,
          status: "sent",
          timestamp: "2026-11-20T12:00:00.000Z"
        }
      ])
      const [asked] = yield* (yield* DirectMessagesPlatform).requests
      assert.deepStrictEqual([asked?.from.account, asked?.to, asked?.tag], [account, participantId, "HUMAN_AGENT"])
      const { contacts, identities, messages, usage } = yield* (yield* World).state
      assert.deepStrictEqual(
        messages.map(({ content, peer, status, type }) => ({ content, peer, status, type })),
        [{ content, peer: participantId, status: "sent", type }]
      )
      assert.deepStrictEqual<unknown>(identities, [
        {
          organizationId: id,
          contactId: contacts[0]?.id,
          kind: "instagram",
          scope: accountIds.instagram,
          value: participantId
        }
      ])
      assert.strictEqual(usage.find((row) => row.organizationId === id)?.used, 1)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("accepts 1000 bytes of text and refuses 1001", () =>
    Effect.gen(function* () {
      const { send } = yield* givenInstagram
      assert.strictEqual((yield* send({ participantId, text: "é".repeat(500) })).status, 201)
      const tooLong = refused(400, "Invalid field text: Expected at most 1000 bytes of UTF-8")
      assert.deepStrictEqual(yield* send({ participantId, text: `${"é".repeat(500)}!` }), tooLong)
      assert.deepStrictEqual(
        yield* send({
          participantId,
          type: "quick_replies",
          text: `${"é".repeat(500)}!`,
          quickReplies: [{ title: "Yes" }]
        }),
        tooLong
      )
    }).pipe(Effect.provide(httpWorld))
  )

  const noRecipient = missing("participantId", "Add the Instagram-scoped id of the person")
  const noFile = missing("attachmentUrl", "Add the public address of the file")
  const unknown = (type: string) =>
    refused(400, `Unknown message type: ${type}`, {
      code: "INVALID_TYPE",
      fix: "Use one of: text, image, video, audio, file, quick_replies, button_template, generic_template, images, sticker, reaction, document"
    })
  const onlyTwo = "Expected one of: web_url, postback"
  const call = { type: "phone_number", title: "Call", payload: "+15551234567" }

  const refusals: ReadonlyArray<readonly [body: object, answer: Answer]> = [
    [{ text: "hi" }, noRecipient],
    [{ participantId: null, type: "pigeon" }, noRecipient],
    [{ participantId: "\t", recipientId: "1", text: "hi" }, noRecipient],
    [{ participantId, type: "attachment_url", attachmentUrl: url }, unknown("attachment_url")],
    [{ participantId, type: "share" }, unknown("share")],
    [{ participantId }, missing("text", "Add the text of the message")],
    [{ participantId, type: "image" }, noFile],
    [{ participantId, type: "video", attachmentUrl: null }, noFile],
    [{ participantId, type: "audio", attachmentUrl: "" }, noFile],
    [{ participantId, type: "file", attachmentUrl: " " }, noFile],
    [
      { participantId, type: "quick_replies", text: "Tea?" },
      missing("quickReplies", 'Add at least one quick reply, for example "quickReplies": [{"title": "Yes"}]')
    ],
    [
      { participantId, type: "button_template", text: "Pick" },
      missing("buttonTemplateText", "Add the text above the buttons")
    ],
    [
      { participantId, type: "button_template", buttonTemplateText: "Pick", buttons: [] },
      missing("buttons", 'Add 1 to 3 buttons, for example [{"type": "postback", "title": "Yes", "payload": "YES"}]')
    ],
    [
      { participantId, type: "generic_template" },
      missing("elements", 'Add 1 to 10 cards, for example [{"title": "Table for two", "subtitle": "Tonight at 8"}]')
    ],
    [
      { participantId, type: "button_template", buttonTemplateText: "Pick", buttons: [call] },
      refused(400, `Invalid field buttons[0].type: ${onlyTwo}`)
    ],
    [
      { participantId, type: "generic_template", elements: [{ title: "Card", buttons: [buttons[0], call] }] },
      refused(400, `Invalid field elements[0].buttons[1].type: ${onlyTwo}`)
    ],
    [{ participantId, text: "hi", tag: "X" }, refused(400, "Invalid field tag: Expected one of: HUMAN_AGENT")],
    [{ participantId: 1, text: "hi" }, refused(400, "Invalid field participantId: Expected string")],
    [{ participantId, text: "hi", buttons: {} }, refused(400, "Invalid field buttons: Expected array | null")]
  ]
  it.effect.each(refusals)("refuses %j and stores nothing", ([body, answer]) =>
    Effect.gen(function* () {
      const { send } = yield* givenInstagram
      assert.deepStrictEqual(yield* send(body), answer)
      assert.isTrue(yield* keptNothing)
    }).pipe(Effect.provide(httpWorld))
  )
})
