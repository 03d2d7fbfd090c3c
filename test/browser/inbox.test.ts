import { assert, describe } from "@effect/vitest"
import { faultProxy } from "../support/FaultProxy.ts"
import type { Customer } from "./support/Customer.ts"
import { journey, until } from "./support/journey.ts"
import type { Visitor } from "./support/Visitor.ts"

const thread = ({ page }: Visitor) => page.locator(".inbox-thread")

/** Opens the conversation with the customer from the list. */
const openWith = async (visitor: Visitor, { name }: Customer) => {
  await visitor.page.locator(".inbox-list").getByText(name).first().click()
  await thread(visitor).getByRole("textbox", { name: "Message" }).waitFor()
}

const answer = async (visitor: Visitor, text: string) => {
  await thread(visitor).getByRole("textbox", { name: "Message" }).fill(text)
  await thread(visitor).getByRole("button", { name: "Send", exact: true }).click()
}

describe("the inbox", () => {
  journey("a customer writes, is answered, and the receipts move, all without a reload", async (scene) => {
    const visitor = await scene.visitor("owner", { as: scene.owner })
    const customer = scene.customer("Rosalind Franklin")
    await customer.writes("Are you open today?")
    await openWith(visitor, customer)
    await thread(visitor).getByText("Are you open today?").first().waitFor()
    await answer(visitor, "Until six")
    await thread(visitor).getByText("Until six").first().waitFor()
    await thread(visitor).getByText("Read", { exact: true }).first().waitFor()
    await customer.writes("Then I come at five")
    await thread(visitor).getByText("Then I come at five").first().waitFor()
  })

  journey("two browsers see who is assigned, at once", async (scene) => {
    const customer = scene.customer("Barbara Liskov")
    await customer.writes("Who helps me?")
    const one = await scene.visitor("owner", { as: scene.owner })
    const two = await scene.visitor("admin", { as: await scene.member("admin") })
    await openWith(one, customer)
    await openWith(two, customer)
    await thread(one).getByRole("button", { name: "Assign to me" }).click()
    const name = /^Assigned to /
    await Promise.all([one, two].map((visitor) => thread(visitor).getByText(name).first().waitFor()))
  })

  // The console loads conversation, list and messages anew for each of the 50 events that are replayed, and the limit of
  // requests refuses it (429); the messages then stay away. To be run as soon as it loads once for events that come together.
  journey.skip("50 messages while the stream is cut are there afterwards, each once", async (scene) => {
    const proxy = await scene.run(faultProxy(scene.demo.appUrl))
    const customer = scene.customer("Radia Perlman")
    await customer.writes("Before the cut")
    const visitor = await scene.visitor("owner", { as: scene.owner, origin: proxy.url })
    visitor.expects(/ERR_(?:EMPTY_RESPONSE|CONNECTION|INCOMPLETE)/)
    await openWith(visitor, customer)
    await scene.run(proxy.set("refuses"))
    await visitor.page.locator(".live-offline").waitFor()
    const texts = Array.from({ length: 50 }, (_, index) => `Message ${index + 1}.`)
    for (const text of texts) await customer.writes(text)
    await scene.run(proxy.set("passes"))
    await visitor.live()
    const seen = () => thread(visitor).locator(".messages").innerText()
    const counts = await until("all messages are shown", async () => {
      const shown = await seen()
      const found = texts.map((text) => shown.split(text).length - 1)
      return found.every((count) => count > 0) ? found : undefined
    })
    assert.deepStrictEqual(
      counts,
      Array.from({ length: 50 }, () => 1)
    )
  })

  journey("texts of strangers are inert", async (scene) => {
    const script = `<img src=x onerror="document.title='owned'"><script>document.title='owned'</script>`
    const customer = scene.customer("\u202EHedy Lamarr")
    await customer.writes(script)
    await customer.writes("y".repeat(4_096))
    const visitor = await scene.visitor("owner", { as: scene.owner })
    await openWith(visitor, customer)
    await thread(visitor).getByText(script).first().waitFor()
    assert.notStrictEqual(await visitor.page.title(), "owned")
    assert.strictEqual(await visitor.page.locator("main img[src=x], main script").count(), 0)
  })

  journey("a conversation has an address, and keys alone reach it", async (scene) => {
    const customer = scene.customer("Grace Keys")
    await customer.writes("By keyboard")
    const visitor = await scene.visitor("owner", { as: scene.owner })
    const { page } = visitor
    await page.locator(".inbox-list").getByText(customer.name).first().waitFor()
    await page.keyboard.press("?")
    await page.getByRole("dialog", { name: "Keys" }).waitFor()
    await page.keyboard.press("Escape")
    await page.getByRole("dialog").waitFor({ state: "detached" })
    await page.keyboard.press("j")
    await thread(visitor).getByRole("textbox", { name: "Message" }).waitFor()
    const address = visitor.path
    assert.match(address, /^\/inbox\/.+/)
    await page.reload()
    await thread(visitor).getByRole("textbox", { name: "Message" }).waitFor()
    assert.strictEqual(visitor.path, address)
  })
})
