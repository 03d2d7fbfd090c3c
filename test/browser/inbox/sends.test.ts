import { assert, describe } from "@effect/vitest"
import { answer, bubble, composer, openNamed, openWith, thread } from "../support/inboxSteps.ts"
import { journey, until } from "../support/journey.ts"
import { sentTo } from "../support/sentTo.ts"
import type { Visitor } from "../support/Visitor.ts"

/** Chooses a template in the open conversation, and gives its dialog. */
const templateDialog = async (visitor: Visitor, name: string) => {
  await thread(visitor).getByRole("button", { name: "Send a template" }).click()
  const dialog = visitor.page.getByRole("dialog", { name: "Send a template" })
  await dialog.getByRole("button", { name }).click()
  return dialog
}

const hours = 3_600_000

describe("sends", () => {
  journey("a template is filled in, previewed and sent", async (scene) => {
    const customer = scene.customer("Emmy Noether")
    await customer.writes("Where is my order?")
    const visitor = await scene.visitor("owner", { as: scene.owner })
    await openWith(visitor, customer)
    const dialog = await templateDialog(visitor, "order_update")
    await dialog.getByRole("button", { name: "Send", exact: true }).click()
    await dialog.getByText("Enter a value.").first().waitFor()
    await dialog.getByLabel("Text: 1").fill("Emmy")
    await dialog.getByLabel("Text: 2").fill("A-1918")
    const text = "Hi Emmy, your order A-1918 has shipped and is on its way."
    await dialog.getByRole("region", { name: "Preview" }).getByText(text).waitFor()
    await dialog.getByRole("button", { name: "Send", exact: true }).click()
    await dialog.waitFor({ state: "detached" })
    // The thread shows what the customer reads.
    await bubble(visitor, text).getByText("Read", { exact: true }).waitFor({ state: "attached" })
    const sent = (await sentTo(scene, customer.from)).find((request) => request.includes("order_update"))
    assert.include(sent ?? "", "A-1918")
  })

  journey("who never wrote gets a template, and anything after an answer", async (scene) => {
    const customer = scene.customer("Sofia Kovalevskaya")
    await scene.developer("POST", "/v1/send-message", {
      to: customer.from,
      template: { name: "hello_world", language: { code: "en_US" } }
    })
    const visitor = await scene.visitor("owner", { as: scene.owner })
    await openNamed(visitor, customer.from)
    await thread(visitor).getByText("No message from this customer yet. Start with a template.").waitFor()
    assert.strictEqual(await composer(visitor).count(), 0)
    await customer.writes("Who are you?")
    await composer(visitor).waitFor()
    await answer(visitor, "The bakery")
    await bubble(visitor, "The bakery").getByText("Read", { exact: true }).waitFor({ state: "attached" })
  })

  journey("the window ticks, closes by itself, and leaves templates", async (scene) => {
    const customer = scene.customer("Ada Window")
    await customer.writes("Call me tomorrow")
    const visitor = await scene.visitor("owner", { as: scene.owner })
    await openWith(visitor, customer)
    await thread(visitor)
      .getByText(/^Reply window open · 23h/)
      .waitFor()
    const { page } = visitor
    await page.clock.setFixedTime(Date.now() + 23.9 * hours)
    await thread(visitor)
      .getByText(/^Reply window open · \d+m \d+s/)
      .waitFor()
    await page.clock.setFixedTime(Date.now() + 24.1 * hours)
    await thread(visitor).getByText("The 24-hour window has closed. Send a template to continue.").waitFor()
    assert.strictEqual(await composer(visitor).count(), 0)
    const dialog = await templateDialog(visitor, "hello_world")
    await dialog.getByRole("button", { name: "Send", exact: true }).click()
    await bubble(visitor, /Template hello_world.*Welcome/)
      .getByText("Read", { exact: true })
      .waitFor({ state: "attached" })
  })

  journey("a send that the platform refuses shows once, in the thread, and is sent again once", async (scene) => {
    const customer = scene.customer("Lise Meitner")
    await customer.writes("Are you there?")
    const visitor = await scene.visitor("owner", { as: scene.owner })
    visitor.expects(/status of [45]\d\d/)
    await openWith(visitor, customer)
    const said = bubble(visitor, "We are here")
    const onItsWay = thread(visitor).getByRole("list", { name: "Outgoing messages" })
    const sendAgain = thread(visitor).getByRole("button", { name: "Send again" })
    await scene.fault({ mode: "sync", code: 131026, times: 2, to: customer.from })
    await answer(visitor, "We are here")
    await said.getByText(/131026/).waitFor()
    await onItsWay.waitFor({ state: "detached" })
    assert.strictEqual(await sendAgain.count(), 1)
    // Refused once more, it is another message, and each shows once.
    await sendAgain.click()
    await until("both are shown", async () => (await said.getByText(/131026/).count()) === 2)
    await onItsWay.waitFor({ state: "detached" })
    assert.strictEqual(await sendAgain.count(), 2)
    await sendAgain.last().click()
    await said.getByText("Read", { exact: true }).waitFor({ state: "attached" })
    await onItsWay.waitFor({ state: "detached" })
    assert.strictEqual(await said.count(), 3)
  })

  journey("a refused template is sent again with its values", async (scene) => {
    const customer = scene.customer("Emmy Again")
    await customer.writes("Where is my order?")
    const visitor = await scene.visitor("owner", { as: scene.owner })
    visitor.expects(/status of [45]\d\d/)
    await openWith(visitor, customer)
    await scene.fault({ mode: "sync", code: 131026, times: 1, to: customer.from })
    const dialog = await templateDialog(visitor, "order_update")
    await dialog.getByLabel("Text: 1").fill("Emmy")
    await dialog.getByLabel("Text: 2").fill("A-1921")
    await dialog.getByRole("button", { name: "Send", exact: true }).click()
    const said = bubble(visitor, "Hi Emmy, your order A-1921 has shipped")
    await said.getByText(/131026/).waitFor()
    await thread(visitor).getByRole("list", { name: "Outgoing messages" }).waitFor({ state: "detached" })
    await said.getByRole("button", { name: "Send again" }).click()
    await said.getByText("Read", { exact: true }).waitFor({ state: "attached" })
    assert.strictEqual(await said.count(), 2)
  })

  journey("a refused file that was uploaded shows once, and is sent again without another upload", async (scene) => {
    const customer = scene.customer("Grace Files")
    await customer.writes("May I see the menu?")
    const visitor = await scene.visitor("owner", { as: scene.owner })
    visitor.expects(/status of 502/)
    await openWith(visitor, customer)
    await scene.fault({ mode: "sync", code: 131026, times: 1, to: customer.from })
    await thread(visitor).getByRole("button", { name: "Attach a file" }).click()
    const dialog = visitor.page.getByRole("dialog")
    await dialog.locator("input[type=file]").setInputFiles({
      name: "menu.pdf",
      mimeType: "application/pdf",
      buffer: Buffer.from("%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n")
    })
    await dialog.getByLabel("Caption").fill("Our menu")
    await dialog.getByRole("button", { name: "Send", exact: true }).click()
    const said = bubble(visitor, "Our menu")
    await said.getByText(/131026/).waitFor()
    await thread(visitor).getByRole("list", { name: "Outgoing messages" }).waitFor({ state: "detached" })
    assert.strictEqual(await thread(visitor).getByRole("button", { name: "Send again" }).count(), 1)
    await said.getByRole("button", { name: "Send again" }).click()
    await said.getByText("Read", { exact: true }).waitFor({ state: "attached" })
    assert.strictEqual(await said.count(), 2)
  })

  journey("a send that nothing in the thread stands for shows at the composer", async (scene) => {
    const customer = scene.customer("Lise Blocked")
    await customer.writes("Are you there?")
    const visitor = await scene.visitor("owner", { as: scene.owner })
    visitor.expects(/status of 409/)
    await openWith(visitor, customer)
    await visitor.page.route("**/api/whatsapp/conversations/*/messages", (route) =>
      route.fulfill({ status: 409, json: { success: false, error: "The recipient is blocked; nothing was sent" } })
    )
    await answer(visitor, "We are here")
    const onItsWay = thread(visitor).getByRole("list", { name: "Outgoing messages" })
    await onItsWay.getByText(/blocked/).waitFor()
    assert.strictEqual(await bubble(visitor, "We are here").count(), 0)
    await onItsWay.getByRole("button", { name: "Discard" }).click()
    await onItsWay.waitFor({ state: "detached" })
  })

  journey("a message that fails later shows why, and is sent again as a new one", async (scene) => {
    const customer = scene.customer("Chien-Shiung Wu")
    await customer.writes("Did you get it?")
    const visitor = await scene.visitor("owner", { as: scene.owner })
    await openWith(visitor, customer)
    await scene.fault({ mode: "async", code: 131026, times: 1, to: customer.from })
    await answer(visitor, "It arrived today")
    const failed = bubble(visitor, "It arrived today").filter({ hasText: "Failed" })
    await failed.getByText(/131026/).waitFor()
    await failed.getByRole("button", { name: "Send again" }).click()
    await bubble(visitor, "It arrived today")
      .filter({ hasNotText: "Failed" })
      .getByText("Read", { exact: true })
      .waitFor({ state: "attached" })
    assert.strictEqual(await bubble(visitor, "It arrived today").count(), 2)
  })

  journey("10 000 characters are read whole, and are too many to send", async (scene) => {
    const customer = scene.customer("Maria Agnesi")
    await customer.writes(`${"Long. ".repeat(1_665)}The end.`)
    const visitor = await scene.visitor("owner", { as: scene.owner })
    await openWith(visitor, customer)
    const long = bubble(visitor, "Long. Long.")
    assert.notInclude(await long.innerText(), "The end.")
    await long.getByRole("button", { name: "Show all" }).click()
    await long.getByText("The end.").waitFor()
    await composer(visitor).fill("x".repeat(10_000))
    await thread(visitor)
      .getByText(/^10,000 of 4,096 characters/)
      .waitFor()
    assert.isTrue(await thread(visitor).getByRole("button", { name: "Send", exact: true }).isDisabled())
    await composer(visitor).fill("x".repeat(4_096))
    await thread(visitor).getByRole("button", { name: "Send", exact: true }).click()
    await until("the draft is gone", async () => (await composer(visitor).inputValue()) === "")
  })
})
