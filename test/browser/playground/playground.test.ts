import { assert, describe } from "@effect/vitest"
import { journey, until } from "../support/journey.ts"

describe("the playground", () => {
  journey("what the customer writes and the business answers is on the phone without a reload", async (scene) => {
    const customer = scene.customer("Katherine Johnson")
    await customer.writes("Is it open today?")
    const { page } = await scene.visitor("owner", { as: scene.owner, at: "/playground" })
    await page.getByRole("link", { name: "Playground" }).click()
    await page.getByRole("navigation", { name: "People" }).getByRole("button", { name: customer.name }).click()
    const phone = page.getByRole("region", { name: `Phone of ${customer.name}` })
    await phone.getByRole("log").getByText("Is it open today?").waitFor()

    await scene.developer("POST", "/v1/send-message", { to: customer.from, type: "text", text: "Until six" })
    await phone.getByRole("log").getByText("Until six").waitFor()
    await phone.getByRole("textbox", { name: "Message" }).fill("Thank you")
    await phone.getByRole("button", { name: "Send" }).click()
    await phone.getByRole("log").getByText("Thank you").waitFor()
    const contact = await until("the message arrived", async () => {
      const found = JSON.stringify(await scene.developer("GET", `/v1/contacts?search=${customer.from}`))
      return found.includes(customer.from) ? found : undefined
    })
    assert.include(contact, customer.name)
  })

  journey("names and texts of strangers are text and nothing else", async (scene) => {
    const script = `<img src=x onerror="document.title='owned'"><script>document.title='owned'</script>`
    const reversed = "\u202Etxt.exe\u202C"
    const customer = scene.customer(`Mallory ${script.slice(0, 60)}${reversed}`)
    await customer.writes(script)
    await customer.writes(`${reversed} ends here`)
    await customer.writes("x".repeat(4_096))
    const { page } = await scene.visitor("owner", { as: scene.owner })
    await page.getByRole("link", { name: "Playground" }).click()
    await page
      .getByRole("navigation", { name: "People" })
      .getByRole("button", { name: /Mallory/ })
      .click()
    await page.getByRole("log").getByText(script).waitFor()
    assert.notStrictEqual(await page.title(), "owned")
    assert.strictEqual(await page.locator("main img[src=x]").count(), 0)
    assert.strictEqual(await page.locator("main script").count(), 0)
    // The override ends where the name does.
    const isolated = await page
      .getByRole("navigation", { name: "People" })
      .locator("bdi", { hasText: "Mallory" })
      .count()
    assert.strictEqual(isolated, 1)
  })

  journey("tools have addresses of their own, and back and forward go through the sections", async (scene) => {
    const visitor = await scene.visitor("owner", { as: scene.owner, at: "/playground?tool=faults" })
    const { page } = visitor
    const selected = (name: string) => page.getByRole("tab", { name, selected: true }).waitFor()
    await selected("Faults")
    await page.getByRole("tab", { name: "Ledger" }).click()
    await selected("Ledger")
    assert.strictEqual(visitor.path, "/playground?tool=ledger")
    await page.getByRole("link", { name: "Inbox" }).click()
    await page.getByRole("link", { name: "Inbox" }).and(page.locator("[aria-current=page]")).waitFor()
    await page.goBack()
    await selected("Ledger")
    await page.goForward()
    await page.getByRole("link", { name: "Inbox" }).and(page.locator("[aria-current=page]")).waitFor()
    await page.goBack()
    await page.reload()
    await selected("Ledger")
  })
})
