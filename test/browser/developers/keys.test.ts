import { assert, describe } from "@effect/vitest"
import { composer, openWith, thread } from "../support/inboxSteps.ts"
import { journey, until } from "../support/journey.ts"

describe("keys of the inbox", () => {
  journey("assign, mark as unread, and reach the search from everywhere", async (scene) => {
    const customer = scene.customer("Clara Immerwahr")
    await customer.writes("Who answers me?")
    const visitor = await scene.visitor("owner", { as: scene.owner })
    const { page } = visitor
    await openWith(visitor, customer)
    await composer(visitor).focus()
    await page.keyboard.press("Meta+k")
    await page.locator("input[type=search]:focus").waitFor()
    await page.locator("input[type=search]").blur()
    await page.keyboard.press("a")
    await thread(visitor)
      .getByRole("button", { name: /^Assign: Assigned to / })
      .waitFor()
    await page.keyboard.press("/")
    await page.locator("input[type=search]:focus").waitFor()
    await page.locator("input[type=search]").blur()
    await page.keyboard.press("u")
    await page.locator(".row-unread").getByText(customer.name).waitFor()
    await until("the list is back", () => visitor.path === "/inbox")
  })

  journey("belong to an open dialog, wherever the focus is", async (scene) => {
    const customer = scene.customer("Cecilia Beaux")
    await customer.writes("Which template is it?")
    const visitor = await scene.visitor("owner", { as: scene.owner })
    const { page } = visitor
    await openWith(visitor, customer)
    const address = visitor.path
    const dialog = page.getByRole("dialog", { name: "Send a template" })
    for (const key of ["e", "Escape"]) {
      await thread(visitor).getByRole("button", { name: "Send a template" }).click()
      await dialog.getByRole("button", { name: /hello_world/ }).waitFor()
      // As when the focused element is taken away.
      await page.evaluate("document.activeElement.blur()")
      await page.keyboard.press(key)
      if (key !== "Escape") await page.keyboard.press("Escape")
      await dialog.waitFor({ state: "detached" })
      await until("the conversation stays", () => visitor.path === address)
    }
    await thread(visitor).getByText("Open", { exact: true }).waitFor()
    await composer(visitor).waitFor()
  })

  journey("inbox keys: work after a filter was used, and do not change the focused filter", async (scene) => {
    const [first, second] = [scene.customer("Marie Tharp"), scene.customer("Mary Anning")]
    await first.writes("Is the map ready?")
    await second.writes("Is the fossil ready?")
    const visitor = await scene.visitor("owner", { as: scene.owner })
    const { page } = visitor
    await openWith(visitor, first)
    const filter = page.getByRole("combobox", { name: "Status" })
    await filter.click()
    await page.getByRole("option", { name: "Open", exact: true }).click()
    await page.locator(".popup").waitFor({ state: "hidden" })
    await filter.press("a")
    await thread(visitor)
      .getByRole("button", { name: /^Assign: Assigned to / })
      .waitFor()
    assert.include(visitor.path, "status=open")
    await filter.press("j")
    await until("another conversation is open", () => !visitor.path.includes(first.name) && visitor.path !== "/inbox")
    await filter.press("Escape")
    await until("the list is back", () => visitor.path.startsWith("/inbox?"))
  })

  journey("inbox keys: work while a toast is shown, and Escape in a toast closes it", async (scene) => {
    const customer = scene.customer("Hertha Ayrton")
    await customer.writes("Does it hiss?")
    const visitor = await scene.visitor("owner", { as: scene.owner })
    const { page } = visitor
    await openWith(visitor, customer)
    await page.locator("body").press("u")
    const toast = page.locator(".toast")
    await toast.waitFor()
    await page.locator("body").press("/")
    await page.locator("input[type=search]:focus").waitFor()
    await page.locator("input[type=search]").blur()
    await openWith(visitor, customer)
    const address = visitor.path
    await toast.locator("button").press("Escape")
    await toast.waitFor({ state: "detached" })
    assert.strictEqual(visitor.path, address)
  })
})
