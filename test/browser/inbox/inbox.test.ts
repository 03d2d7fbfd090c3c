import { assert, describe } from "@effect/vitest"
import { faultProxy } from "../../support/servers/FaultProxy.ts"
import { answer, bubble, composer, openWith, thread } from "../support/inboxSteps.ts"
import { journey, until } from "../support/journey.ts"
import type { Visitor } from "../support/Visitor.ts"

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

  journey("a conversation is taken from its assignee, and others see it at once", async (scene) => {
    const customer = scene.customer("Ingrid Daubechies")
    await customer.writes("Is anybody there?")
    const one = await scene.visitor("owner", { as: scene.owner })
    const two = await scene.visitor("admin", { as: await scene.member("admin") })
    await openWith(one, customer)
    await openWith(two, customer)
    await thread(one).getByRole("button", { name: "Assign to me" }).click()
    await thread(two)
      .getByRole("button", { name: /^Assign: Assigned to / })
      .click()
    await two.page.getByRole("menuitem", { name: "Remove the assignee" }).click()
    for (const visitor of [one, two]) {
      await thread(visitor).getByRole("button", { name: "Assign: Unassigned" }).waitFor()
      await thread(visitor).getByRole("button", { name: "Assign to me" }).waitFor()
    }
    await thread(one).getByRole("button", { name: "Assign: Unassigned" }).click()
    assert.strictEqual(await one.page.getByRole("menuitem", { name: "Remove the assignee" }).count(), 0)
  })

  journey(
    "what one member reads is read for the other at once, and what one marks as unread is unread",
    async (scene) => {
      const customer = scene.customer("Shafi Goldwasser")
      await customer.writes("Did you get my letter?")
      const one = await scene.visitor("owner", { as: scene.owner })
      const two = await scene.visitor("admin", { as: await scene.member("admin") })
      const unread = two.page.locator(".inbox-list .row-unread").getByText(customer.name)
      await unread.waitFor()
      await openWith(one, customer)
      await unread.waitFor({ state: "detached" })
      // Closed there, so that nobody reads it again.
      await one.page.getByRole("link", { name: "Inbox" }).click()
      await one.page.getByText("Select a conversation").waitFor()
      const item = two.page.locator(".inbox-list .row-item", { hasText: customer.name })
      await item.hover()
      await item.getByRole("button", { name: "Mark as unread" }).click()
      await one.page.locator(".inbox-list .row-unread").getByText(customer.name).waitFor()
    }
  )

  journey("two assign at once, and both see whom it is assigned to", async (scene) => {
    const customer = scene.customer("Annie Easley")
    await customer.writes("Who is first?")
    const one = await scene.visitor("owner", { as: scene.owner })
    const two = await scene.visitor("admin", { as: await scene.member("admin") })
    const both = [one, two]
    for (const visitor of both) {
      visitor.expects(/status of 409/)
      await openWith(visitor, customer)
    }
    await Promise.all(both.map((visitor) => thread(visitor).getByRole("button", { name: "Assign to me" }).click()))
    const assignedTo = (visitor: Visitor) =>
      thread(visitor)
        .getByRole("button", { name: /^Assign: Assigned to / })
        .innerText()
    await until("both show the same member", async () => {
      const [first, second] = await Promise.all(both.map(assignedTo))
      // Only the one who is not assigned is offered it.
      const offers = both.map((visitor) => thread(visitor).getByRole("button", { name: "Assign to me" }).count())
      const [mine = 0, theirs = 0] = await Promise.all(offers)
      return first === second && mine + theirs === 1
    })
  })

  journey(
    "50 messages while the stream is cut for 10 seconds are there afterwards, each once",
    async (scene) => {
      const proxy = await scene.run(faultProxy(scene.demo.appUrl))
      const customer = scene.customer("Radia Perlman")
      await customer.writes("Before the cut")
      const visitor = await scene.visitor("owner", { as: scene.owner, origin: proxy.url })
      visitor.expects(/ERR_(?:EMPTY_RESPONSE|CONNECTION|INCOMPLETE|SOCKET)/)
      await openWith(visitor, customer)
      const cut = Date.now()
      await scene.run(proxy.set("refuses"))
      await visitor.page.locator(".live-offline").waitFor()
      const texts = Array.from({ length: 50 }, (_, index) => `Message ${index + 1}.`)
      for (const text of texts) await customer.writes(text)
      await until("the stream was cut for 10 seconds", () => Date.now() - cut >= 10_000)
      await scene.run(proxy.set("passes"))
      // The pauses between connections have grown to a few seconds.
      await visitor.page.locator(".live-live").waitFor({ state: "attached", timeout: 10_000 })
      const counts = await until(
        "all messages are shown",
        async () => {
          const shown = await thread(visitor).locator(".message").allInnerTexts()
          const found = texts.map((text) => shown.filter((one) => one.split("\n").includes(text)).length)
          return found.every((count) => count > 0) ? found : undefined
        },
        60_000
      )
      assert.deepStrictEqual(new Set(counts), new Set([1]))
      await customer.writes("After the cut")
      await bubble(visitor, "After the cut").waitFor()
    },
    120_000
  )

  journey("the list says what a template and a picture are, in the language of the reader", async (scene) => {
    const pictured = scene.customer("Lee Miller")
    await pictured.does({ type: "image" })
    const informed = scene.customer("Ida Tarbell")
    const template = { name: "appointment_reminder", language: { code: "en_US" } }
    const parameters = [
      { type: "text", parameter_name: "first_name", text: "Ida" },
      { type: "text", parameter_name: "appointment_date", text: "Monday" }
    ]
    const send = { to: informed.from, template: { ...template, components: [{ type: "body", parameters }] } }
    await scene.developer("POST", "/v1/send-message", send)
    const visitor = await scene.visitor("owner", { as: scene.owner })
    const row = (text: string) => visitor.page.locator(".inbox-list .row", { hasText: text })
    await row(informed.from).getByText("Hi …, we look forward to seeing you on ….").waitFor()
    await row(pictured.name).getByText("Picture", { exact: true }).waitFor()
    await visitor.speak("arabic")
    await row(pictured.name).getByText("صورة", { exact: true }).waitFor()

    const cut = await scene.visitor("owner without the rules of templates", { as: scene.owner })
    cut.expects(/ERR_FAILED/)
    await cut.page.route(/TemplateLine/, (route) => route.abort())
    await cut.page.reload()
    const informedRow = cut.page.locator(".inbox-list .row", { hasText: informed.from })
    await informedRow.getByText("appointment_reminder").waitFor()
    await cut.page.getByRole("heading", { level: 1 }).waitFor({ state: "attached" })
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
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor()
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

  journey("keys go through the list, answer, close and search", async (scene) => {
    const older = scene.customer("Hypatia Older")
    const newer = scene.customer("Hypatia Newer")
    await older.writes("I was first")
    await newer.writes("I am the newest")
    const visitor = await scene.visitor("owner", { as: scene.owner })
    const { page } = visitor
    const heading = (name: string) => thread(visitor).getByRole("heading", { name, exact: true })
    await page.locator(".row").filter({ hasText: newer.name }).waitFor()
    await page.keyboard.press("Control+k")
    const search = page.getByRole("searchbox", { name: "Search by name, number or message" })
    await page.locator("input[type=search]:focus").waitFor()
    await page.keyboard.type("Hypatia")
    await until("only what was found is listed", async () => (await page.locator(".row").count()) === 2)
    await search.blur()
    await page.keyboard.press("Enter")
    await heading(newer.name).waitFor()
    await page.keyboard.press("j")
    await heading(older.name).waitFor()
    await page.keyboard.press("k")
    await heading(newer.name).waitFor()

    await composer(visitor).waitFor()
    await page.keyboard.press("r")
    await page.keyboard.type("By keys alone, even e")
    await page.keyboard.press("Enter")
    await bubble(visitor, "By keys alone, even e").waitFor()
    await composer(visitor).blur()
    await page.keyboard.press("e")
    await thread(visitor).getByText("Closed", { exact: true }).waitFor()
    await page.keyboard.press("Escape")
    await until("the list is back", () => visitor.path === "/inbox?search=Hypatia")
  })
})
