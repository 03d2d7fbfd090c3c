import { GraphApiError } from "@kapso/whatsapp-cloud-api"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Emulator } from "../../../emulator/Emulator.ts"
import { defaultTemplates } from "../../../emulator/templates/defaultTemplates.ts"
import { emulated, phoneNumberId, wabaId } from "../platform.ts"
import { client, clientWith, refusalOf, to } from "../kapsoClient.ts"

describe("a client that was made for the real platform", () => {
  it.effect("sends messages of every kind, and read marks", () =>
    Effect.gen(function* () {
      const { messages } = yield* client
      const sent = yield* Effect.promise(() =>
        Promise.all([
          messages.sendText({ phoneNumberId, to, body: "Hello", previewUrl: true }),
          messages.sendImage({ phoneNumberId, to, image: { link: "https://example.com/a.png", caption: "A" } }),
          messages.sendDocument({
            phoneNumberId,
            to,
            document: { link: "https://example.com/a.pdf", filename: "a.pdf" }
          }),
          messages.sendVideo({ phoneNumberId, to, video: { link: "https://example.com/a.mp4", caption: "A" } }),
          messages.sendAudio({ phoneNumberId, to, audio: { link: "https://example.com/a.ogg", voice: true } }),
          messages.sendSticker({ phoneNumberId, to, sticker: { link: "https://example.com/a.webp" } }),
          messages.sendContacts({
            phoneNumberId,
            to,
            contacts: [
              { name: { formattedName: "Ada Lovelace", firstName: "Ada" }, phones: [{ phone: "+16505551235" }] }
            ]
          }),
          messages.sendLocation({ phoneNumberId, to, location: { latitude: 37.7, longitude: -122.4, name: "HQ" } }),
          messages.sendReaction({ phoneNumberId, to, reaction: { messageId: "wamid.X", emoji: "😀" } }),
          messages.sendInteractiveButtons({
            phoneNumberId,
            to,
            bodyText: "Well?",
            buttons: [{ id: "yes", title: "Yes" }]
          }),
          messages.sendInteractiveList({
            phoneNumberId,
            to,
            bodyText: "Which?",
            buttonText: "Choose",
            sections: [{ title: "All", rows: [{ id: "1", title: "One" }] }]
          }),
          messages.sendInteractiveCtaUrl({
            phoneNumberId,
            to,
            bodyText: "There",
            parameters: { displayText: "Open", url: "https://example.com" }
          }),
          messages.sendInteractiveLocationRequest({
            phoneNumberId,
            to,
            bodyText: "Where?",
            parameters: { requestMessage: "Where?" }
          }),
          messages.sendInteractiveProduct({ phoneNumberId, to, catalogId: "1", productRetailerId: "2" }),
          messages.sendInteractiveProductList({
            phoneNumberId,
            to,
            bodyText: "Ours",
            header: { type: "text", text: "Ours" },
            catalogId: "1",
            sections: [{ title: "All", productItems: [{ productRetailerId: "2" }] }]
          }),
          messages.sendInteractiveCatalogMessage({ phoneNumberId, to, bodyText: "All of it", parameters: {} }),
          messages.sendInteractiveAddress({ phoneNumberId, to, bodyText: "Where to?", parameters: { country: "IN" } }),
          messages.sendInteractiveCallPermission({
            phoneNumberId,
            to,
            bodyText: "May we?",
            parameters: { phoneNumber: "+16505551234" }
          }),
          messages.sendInteractiveCarousel({
            phoneNumberId,
            to,
            bodyText: "Which?",
            cards: [0, 1].map((cardIndex) => ({
              cardIndex,
              header: { type: "image" as const, image: { link: "https://example.com/a.png" } },
              action: { displayText: "Open", url: "https://example.com" }
            }))
          }),
          messages.sendInteractiveFlow({
            phoneNumberId,
            to,
            bodyText: "When?",
            parameters: {
              flowId: "1",
              flowCta: "Book",
              flowMessageVersion: "3",
              flowToken: "t",
              flowAction: "navigate"
            }
          })
        ])
      )
      for (const answer of sent) {
        assert.deepStrictEqual(answer.contacts, [{ input: to, waId: "16505551234" }])
        assert.match(answer.messages[0]?.id ?? "", /^wamid\./)
      }
      assert.strictEqual(new Set(sent.map((answer) => answer.messages[0]?.id)).size, sent.length)

      const read = yield* Effect.promise(() => messages.markRead({ phoneNumberId, messageId: "wamid.X" }))
      assert.deepStrictEqual(read, { success: true })
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("sends a template, its button's index a number", () =>
    Effect.gen(function* () {
      const { messages } = yield* client
      const sent = yield* Effect.promise(() =>
        messages.sendTemplate({
          phoneNumberId,
          to,
          template: {
            name: "seasonal_promotion",
            language: { code: "en_US" },
            components: [
              { type: "header", parameters: [{ type: "text", text: "Summer Sale" }] },
              { type: "body", parameters: ["May", "25OFF", "25%"].map((text) => ({ type: "text" as const, text })) },
              { type: "button", subType: "url", index: 1, parameters: [{ type: "text", text: "summer" }] }
            ]
          }
        })
      )
      assert.strictEqual(sent.messages[0]?.messageStatus, "accepted")
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("lists templates page by page", () =>
    Effect.gen(function* () {
      const { templates } = yield* client
      const page = (after?: string) =>
        Effect.promise(() =>
          templates.list({ businessAccountId: wabaId, limit: 6, ...(after === undefined ? {} : { after }) })
        )
      const first = yield* page()
      const second = yield* page(first.paging?.cursors?.after ?? undefined)
      assert.deepStrictEqual(
        [...first.data, ...second.data].map(({ id, language, name, status }) => ({ id, language, name, status })),
        defaultTemplates.map(({ id, language, name, status }) => ({ id, language, name, status }))
      )
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("is refused with its own typed errors", () =>
    Effect.gen(function* () {
      const { messages, templates } = yield* client
      const other = yield* clientWith("EAAother")
      const template = (name: string) => ({ name, language: { code: "en_US" }, components: [] })

      assert.deepStrictEqual(
        yield* refusalOf(() => messages.sendTemplate({ phoneNumberId, to, template: template("nothing") })),
        {
          category: "template",
          code: 132001,
          details: "template name (nothing) does not exist in en_US",
          httpStatus: 404,
          message: "(#132001) Template name does not exist in the translation",
          retry: "fix_and_retry"
        }
      )
      assert.deepStrictEqual(yield* refusalOf(() => other.messages.sendText({ phoneNumberId, to, body: "Hello" })), {
        category: "authorization",
        code: 190,
        details: undefined,
        httpStatus: 401,
        message: "Invalid OAuth access token - Cannot parse access token",
        retry: "refresh_token"
      })
      const { code, httpStatus } =
        (yield* refusalOf(() => templates.list({ businessAccountId: "1" }))) ?? assert.fail("was not refused")
      assert.deepStrictEqual({ code, httpStatus }, { code: 100, httpStatus: 400 })
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("learns of faults as of the platform's", () =>
    Effect.gen(function* () {
      const { messages } = yield* client
      const { setFaults } = yield* Emulator
      yield* setFaults([
        { code: 131047, mode: "sync", times: 1 },
        { mode: "garbled", times: 1 }
      ])
      const sendText = () => messages.sendText({ phoneNumberId, to, body: "Hello" })

      const refused = yield* refusalOf(sendText)
      assert.strictEqual(refused?.category, "reengagementWindow")
      assert.strictEqual(refused?.retry, "do_not_retry")
      const garbled = yield* Effect.flip(Effect.tryPromise({ try: sendText, catch: (error) => error }))
      assert.isTrue(garbled instanceof GraphApiError && garbled.httpStatus === 502 && garbled.category === "server")
    }).pipe(Effect.provide(emulated()))
  )
})
