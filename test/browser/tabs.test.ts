import { assert, describe } from "@effect/vitest"
import type { BrowserContext, Page, Request } from "playwright-core"
import { journey, until } from "./support/journey.ts"

/** Counts the streams of events that the tabs of a browser have open. */
const countStreams = (context: BrowserContext): (() => number) => {
  const open = new Map<Request, Page>()
  context.on("request", (request) => {
    if (request.url().endsWith("/events/stream")) open.set(request, request.frame().page())
  })
  context.on("requestfinished", (request) => open.delete(request))
  context.on("requestfailed", (request) => open.delete(request))
  // Of a closed tab no end is told.
  return () => [...open.values()].filter((page) => !page.isClosed()).length
}

const isLive = (page: Page) => page.locator(".live-live").waitFor({ state: "attached" })

/** How often the events of a tab have each of the texts. */
const timesIn = async (page: Page, texts: ReadonlyArray<string>): Promise<ReadonlyArray<number>> => {
  const shown = await page.getByRole("list", { name: "Live events" }).innerHTML()
  return texts.map((text) => shown.split(text).length - 1)
}

describe("tabs", () => {
  journey(
    "of one session share a stream: 8 tabs have every event once, also when the one with the stream is closed",
    async (scene) => {
      const customer = scene.customer("Wang Zhenyi")
      const visitor = await scene.visitor("owner", { as: scene.owner })
      const streams = countStreams(visitor.context)
      await visitor.goTo("/developers/live?type=message.received")
      await isLive(visitor.page)
      await visitor.page.getByRole("list", { name: "Live events" }).waitFor({ state: "attached" })
      const tabs = [visitor.page]
      for (let count = 1; count < 8; count++) {
        const page = await visitor.context.newPage()
        tabs.push(page)
        await page.goto(visitor.page.url())
        await isLive(page)
        // The list has the events from its first rendering on, and its script may still be on its way.
        await page.getByRole("list", { name: "Live events" }).waitFor({ state: "attached" })
      }
      assert.strictEqual(streams(), 1)
      const written: Array<string> = []
      const everyTabHasAll = () =>
        until(
          "every tab has every event once",
          async () => {
            const counts = (await Promise.all(tabs.map((page) => timesIn(page, written)))).flat()
            assert.notInclude(counts, 2)
            return counts.every((count) => count === 1)
          },
          30_000
        )
      const writes = async () => {
        written.push(`written ${crypto.randomUUID()}`)
        await customer.writes(written.at(-1) ?? "")
      }
      await writes()
      await writes()
      await everyTabHasAll()
      await visitor.page.close()
      tabs.shift()
      await writes()
      await everyTabHasAll()
      await tabs.at(-1)?.reload()
      // A page that was loaded anew lists what happens from then on.
      tabs.pop()
      await writes()
      await everyTabHasAll()
      await until("one stream is open", () => streams() === 1)
    },
    120_000
  )

  journey("of two organizations have a stream each", async (scene) => {
    const other = await scene.organization("Second Ltd")
    const number = await scene.number(other.organizationId)
    const whom = ["--organization", other.organizationId, "--email", scene.owner.email]
    await scene.command(["member", "add", ...whom, "--role", "admin"])
    const visitor = await scene.visitor("owner", { as: scene.owner })
    const streams = countStreams(visitor.context)
    await visitor.page.reload()
    await isLive(visitor.page)
    const page = await visitor.context.newPage()
    await page.goto(visitor.page.url())
    await isLive(page)
    assert.strictEqual(streams(), 1)
    await page.locator(".rail .avatar").click()
    await page.getByRole("menu").getByText("Second Ltd").click()
    await page.locator(".bar-name", { hasText: "Second Ltd" }).waitFor()
    await isLive(page)
    await until("two streams are open", () => streams() === 2)
    const text = `To the second ${crypto.randomUUID()}`
    await number.receives("Dorothy Second", text)
    await page.locator(".inbox-list").getByText("Dorothy Second").first().waitFor()
    assert.notInclude(await visitor.page.content(), text)
  })
})
