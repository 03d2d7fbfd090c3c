import { assert, describe } from "@effect/vitest"
import type { Customer } from "../support/Customer.ts"
import { bubble, openWith, thread } from "../support/inboxSteps.ts"
import { journey, phone, until } from "../support/journey.ts"
import type { Visitor } from "../support/Visitor.ts"

const row = ({ page }: Visitor, { name }: Customer) => page.locator(".row").filter({ hasText: name })

const heading = (visitor: Visitor, { name }: Customer) => thread(visitor).getByRole("heading", { name, exact: true })

/** A window with room for the column of views. */
const wide = { width: 1440, height: 900 }

/** The number beside a view; 0 without one. */
const countOf = async ({ page }: Visitor, view: string): Promise<number> => {
  const link = page.getByRole("navigation", { name: "Views" }).locator(".view").filter({ hasText: view })
  const count = link.locator(".view-count [aria-hidden]")
  return (await count.count()) === 0 ? 0 : Number(await count.innerText())
}

const dialogGone = ({ page }: Visitor) => page.locator(".dialog").waitFor({ state: "detached" })

describe("views and actions of the inbox", () => {
  journey("a closed conversation leaves the open view, the next one opens, and Undo brings it back", async (scene) => {
    const first = scene.customer("Clara Closed")
    const second = scene.customer("Nina Next")
    await first.writes("Please close me")
    await second.writes("I am next")
    const visitor = await scene.visitor("owner", { as: scene.owner, viewport: wide })
    await row(visitor, second).waitFor()
    await openWith(visitor, second)
    const closed = await countOf(visitor, "Closed")
    await visitor.page.keyboard.press("Escape")
    await openWith(visitor, second)
    await thread(visitor).getByRole("button", { name: "Close conversation" }).click()
    await row(visitor, second).waitFor({ state: "detached" })
    await heading(visitor, second).waitFor({ state: "detached" })
    await until("the count of closed ones grows", async () => (await countOf(visitor, "Closed")) === closed + 1)
    await visitor.page.getByRole("button", { name: "Undo" }).click()
    await heading(visitor, second).waitFor()
    await row(visitor, second).waitFor()
    await until("the count is as before", async () => (await countOf(visitor, "Closed")) === closed)
  })

  journey("keys assign, snooze, prioritize and label, and work again after every dialog and toast", async (scene) => {
    const customer = scene.customer("Katherine Keys")
    const other = scene.customer("Olive Other")
    await customer.writes("By keys")
    await other.writes("Beside it")
    const visitor = await scene.visitor("owner", { as: scene.owner, viewport: wide })
    const { page } = visitor
    await openWith(visitor, customer)
    const press = async (key: string) => {
      await page.keyboard.press(key)
      await page.locator(".dialog").waitFor()
    }
    const label = `Label ${customer.from}`
    await press("a")
    await page.keyboard.press("Enter")
    await dialogGone(visitor)
    await thread(visitor)
      .getByRole("button", { name: /^Assign: Assigned to/ })
      .waitFor()
    await press("#")
    await page.keyboard.type("high")
    await page.keyboard.press("Enter")
    await dialogGone(visitor)
    await row(visitor, customer).getByText("High priority").waitFor({ state: "attached" })
    await press("l")
    await page.keyboard.type(label)
    await page.getByRole("option", { name: `Create label “${label}”` }).waitFor()
    await page.keyboard.press("Enter")
    await page.getByRole("option", { name: label, exact: true, selected: true }).waitFor()
    await page.keyboard.press("Escape")
    await dialogGone(visitor)
    await row(visitor, customer).getByText(`Labels: ${label}`).waitFor({ state: "attached" })
    await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: label }).waitFor()

    for (const key of ["a", "#", "l", "h", "n", "?"]) {
      await press(key)
      await page.keyboard.press("Escape")
      await dialogGone(visitor)
    }
    // The changes made it the first of the list.
    await page.keyboard.press("j")
    await heading(visitor, other).waitFor()
    await page.keyboard.press("k")
    await heading(visitor, customer).waitFor()
    await press("h")
    await page.getByRole("option", { name: "Tomorrow" }).waitFor()
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await row(visitor, customer).waitFor({ state: "detached" })
    await page.getByText("Snoozed", { exact: true }).last().waitFor()
    await page.keyboard.press("/")
    await page.locator("input[type=search]:focus").waitFor()
    await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Snoozed" }).click()
    await row(visitor, customer).waitFor()
    await row(visitor, customer).getByText("Snoozed until").waitFor({ state: "attached" })
  })

  journey("conversations are selected by x and Shift, and closed together", async (scene) => {
    const customers = ["Sela One", "Sela Two", "Sela Three"].map((name) => scene.customer(name))
    for (const customer of customers) await customer.writes(`I am ${customer.name}`)
    const visitor = await scene.visitor("owner", { as: scene.owner, at: "/inbox" })
    const { page } = visitor
    const [one, , three] = customers
    if (one === undefined || three === undefined) return
    await row(visitor, one).waitFor()
    await openWith(visitor, three)
    await page.keyboard.press("x")
    const bar = page.getByRole("region", { name: "Selected conversations" })
    await bar.getByText("1 selected").waitFor()
    await page.keyboard.press("j")
    await page.keyboard.press("j")
    await heading(visitor, one).waitFor()
    await page.keyboard.press("X")
    await bar.getByText("3 selected").waitFor()
    await page.keyboard.press("e")
    await page.getByText("3 conversations closed").waitFor()
    for (const customer of customers) await row(visitor, customer).waitFor({ state: "detached" })
    await bar.waitFor({ state: "detached" })
    await page.getByRole("button", { name: "Undo" }).click()
    for (const customer of customers) await row(visitor, customer).waitFor()
  })

  journey("a conversation begins with a number and a template", async (scene) => {
    const visitor = await scene.visitor("owner", { as: scene.owner, at: "/inbox" })
    const { page } = visitor
    const number = scene.customer("Never Written").from
    await page.getByRole("button", { name: "New conversation" }).click()
    await page.getByRole("combobox").fill(number)
    await page.getByRole("option", { name: `Write to +${number}` }).click()
    await page.getByRole("button", { name: /^hello_world/ }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Send", exact: true }).click()
    await thread(visitor)
      .getByRole("heading", { name: `+${number}` })
      .waitFor()
    await bubble(visitor, /Welcome|Hello/)
      .first()
      .waitFor()
    await dialogGone(visitor)
    await page.keyboard.press("n")
    await page.getByRole("combobox").fill(number)
    await page.getByRole("option", { name: number }).first().click()
    await dialogGone(visitor)
    await thread(visitor)
      .getByRole("heading", { name: `+${number}` })
      .waitFor()
  })

  journey("an assignment by another member is in the bell and the title, on every page", async (scene) => {
    const customer = scene.customer("Bella Bell")
    await customer.writes("Who is told?")
    const owner = await scene.visitor("owner", { as: scene.owner })
    const account = await scene.member("agent")
    const agent = await scene.visitor("agent", { as: account, at: "/templates" })
    await agent.page.getByRole("button", { name: "Notifications", exact: true }).waitFor()
    await openWith(owner, customer)
    await thread(owner)
      .getByRole("button", { name: /^Assign: / })
      .click()
    await owner.page.getByRole("listbox").getByText(account.email).click()
    await agent.page.getByRole("button", { name: "Notifications, 1 unread" }).click()
    assert.match(await agent.page.title(), /^\(1\) /)
    await agent.page.getByRole("link", { name: `${customer.name} was assigned to you` }).click()
    await heading(agent, customer).waitFor()
    await agent.page.getByRole("button", { name: "Notifications", exact: true }).waitFor()
    assert.notMatch(await agent.page.title(), /^\(/)
  })

  journey("the header is one line at 360 pixels", async (scene) => {
    const customer = scene.customer("Wilhelmina Alexandra Featherstonehaugh-Cholmondeley")
    await customer.writes("My name is long")
    const visitor = await scene.visitor("owner", { as: scene.owner, viewport: phone })
    await openWith(visitor, customer)
    const box = await thread(visitor).locator(".thread-header").boundingBox()
    assert.isAtMost(box?.height ?? Number.NaN, 60)
    const overflow = await visitor.page.evaluate<number>(
      "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    assert.isAtMost(overflow, 0)
  })
})
