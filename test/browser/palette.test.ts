import { assert, describe } from "@effect/vitest"
import { assertNone, barriers } from "./support/accessibility.ts"
import { desktop, journey, phone, until } from "./support/journey.ts"
import type { Visitor } from "./support/Visitor.ts"

const field = ({ page }: Visitor) => page.getByRole("combobox", { name: "Search or jump to…" })

/** Name of the active entry, as a screen reader finds it. */
const active = ({ page }: Visitor) => page.locator(".palette-item[aria-selected=true] .palette-label").textContent()

describe("palette", () => {
  journey("Ctrl+K finds pages, actions, conversations and messages by the keyboard alone", async (scene) => {
    const customer = scene.customer("Hedy Lamarr")
    await customer.writes("Frequency hopping, please")
    const visitor = await scene.visitor("owner", { as: scene.owner })
    const { page } = visitor
    await visitor.goTo("/templates")
    await visitor.live()
    await page.keyboard.press("Control+k")
    await field(visitor).waitFor()
    await page.keyboard.type("sched")
    await until("the page is active", async () => (await active(visitor)) === "Scheduled")
    assert.strictEqual(
      await field(visitor).getAttribute("aria-activedescendant"),
      await page.locator("[role=option][aria-selected=true]").getAttribute("id")
    )
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "Scheduled messages" }).waitFor()
    assert.strictEqual(await field(visitor).count(), 0)

    await page.keyboard.press("Control+k")
    await field(visitor).fill("Hedy")
    const group = (name: string) => page.getByRole("group", { name, exact: true })
    await group("Conversations").getByRole("option", { name: "Hedy Lamarr" }).waitFor()
    await field(visitor).fill("hopping, p")
    await group("Messages").getByRole("option", { name: "Frequency hopping, please" }).waitFor()
    await page.keyboard.press("Enter")
    await page.locator(".bubble-target").getByText("Frequency hopping, please").waitFor()

    await page.keyboard.press("Control+k")
    await field(visitor).fill("dark app")
    await until("the action is active", async () => (await active(visitor)) === "Use dark appearance")
    await page.keyboard.press("Enter")
    await page.locator("html[data-theme=dark]").waitFor()
    await page.keyboard.press("Control+k")
    await field(visitor).fill("zzz nothing")
    await page.getByText("No results for “zzz nothing”").waitFor()
    await page.keyboard.press("Escape")
    await until("the palette is closed", async () => (await field(visitor).count()) === 0)
  })

  journey("the palette opens from the header of a phone and works in Arabic, without barriers", async (scene) => {
    const visitor = await scene.visitor("owner", { as: scene.owner, viewport: phone })
    const { page } = visitor
    await visitor.speak("arabic")
    await page.getByRole("button", { name: "بحث", exact: true }).click()
    const arabic = page.getByRole("combobox", { name: "ابحث أو انتقل إلى…" })
    await arabic.waitFor()
    await page.keyboard.type("قوالب")
    await page.keyboard.press("Escape")
    await page.getByRole("button", { name: "بحث", exact: true }).click()
    await arabic.fill("القوالب")
    await until("the page is active", async () => (await active(visitor)) === "القوالب")
    assertNone(await barriers(visitor, "palette in Arabic"))
    await page.setViewportSize(phone)
    await page.keyboard.press("Enter")
    await until("the page is open", () => visitor.path === "/templates")
    await page.setViewportSize(desktop)
  })

  journey("an agent does not see Developers in the rail or the palette; its address explains why", async (scene) => {
    const visitor = await scene.visitor("agent", { as: await scene.member("agent") })
    const { page } = visitor
    const rail = page.getByRole("navigation", { name: "Sections" })
    await rail.getByRole("link", { name: "Inbox" }).waitFor()
    assert.strictEqual(await rail.getByRole("link", { name: "Developers" }).count(), 0)
    await page.keyboard.press("Control+k")
    await field(visitor).fill("developers")
    await page.getByText("No results for “developers”").waitFor()
    await visitor.goTo("/developers")
    await page.getByRole("heading", { level: 1, name: "Developers" }).waitFor()
  })

  journey("a phone has five entries in its bar, and the rest in a menu", async (scene) => {
    const visitor = await scene.visitor("owner", { as: scene.owner, viewport: phone })
    const { page } = visitor
    const rail = page.getByRole("navigation", { name: "Sections" })
    assert.strictEqual(await rail.getByRole("link").count(), 4)
    await rail.getByRole("button", { name: "More sections" }).click()
    await page.getByRole("menuitem", { name: "Playground" }).click()
    await page.getByRole("heading", { name: "Playground" }).waitFor()
  })
})
