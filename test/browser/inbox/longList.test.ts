import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { serverDatabase } from "../../support/database/serverDatabase.ts"
import { demoFile, freePort, ready, start, temporaryFolder } from "../../support/processes/service.ts"
import { bubble } from "../support/inboxSteps.ts"
import { journey, until } from "../support/journey.ts"
import { givenConversations } from "../support/manyConversations.ts"

const conversations = 100_000

/** Conversations on a page of the list. */
const pageSize = 40

const lastPage = conversations / pageSize

/** Pages that are scrolled through from the first one on: 2 000 conversations. */
const walked = 50

/** The memory is measured after so many pages, and after so many further ones. */
const measuredEvery = 10

/** The heap may grow by so many bytes while 1 600 conversations are scrolled through, whose pages are kept for a minute. */
const maxGrowth = 4_000_000

/** And by so many once they are not kept any more: fewer than the pages take. */
const maxRest = 700_000

/** Longer than pages are kept that are not shown, in milliseconds. */
const afterAll = 90_000

/** Elements of the whole document, whatever the page. */
const maxElements = 1_500

/** Milliseconds from a click until the conversations of the page are there, in the median. A scan of all takes longer. */
const pageWithin = 1_000

/** A demo of its own over a database server with so many conversations. */
const crowdedDemo = Effect.gen(function* () {
  const dataDir = join(yield* temporaryFolder, "data")
  const [port, emulatorPort] = [yield* freePort, yield* freePort]
  const url = yield* serverDatabase()
  const environment = {
    DEMO: "1",
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    PORT: String(port),
    EMULATOR_PORT: String(emulatorPort)
  }
  yield* ready(yield* start(environment), `http://127.0.0.1:${port}`)
  const demo = yield* demoFile(dataDir)
  yield* givenConversations(url, demo.orgId, conversations)
  return demo
})

const median = (values: ReadonlyArray<number>): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN

/** What the page takes after a collection of garbage. `nodes` has those of no document too. */
const memoryOf = async (page: Page) => {
  const session = await page.context().newCDPSession(page)
  await session.send("Performance.enable")
  // What was taken away is referred to for some more tasks.
  for (let time = 0; time < 2; time++) await session.send("HeapProfiler.collectGarbage")
  const { metrics } = await session.send("Performance.getMetrics")
  await session.detach()
  const metric = (name: string) => metrics.find((one) => one.name === name)?.value ?? Number.NaN
  const elements = await page.evaluate<number>("document.querySelectorAll('*').length")
  return { heap: metric("JSHeapUsedSize"), nodes: metric("Nodes"), listeners: metric("JSEventListeners"), elements }
}

const reader = (ordinal: number): string => `Reader ${String(ordinal).padStart(6, "0")}`

describe("a list of 100 000 conversations", () => {
  journey(
    "is scrolled through, jumped in and filtered within the same memory",
    async (scene) => {
      const seeded = Date.now()
      const demo = await scene.run(crowdedDemo)
      process.stdout.write(`${conversations} conversations after ${Date.now() - seeded} ms\n`)
      const visitor = await scene.visitor("owner", { as: demo, origin: demo.appUrl })
      const { page } = visitor
      const rows = page.locator(".inbox-list .row")
      const pages = page.getByRole("navigation", { name: "Pages" })
      const number = pages.getByRole("textbox", { name: "Page" })
      const first = rows.first().locator(".row-name")
      const shows = (ordinal: number) => first.filter({ hasText: reader(ordinal) }).waitFor()
      await page.clock.install()
      await page.reload()
      await shows(1)
      await pages.getByText(`of ${lastPage.toLocaleString("en")}`).waitFor()

      const taken: Array<number> = []
      const measured: Array<Awaited<ReturnType<typeof memoryOf>>> = []
      const list = page.locator(".list-rows")
      const older = pages.getByRole("button", { name: "Older" })
      const scrolled = () => list.evaluate((box) => Number(Reflect.get(box, "scrollTop")))
      const toEnd = async () => {
        await list.hover()
        await until("the end of the page is in view", async () => {
          await page.mouse.wheel(0, 1_000)
          const [box, edge] = [await pages.boundingBox(), await list.boundingBox()]
          return box !== null && edge !== null && box.y + box.height <= edge.y + edge.height + 1
        })
      }
      for (let at = 1; at < walked; at++) {
        await toEnd()
        const begun = performance.now()
        await older.click()
        await shows(at * pageSize + 1)
        taken.push(performance.now() - begun)
        assert.strictEqual(await rows.count(), pageSize)
        assert.strictEqual(await scrolled(), 0)
        if ((at + 1) % measuredEvery === 0) measured.push(await memoryOf(page))
      }
      await toEnd()
      await pages.getByRole("button", { name: "Newer" }).click()
      await shows((walked - 2) * pageSize + 1)
      assert.strictEqual(await scrolled(), 0, "a page that is kept begins at its top too")
      const said = measured.map(
        ({ elements, heap, listeners, nodes }) =>
          `${(heap / 1e6).toFixed(1)} MB, ${nodes} nodes, ${elements} elements, ${listeners} listeners`
      )
      process.stdout.write(
        `every ${measuredEvery} pages: ${said.join("; ")}; a page after ${Math.round(median(taken))} ms in the median\n`
      )
      const [before, after] = [measured[0], measured.at(-1)]
      assert.isAtMost((after?.heap ?? Number.NaN) - (before?.heap ?? Number.NaN), maxGrowth)
      assert.isAtMost((after?.nodes ?? Number.NaN) / (before?.nodes ?? Number.NaN), 1.25)
      for (const { elements } of measured) assert.isAtMost(elements, maxElements)
      assert.isAtMost(median(taken), pageWithin)
      await page.clock.fastForward(afterAll)
      let rest = await memoryOf(page)
      await until("pages that are not shown are let go", async () => {
        rest = await memoryOf(page)
        return rest.heap - (before?.heap ?? Number.NaN) <= maxRest
      })

      const jump = async (to: number) => {
        const begun = performance.now()
        await number.fill(String(to))
        await number.press("Enter")
        await shows((Math.min(to, lastPage) - 1) * pageSize + 1)
        return Math.round(performance.now() - begun)
      }
      const jumps = [await jump(lastPage), await jump(1_250), await jump(9_999)]
      assert.strictEqual(await number.inputValue(), String(lastPage))
      assert.isTrue(await older.isDisabled())
      await rows.last().click()
      await bubble(visitor, `Question ${(lastPage - 1) * pageSize + pageSize}`).waitFor()
      await page.goBack()

      const choose = async (label: string, option: string) => {
        await page.getByRole("combobox", { name: label }).click()
        await page.getByRole("option", { name: option }).click()
      }
      const filtered = performance.now()
      await choose("Status", "Closed")
      await shows(5)
      await pages.getByText(`of ${(conversations / 5 / pageSize).toLocaleString("en")}`).waitFor()
      await choose("Channel", "Messenger")
      await shows(15)
      await page.getByRole("searchbox").fill(reader(77_775))
      await shows(77_775)
      assert.strictEqual(await rows.count(), 1)
      const end = await memoryOf(page)
      process.stdout.write(
        `${(rest.heap / 1e6).toFixed(1)} MB when no page is kept; jumps after ${jumps.join(", ")} ms; two filters and a search after ${Math.round(performance.now() - filtered)} ms; ` +
          `then ${(end.heap / 1e6).toFixed(1)} MB, ${end.nodes} nodes\n`
      )
      assert.isAtMost(end.heap - (before?.heap ?? Number.NaN), maxGrowth)
    },
    240_000
  )
})
