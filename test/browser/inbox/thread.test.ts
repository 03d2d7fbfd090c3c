import { assert, describe } from "@effect/vitest"
import type { Locator } from "playwright-core"
import { faultProxy } from "../../support/servers/FaultProxy.ts"
import { assertNone, barriers } from "../support/accessibility.ts"
import { saysEverything } from "../support/everyKind.ts"
import { answer, bubble, openWith, thread } from "../support/inboxSteps.ts"
import { desktop, journey, type Scene, until } from "../support/journey.ts"

/** Answers on the customer's number, and gives the platform's id of the answer. */
const answered = async (scene: Scene, to: string, text: string): Promise<string> => {
  const sent = (await scene.developer("POST", "/v1/send-message", { to, type: "text", text })) as {
    readonly data: { readonly waMessageId: string }
  }
  return sent.data.waMessageId
}

describe("a thread", () => {
  journey("an answer shows what it answers, and leads there", async (scene) => {
    const customer = scene.customer("Mary Jackson")
    await customer.writes("Which sizes do you have?")
    const visitor = await scene.visitor("owner", { as: scene.owner })
    await openWith(visitor, customer)
    const offer = await answered(scene, customer.from, "Small and large")
    for (let line = 1; line <= 30; line++) await customer.writes(`Line ${line}`)
    const chosen = await customer.writes("Then large", { replyTo: offer })
    const quote = bubble(visitor, "Then large").getByRole("button", { name: /Reply to our message/ })
    await quote.getByText("Small and large").waitFor()
    await quote.click()
    const offered = thread(visitor).locator("li.message-outbound:focus", { hasText: "Small and large" })
    await offered.waitFor()
    await until("the answered message is in view", async () => {
      const box = await offered.boundingBox()
      return box !== null && box.y >= 0 && box.y + box.height <= desktop.height
    })
    await customer.writes("That one", { replyTo: chosen ?? "" })
    await bubble(visitor, "That one")
      .getByRole("button", { name: /Reply to the contact's message/ })
      .waitFor()
    await customer.writes("Not that one", { replyTo: "wamid.elsewhere" })
    const unknown = bubble(visitor, "Not that one")
    await unknown.getByText("Reply to an earlier message").waitFor()
    assert.strictEqual(await unknown.getByRole("button", { name: /Reply to/ }).count(), 0)
  })

  journey("an answer to a message that is not loaded leads there too, and Back returns", async (scene) => {
    const customer = scene.customer("Christine Darden")
    const first = Math.floor(Date.now() / 1_000) - 90
    const at = (later: number) => ({ timestamp: new Date((first + later) * 1_000).toISOString() })
    const asked = await customer.writes("Blue or green?", at(0))
    for (let line = 1; line <= 80; line++) await customer.writes(`Line ${line}`, at(line))
    await customer.writes("Then green", { ...at(81), replyTo: asked ?? "" })
    const visitor = await scene.visitor("owner", { as: scene.owner })
    const { page } = visitor
    await openWith(visitor, customer)
    const quote = bubble(visitor, "Then green").getByRole("button", { name: /Reply to the contact's message/ })
    // While messages arrive, an open thread has more than its newest part.
    await until("the newest part is complete", async () => {
      await page.reload()
      await quote.waitFor()
      return (await thread(visitor).locator(".message-text").first().innerText()) === "Line 32"
    })
    const address = visitor.path
    const isInView = async (message: Locator) => {
      const box = await message.boundingBox()
      return box !== null && box.y >= 0 && box.y + box.height <= desktop.height
    }
    await quote.click()
    const askedMessage = thread(visitor).locator("li[aria-current]:focus", { hasText: "Blue or green?" })
    await askedMessage.waitFor()
    assert.match(visitor.path, /\?message=[\da-f-]+$/)
    await until("the answered message is in view", () => isInView(askedMessage))
    assert.strictEqual(await quote.count(), 0)
    await page.goBack()
    await quote.waitFor()
    assert.strictEqual(visitor.path, address)
    await until("the end is in view", () => isInView(quote))
  })

  journey("an answered message that is not loaded any more is led to again, and a click marks none", async (scene) => {
    const customer = scene.customer("Vera Rubin")
    const first = Math.floor(Date.now() / 1_000) - 200
    const at = (later: number) => ({ timestamp: new Date((first + later) * 1_000).toISOString() })
    const asked = (await customer.writes("Red or white?", at(0))) ?? ""
    for (let line = 1; line <= 80; line++) await customer.writes(`Line ${line}`, at(line))
    await customer.writes("Then red", { ...at(81), replyTo: asked })
    const proxy = await scene.run(faultProxy(scene.demo.appUrl))
    const visitor = await scene.visitor("owner", { as: scene.owner, origin: proxy.url })
    visitor.expects(/ERR_(?:EMPTY_RESPONSE|CONNECTION|INCOMPLETE|SOCKET)/)
    await openWith(visitor, customer)
    const quoteOf = (text: string) =>
      bubble(visitor, text).getByRole("button", { name: /Reply to the contact's message/ })
    await quoteOf("Then red").click()
    const askedMessage = thread(visitor).locator("li[aria-current]:focus", { hasText: "Red or white?" })
    await askedMessage.waitFor()
    // Down to the end, so that the newest part is loaded for what comes.
    await until("the end is loaded", async () => {
      await thread(visitor).locator(".message").last().scrollIntoViewIfNeeded()
      return (await thread(visitor).getByRole("link", { name: "Jump to the newest messages" }).count()) === 0
    })
    await bubble(visitor, "Line 1").first().waitFor()
    assert.match(visitor.path, /\?message=/)
    await scene.run(proxy.set("refuses"))
    await visitor.page.locator(".live-offline").waitFor()
    for (let line = 82; line <= 140; line++) await customer.writes(`Line ${line}`, at(line))
    const last = `Or white for ${customer.name}`
    await customer.writes(last, { ...at(141), replyTo: asked })
    await until("the service has the last message", async () =>
      JSON.stringify(await scene.developer("GET", "/v1/conversations/whatsapp")).includes(last)
    )
    await scene.run(proxy.set("passes"))
    await quoteOf(last).waitFor()
    await until("only the newest part is loaded", async () => (await quoteOf("Then red").count()) === 0)
    await quoteOf(last).click()
    await askedMessage.waitFor()

    const outline = (message: Locator) =>
      message
        .locator(".bubble")
        .evaluate((element) =>
          String(Reflect.get(Object(element), "ownerDocument").defaultView.getComputedStyle(element).outlineStyle)
        )
    assert.strictEqual(await outline(askedMessage), "solid")
    await thread(visitor).getByText("Line 2", { exact: true }).click()
    const other = thread(visitor).locator("li.message:focus", { hasText: "Line 2" })
    assert.strictEqual(await outline(other), "none")
  })

  journey(
    "every kind of message is shown, without barriers, in light and dark, on a desktop and on a phone",
    async (scene) => {
      const customer = scene.customer("Ada Everything")
      const texts = await saysEverything(customer)
      const template = { name: "order_update", language: { code: "en_US" } }
      const parameters = ["Ada", "A-1843"].map((text) => ({ type: "text", text }))
      const visitor = await scene.visitor("owner", { as: scene.owner })
      visitor.expects(/status of 502/)
      await openWith(visitor, customer)
      await scene.developer("POST", "/v1/send-message", {
        to: customer.from,
        template: { ...template, components: [{ type: "body", parameters }] }
      })
      await scene.fault({ mode: "sync", code: 131026, times: 1, to: customer.from })
      await answer(visitor, "Refused")
      for (const text of [...texts, "Hi Ada, your order A-1843 has shipped", "Message undeliverable (131026)"]) {
        await bubble(visitor, text).waitFor()
      }
      assertNone(await barriers(visitor, "thread"))
      await visitor.speak("arabic")
      assertNone(await barriers(visitor, "thread in Arabic", ["light"]))
    },
    120_000
  )

  journey("questions and answers of one second are in order, live and after a reload", async (scene) => {
    const customer = scene.customer("Valerie Thomas")
    await customer.writes("Hello")
    const visitor = await scene.visitor("owner", { as: scene.owner })
    await openWith(visitor, customer)
    await bubble(visitor, "Hello").waitFor()
    const expected = ["Hello"]
    // WhatsApp's times are whole seconds, which several of these share.
    for (let turn = 1; turn <= 4; turn++) {
      await customer.writes(`Question ${turn}`)
      await bubble(visitor, `Question ${turn}`).waitFor()
      await answered(scene, customer.from, `Reply ${turn}`)
      expected.push(`Question ${turn}`, `Reply ${turn}`)
    }
    const shown = async () => {
      const texts = await thread(visitor).locator(".message-text").allInnerTexts()
      return texts.length === expected.length ? texts : undefined
    }
    assert.deepStrictEqual(await until("all are shown", shown), expected)
    await visitor.page.reload()
    assert.deepStrictEqual(await until("all are shown again", shown), expected)
  })

  journey("messages whose reports overtake each other are in the order in which they were said", async (scene) => {
    const customer = scene.customer("Annie Order")
    const second = Math.floor(Date.now() / 1_000) - 5
    const at = (later: number) => ({ timestamp: new Date((second + later) * 1_000).toISOString() })
    await customer.writes("First of all", at(0))
    const visitor = await scene.visitor("owner", { as: scene.owner })
    await openWith(visitor, customer)
    await customer.writes("Third", at(2))
    await bubble(visitor, "Third").waitFor()
    await customer.does({ type: "echo", text: "We are closed", ...at(3) })
    await bubble(visitor, "We are closed").waitFor()
    await customer.writes("Second", at(1))
    await bubble(visitor, "Second").waitFor()
    await customer.writes("Are you open?", at(3))
    await bubble(visitor, "Are you open?").waitFor()
    const texts = await thread(visitor).locator(".message-text").allInnerTexts()
    assert.deepStrictEqual(texts, ["First of all", "Second", "Third", "Are you open?", "We are closed"])
  })

  journey("an answer to a story names the story", async (scene) => {
    const customer = scene.customer("Katherine Story", "instagram")
    await customer.does({ type: "story_reply", text: "Where is this?" })
    const visitor = await scene.visitor("owner", { as: scene.owner })
    await openWith(visitor, customer)
    await bubble(visitor, "Where is this?").getByText("Reply to your story").waitFor()
  })

  journey("a message shows the ad, post or link that it came by, without opening anything", async (scene) => {
    const ad = { source_type: "ad", source_id: "7", headline: "Fresh bread", body: "Every morning" }
    const customer = scene.customer("Gladys West")
    await customer.writes("Is there some left?", { referral: { ...ad, source_url: "https://fb.me/7" } })
    const onMessenger = scene.customer("Dorothy Vaughan", "messenger")
    await onMessenger.writes("Hello")
    await onMessenger.does({ type: "referral", referral: { ref: "summer", source: "SHORTLINK", type: "OPEN_THREAD" } })
    const visitor = await scene.visitor("owner", { as: scene.owner })
    await openWith(visitor, customer)
    const note = bubble(visitor, "Is there some left?").getByRole("note")
    for (const text of ["From an ad", "Fresh bread", "Every morning", "https://fb.me/7"]) {
      await note.getByText(text).waitFor()
    }
    assert.strictEqual(await note.getByRole("link").count(), 0)
    // The contact panel has it beside later messages too.
    await customer.writes("Rye, I mean")
    await visitor.page
      .getByRole("region", { name: "Contact", exact: true })
      .getByRole("region", { name: "Latest referral" })
      .getByText("Fresh bread")
      .waitFor()
    await openWith(visitor, onMessenger)
    await bubble(visitor, "summer").getByText("From a link", { exact: true }).waitFor()
  })
})
