import { assert, describe } from "@effect/vitest"
import { bubble, openNamed, thread } from "./support/inboxSteps.ts"
import { journey, until } from "./support/journey.ts"

/** In the place of the system, which shows no notices to tests: keeps them, and says that the page is hidden if it is to be. */
const system = `{
  class Notice extends EventTarget {
    static permission = "default"
    static async requestPermission() {
      return (Notice.permission = "granted")
    }
    constructor(title, { body, tag }) {
      super()
      Object.assign(this, { title, body, tag })
      window.notices.push(this)
    }
    close() {
      this.isClosed = true
    }
  }
  window.notices = []
  window.isCovered = false
  window.Notification = Notice
  Object.defineProperty(Document.prototype, "visibilityState", { get: () => (window.isCovered ? "hidden" : "visible") })
}`

describe("desktop notices", () => {
  journey("say who wrote what while the page is hidden, and lead to the conversation", async (scene) => {
    const customer = scene.customer("Hertha Sponer")
    const other = scene.customer("Hedwig Kohn")
    await other.writes("I am open on the screen")
    const visitor = await scene.visitor("owner", { as: scene.owner })
    const { page } = visitor
    await visitor.context.addInitScript(system)
    await page.reload()
    await visitor.live()
    await openNamed(visitor, other.name)
    const notices = () =>
      page.evaluate<ReadonlyArray<{ title: string; body: string }>>(
        "notices.map(({ title, body }) => ({ title, body }))"
      )
    await page.getByRole("button", { name: "Notify me of new messages" }).click()
    await page.getByRole("button", { name: "Notify me of new messages" }).waitFor({ state: "detached" })
    await customer.writes("While you look")
    await page.locator(".inbox-list").getByText("While you look").waitFor()
    assert.deepStrictEqual(await notices(), [])

    await page.evaluate("isCovered = true")
    await customer.writes("While you are away")
    await until("the first notice is shown", async () => (await notices()).length === 1)
    await customer.does({ type: "image" })
    await until("the second notice is shown", async () => (await notices()).length === 2)
    assert.deepStrictEqual(await notices(), [
      { title: customer.name, body: "While you are away" },
      { title: customer.name, body: "Picture" }
    ])
    assert.strictEqual(await page.evaluate("new Set(notices.map(({ tag }) => tag)).size"), 1)
    await page.evaluate(`isCovered = false; notices[1].dispatchEvent(new Event("click"))`)
    await thread(visitor).getByRole("heading", { name: customer.name, exact: true }).waitFor()
    await bubble(visitor, "While you are away").waitFor()
    assert.strictEqual(await page.evaluate("notices[1].isClosed"), true)
  })
})

describe("times", () => {
  journey("are those of the reader's zone, in the thread and its days", async (scene) => {
    const customer = scene.customer("Maria Mitchell")
    const day = 86_400_000
    const midnight = Math.floor(Date.now() / day) * day
    const at = (minutes: number) => ({ timestamp: new Date(midnight + minutes * 60_000).toISOString() })
    await customer.writes("Before midnight in Greenwich", at(-30 - 24 * 60))
    await customer.writes("After midnight in Greenwich", at(30 - 24 * 60))
    for (const [timezoneId, times, days] of [
      ["UTC", ["11:30 PM", "12:30 AM"], 2],
      ["Asia/Tokyo", ["8:30 AM", "9:30 AM"], 1],
      ["Asia/Kathmandu", ["5:15 AM", "6:15 AM"], 1]
    ] as const) {
      const visitor = await scene.visitor(timezoneId, { as: scene.owner, timezoneId })
      await openNamed(visitor, customer.name)
      await bubble(visitor, "After midnight").waitFor()
      const shown = await thread(visitor).locator(".message-foot time").allInnerTexts()
      assert.deepStrictEqual(
        shown.map((time) => time.replaceAll("\u202f", " ")),
        [...times]
      )
      assert.strictEqual(await thread(visitor).locator(".messages-day").count(), days)
    }
  })
})
