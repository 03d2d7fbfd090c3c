import { assert, describe } from "@effect/vitest"
import { openNamed } from "../support/inboxSteps.ts"
import { journey, until } from "../support/journey.ts"

describe("the back button", () => {
  journey("undoes filters and a whole search, one after the other, and leaves the conversation open", async (scene) => {
    const customer = scene.customer("Sophie Germain")
    const other = scene.customer("Emilie Other")
    await customer.writes("Which filter shows me?")
    await other.writes("Not this search")
    const visitor = await scene.visitor("owner", { as: scene.owner })
    const { page } = visitor
    await openNamed(visitor, customer.name)
    const opened = visitor.path
    const at = (path: string) => until(`the address is ${path}`, () => visitor.path === path)
    const choose = async (label: string, option: string) => {
      await page.getByRole("combobox", { name: label }).click()
      await page.getByRole("option", { name: option }).click()
    }
    const search = page.getByRole("searchbox", { name: "Search by name, number or message" })
    const row = (name: string) => page.locator(".row").filter({ hasText: name })

    await choose("Status", "Open")
    await at(`${opened}?status=open`)
    await choose("Channel", "WhatsApp")
    await at(`${opened}?channel=whatsapp&status=open`)
    // Each part of the text is searched, and all of them are one entry.
    await search.pressSequentially("Soph")
    await at(`${opened}?channel=whatsapp&search=Soph&status=open`)
    await search.pressSequentially("ie Germain")
    await at(`${opened}?channel=whatsapp&search=Sophie+Germain&status=open`)
    await row(other.name).waitFor({ state: "detached" })

    await page.goBack()
    await at(`${opened}?channel=whatsapp&status=open`)
    assert.strictEqual(await search.inputValue(), "")
    await row(other.name).waitFor()
    await page.goBack()
    await at(`${opened}?status=open`)
    await page.goForward()
    await page.goForward()
    await at(`${opened}?channel=whatsapp&search=Sophie+Germain&status=open`)
    assert.strictEqual(await search.inputValue(), "Sophie Germain")
    await page.goBack()
    await page.goBack()
    await page.goBack()
    await at(opened)
    await page.getByRole("combobox", { name: "Status" }).getByText("All statuses").waitFor()
  })

  journey("undoes a typed filter of the developers' pages as a whole", async (scene) => {
    const visitor = await scene.visitor("owner", { as: scene.owner, at: "/developers/events" })
    const { page } = visitor
    const search = page.getByRole("searchbox")
    await search.pressSequentially("note")
    await until("the search is in the address", () => visitor.path === "/developers/events?search=note")
    await page.goBack()
    await until("the search is undone", () => visitor.path === "/developers/events")
    assert.strictEqual(await search.inputValue(), "")
  })
})
