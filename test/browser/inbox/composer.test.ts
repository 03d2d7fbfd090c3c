import { assert, describe } from "@effect/vitest"
import { tone } from "../support/recordings.ts"
import { answer, bubble, composer, openWith, thread } from "../support/inboxSteps.ts"
import { journey, phone, until } from "../support/journey.ts"
import { sentTo } from "../support/sentTo.ts"
import type { Visitor } from "../support/Visitor.ts"

const noteField = (visitor: Visitor) => thread(visitor).getByRole("textbox", { name: "Note", exact: true })

const button = (visitor: Visitor, name: string) => thread(visitor).getByRole("button", { name, exact: true })

/** Height of the messages as a share of the page, and in pixels. */
const roomOf = async ({ page }: Visitor) => {
  const box = await page.locator(".messages").boundingBox()
  const height = box?.height ?? 0
  return { height, share: height / (page.viewportSize()?.height ?? 1) }
}

/** Stands for a browser that records a format of the channel: the recording is a tone. */
const recordsTone = `(() => {
  const bytes = Uint8Array.from(atob("${tone().toString("base64")}"), (character) => character.charCodeAt(0))
  window.MediaRecorder = class extends EventTarget {
    static isTypeSupported(type) { return type === "audio/wav" }
    state = "inactive"
    start() { this.state = "recording" }
    stop() {
      this.state = "inactive"
      const event = new Event("dataavailable")
      event.data = new Blob([bytes], { type: "audio/wav" })
      this.dispatchEvent(event)
    }
  }
  navigator.mediaDevices.getUserMedia = async () => ({ getTracks: () => [] })
})()`

describe("the composer", () => {
  journey("a note mentions a member, is in the thread, and never reaches the contact", async (scene) => {
    const customer = scene.customer("Nora Noted")
    await customer.writes("Is it ready?")
    const agent = await scene.member("agent")
    const owner = await scene.visitor("owner", { as: scene.owner })
    await openWith(owner, customer)
    await button(owner, "Note").click()
    await noteField(owner).pressSequentially("Please check @")
    const options = owner.page.getByRole("listbox", { name: "Members" }).getByRole("option")
    await options.first().waitFor()
    await noteField(owner).press("Enter")
    assert.match(await noteField(owner).inputValue(), /^Please check @.+ $/)
    await noteField(owner).press("Enter")
    const note = thread(owner).locator(".thread-note").filter({ hasText: "Please check @" })
    await note.waitFor()
    assert.strictEqual(await noteField(owner).inputValue(), "")

    const other = await scene.visitor("agent", { as: agent })
    await openWith(other, customer)
    const theirs = thread(other).locator(".thread-note").filter({ hasText: "Please check @" })
    await theirs.waitFor()
    assert.strictEqual(await theirs.getByRole("button", { name: "Delete note" }).count(), 0)
    await note.getByRole("button", { name: "Delete note" }).click()
    await note.waitFor({ state: "detached" })
    await theirs.waitFor({ state: "detached" })
    assert.deepStrictEqual(
      (await sentTo(scene, customer.from)).filter((body) => body.includes("Please check")),
      []
    )
  })

  journey("a draft with its mode is there on another device, and goes with the send", async (scene) => {
    const customer = scene.customer("Dora Draft")
    await customer.writes("Where are you?")
    const desk = await scene.visitor("owner", { as: scene.owner })
    await openWith(desk, customer)
    const saved = desk.page.waitForResponse(
      (response) => response.url().endsWith("/draft") && response.request().method() === "PUT"
    )
    await composer(desk).fill("On the way")
    assert.isTrue((await saved).ok())

    const other = await scene.visitor("phone", { as: scene.owner, viewport: phone })
    await openWith(other, customer)
    await until("the draft is there", async () => (await composer(other).inputValue()) === "On the way")
    await button(other, "Note").click()
    const noted = other.page.waitForResponse(
      (response) => response.url().endsWith("/draft") && response.request().method() === "PUT"
    )
    await noteField(other).fill("For us only")
    await noted
    await desk.page.reload()
    await until("the note is there", async () => (await noteField(desk).inputValue()) === "For us only")
    await button(desk, "Reply").click()
    const removed = desk.page.waitForResponse((response) => response.request().method() === "DELETE")
    await answer(desk, "Here we are")
    assert.isTrue((await removed).ok())
    await bubble(desk, "Here we are").waitFor()
    assert.deepStrictEqual(
      (await sentTo(scene, customer.from)).filter((body) => body.includes("For us only")),
      []
    )
    await desk.page.reload()
    await composer(desk).waitFor()
    assert.strictEqual(await composer(desk).inputValue(), "")
  })

  journey("a saved reply is inserted with its values, by keys alone", async (scene) => {
    const customer = scene.customer("Sally Saved")
    await customer.writes("Thanks")
    await scene.developer("POST", "/v1/saved-replies", {
      shortcut: "bye",
      text: "Goodbye, {{contact.firstName|friend}}."
    })
    const visitor = await scene.visitor("owner", { as: scene.owner })
    await openWith(visitor, customer)
    await composer(visitor).pressSequentially("24/7 /by")
    const option = visitor.page.getByRole("option", { name: /\/bye/ })
    await option.waitFor()
    await composer(visitor).press("Escape")
    await option.waitFor({ state: "detached" })
    await composer(visitor).press("e")
    await composer(visitor).fill("")
    await composer(visitor).pressSequentially("/bye")
    await option.waitFor()
    await composer(visitor).press("Enter")
    await until("the reply is inserted", async () => (await composer(visitor).inputValue()) === "Goodbye, Sally.")
    await composer(visitor).press("Enter")
    await bubble(visitor, "Goodbye, Sally.").waitFor()
  })

  journey("an emoji is found and inserted at the caret", async (scene) => {
    const customer = scene.customer("Emma Emoji")
    await customer.writes("Hi")
    const visitor = await scene.visitor("owner", { as: scene.owner })
    await openWith(visitor, customer)
    await composer(visitor).fill("Thank you")
    await composer(visitor).press("Home")
    await button(visitor, "Emoji").click()
    const search = visitor.page.getByRole("searchbox", { name: "Search emoji" })
    await search.fill("thanks")
    await search.press("Enter")
    await until("it is inserted", async () => (await composer(visitor).inputValue()) === "🙏Thank you")
    await composer(visitor).and(visitor.page.locator(":focus")).waitFor()
  })

  journey("a send closes the conversation, and the thread says who closed it", async (scene) => {
    const customer = scene.customer("Clara Closed")
    await customer.writes("That is all")
    const visitor = await scene.visitor("owner", { as: scene.owner })
    await openWith(visitor, customer)
    await composer(visitor).fill("Have a nice day")
    await button(visitor, "Send options").click()
    await visitor.page.getByRole("menuitem", { name: "Send and close" }).click()
    await bubble(visitor, "Have a nice day").waitFor()
    await thread(visitor).locator(".thread-line", { hasText: "Conversation closed" }).waitFor()
    assert.lengthOf(
      (await sentTo(scene, customer.from)).filter((body) => body.includes("Have a nice day")),
      1
    )
  })

  journey("a voice message is recorded in a format of the channel", async (scene) => {
    const customer = scene.customer("Vera Voice", "messenger")
    await customer.writes("Call me")
    const visitor = await scene.visitor("owner", { as: scene.owner })
    await visitor.page.addInitScript(recordsTone)
    await visitor.page.reload()
    await openWith(visitor, customer)
    await button(visitor, "Record a voice message").click()
    await thread(visitor).getByText("Recording 0:01").waitFor()
    await button(visitor, "Send recording").click()
    await thread(visitor).locator(".message-outbound audio").waitFor()
    await composer(visitor).waitFor()
  })

  journey("Enter opens a conversation with the focus in the text, and new messages are logged", async (scene) => {
    const customer = scene.customer("Elsa Enter")
    await customer.writes("Good morning")
    const visitor = await scene.visitor("owner", { as: scene.owner })
    await visitor.page.locator(".inbox-list .row", { hasText: customer.name }).focus()
    await visitor.page.keyboard.press("Enter")
    await composer(visitor).and(visitor.page.locator(":focus")).waitFor()
    await bubble(visitor, "Good morning").waitFor()
    await customer.writes("Are you there?")
    await thread(visitor).getByRole("log").getByText("Are you there?").waitFor({ state: "attached" })
  })

  journey("the messages keep most of the page on a phone, and 250 pixels at a zoom of 200 %", async (scene) => {
    const customer = scene.customer("Pia Phone")
    await customer.writes("Hello")
    const visitor = await scene.visitor("owner", { as: scene.owner, viewport: { width: 360, height: 740 } })
    await openWith(visitor, customer)
    const onPhone = await roomOf(visitor)
    assert.isAtLeast(onPhone.share, 0.65, JSON.stringify(onPhone))
    await visitor.page.setViewportSize({ width: 720, height: 450 })
    const zoomed = await roomOf(visitor)
    assert.isAtLeast(zoomed.height, 250, JSON.stringify(zoomed))
    await visitor.page.setViewportSize({ width: 1440, height: 900 })
    await composer(visitor).fill("A long text that wraps. ".repeat(200))
    const grown = await roomOf(visitor)
    assert.isAtLeast(grown.share, 0.3, JSON.stringify(grown))
    assert.isAtLeast((await composer(visitor).boundingBox())?.height ?? 0, 300)
  })

  journey("pictures open over the page, with arrow keys to the next one", async (scene) => {
    const customer = scene.customer("Greta Gallery")
    await customer.does({ type: "image" })
    await customer.does({ type: "image" })
    const visitor = await scene.visitor("owner", { as: scene.owner })
    await openWith(visitor, customer)
    await button(visitor, "Open picture").first().click()
    const dialog = visitor.page.getByRole("dialog", { name: "Picture" })
    await dialog.getByText("1 of 2").waitFor()
    await visitor.page.keyboard.press("ArrowRight")
    await dialog.getByText("2 of 2").waitFor()
    await dialog.getByRole("link", { name: "Download" }).waitFor()
    await visitor.page.keyboard.press("Escape")
    await dialog.waitFor({ state: "detached" })
  })
})
