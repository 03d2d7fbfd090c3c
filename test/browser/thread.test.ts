import { assert, describe } from "@effect/vitest"
import { bubble, openWith, thread } from "./support/inboxSteps.ts"
import { journey, type Scene, until } from "./support/journey.ts"

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
    const quote = bubble(visitor, "Then large").getByRole("button", { name: /Answer to our message/ })
    await quote.getByText("Small and large").waitFor()
    const offered = thread(visitor).locator("li.message-outbound", { hasText: "Small and large" })
    await quote.click()
    await until("the answered message is in view", () =>
      offered.evaluate((element) => {
        const { bottom, top } = element.getBoundingClientRect()
        return document.activeElement === element && top >= 0 && bottom <= window.innerHeight
      })
    )
    await customer.writes("That one", { replyTo: chosen ?? "" })
    await bubble(visitor, "That one")
      .getByRole("button", { name: /Answer to the contact's message/ })
      .waitFor()
    await customer.writes("Not that one", { replyTo: "wamid.elsewhere" })
    const unknown = bubble(visitor, "Not that one")
    await unknown.getByText("Answer to an earlier message").waitFor()
    assert.strictEqual(await unknown.getByRole("button").count(), 0)
  })

  journey("an answer to a story names the story", async (scene) => {
    const customer = scene.customer("Katherine Story", "instagram")
    await customer.does({ type: "story_reply", text: "Where is this?" })
    const visitor = await scene.visitor("owner", { as: scene.owner })
    await openWith(visitor, customer)
    await bubble(visitor, "Where is this?").getByText("Answer to your story").waitFor()
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
    for (const text of ["Came by an ad", "Fresh bread", "Every morning", "https://fb.me/7"]) {
      await note.getByText(text).waitFor()
    }
    assert.strictEqual(await note.getByRole("link").count(), 0)
    await openWith(visitor, onMessenger)
    await bubble(visitor, "summer").getByText("Came by a link", { exact: true }).waitFor()
  })
})
