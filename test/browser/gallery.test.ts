import { assert, describe } from "@effect/vitest"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assertNone, barriers } from "./support/accessibility.ts"
import { desktop, journey, type Scene } from "./support/journey.ts"
import { type Box, type Cells, cellsOf, decodeCells, differenceOf, encodeCells } from "./support/pictures.ts"
import type { Visitor } from "./support/Visitor.ts"

/** Pictures of all parts. `UPDATE_GALLERY=1 node test/browser/main.ts gallery` writes them. */
const file = join(import.meta.dirname, "gallery.json")

/** Parts above the page: the button in the sample that opens each, and its element. */
const overlays: Readonly<Record<string, readonly [act: "click" | "hover", element: string]>> = {
  Menu: ["click", ".popup"],
  Popover: ["click", ".popup"],
  Dialog: ["click", ".dialog"],
  SidePanel: ["click", ".side-panel"],
  Tooltip: ["hover", ".tooltip"],
  Toast: ["click", ".toast"]
}

/** JSON has a font of the system. */
const leftOut = new Set(["JsonView"])

/** Screenshots of a high window take seconds on a loaded machine, in milliseconds. */
const patience = 240_000

type Theme = "light" | "dark"

const gallery = async (scene: Scene, colorScheme: Theme): Promise<Visitor> => {
  const visitor = await scene.visitor(colorScheme, { as: scene.owner, colorScheme })
  await visitor.goTo("/gallery")
  await visitor.page.getByRole("heading", { name: "Gallery" }).waitFor()
  await visitor.page.evaluate("document.fonts.ready.then(() => undefined)")
  return visitor
}

/** Pictures of all samples, from one screenshot of a window that is high enough for them. */
const samplesIn = async (visitor: Visitor): Promise<ReadonlyMap<string, Cells>> => {
  const { page } = visitor
  const height = await page.locator(".gallery").evaluate((element) => element.scrollHeight)
  await page.setViewportSize({ width: desktop.width, height })
  const boxes = await page.evaluate<ReadonlyArray<Box & { readonly name: string }>>(`
    [...document.querySelectorAll("[data-part]")].map((part) => {
      const { height, width, x, y } = part.getBoundingClientRect()
      return { name: part.dataset.part, height, width, x, y }
    })`)
  const compared = boxes.filter(({ name }) => !leftOut.has(name))
  const png = await page.screenshot({ animations: "disabled", caret: "hide" })
  const cells = await cellsOf(await visitor.context.newPage(), png, compared)
  await page.setViewportSize(desktop)
  return new Map(compared.flatMap(({ name }, index) => (cells[index] === undefined ? [] : [[name, cells[index]]])))
}

/** Pictures of the parts above the page. */
const overlaysIn = async (visitor: Visitor): Promise<ReadonlyMap<string, Cells>> => {
  const { page } = visitor
  const blank = await visitor.context.newPage()
  const found = new Map<string, Cells>()
  for (const [name, [act, element]] of Object.entries(overlays)) {
    const button = page.locator(`[data-part=${name}] button`)
    await (act === "click" ? button.click() : button.hover())
    const overlay = page.locator(element)
    await overlay.waitFor()
    const { height = 0, width = 0 } = (await overlay.boundingBox()) ?? {}
    const png = await overlay.screenshot({ animations: "disabled", caret: "hide" })
    const [cells] = await cellsOf(blank, png, [{ x: 0, y: 0, width: Math.floor(width), height: Math.floor(height) }])
    if (cells !== undefined) found.set(`${name} open`, cells)
    await (name === "Toast" ? overlay.locator("[aria-label=Dismiss]").click() : page.keyboard.press("Escape"))
    await page.mouse.move(0, 0)
    await overlay.waitFor({ state: "detached" })
  }
  return found
}

const pictures = async (scene: Scene, theme: Theme): Promise<ReadonlyArray<readonly [string, Cells]>> => {
  const visitor = await gallery(scene, theme)
  const samples = await samplesIn(visitor)
  return [...samples, ...(await overlaysIn(visitor))].map(([name, cells]) => [`${name}, ${theme}`, cells])
}

const expectedPictures = (): Readonly<Record<string, string>> => JSON.parse(readFileSync(file, "utf8"))

/** Parts that look different from their expected pictures, are new, or are gone. */
const changes = (seen: ReadonlyArray<readonly [string, Cells]>): ReadonlyArray<string> => {
  const expected = expectedPictures()
  const names = new Set(seen.map(([name]) => name))
  return [
    ...seen.flatMap(([name, cells]) => {
      const text = expected[name]
      if (text === undefined) return [`${name} has no expected picture`]
      const difference = differenceOf(decodeCells(text), cells)
      return difference === null ? [] : [`${name}: ${difference}`]
    }),
    ...Object.keys(expected).flatMap((name) => (names.has(name) ? [] : [`${name} is not in the gallery`]))
  ]
}

describe("gallery of the parts", () => {
  journey(
    "every part in every state looks as before, in light and dark",
    async (scene) => {
      const seen = [...(await pictures(scene, "light")), ...(await pictures(scene, "dark"))]
      assert.isAbove(seen.length, 50)
      if (process.env["UPDATE_GALLERY"] === "1") {
        const entries = seen.map(([name, cells]) => [name, encodeCells(cells)])
        writeFileSync(file, `${JSON.stringify(Object.fromEntries(entries), null, 1)}\n`)
      }
      assertNone(changes(seen))
    },
    patience
  )

  journey(
    "a visible change of a part fails the comparison",
    async (scene) => {
      const visitor = await gallery(scene, "light")
      const changed = async (rule: string): Promise<ReadonlyArray<string>> => {
        await visitor.page.evaluate(`{
        const sheet = new CSSStyleSheet()
        sheet.replaceSync(${JSON.stringify(rule)})
        document.adoptedStyleSheets = [sheet]
      }`)
        const samples = [...(await samplesIn(visitor))].map(([name, cells]) => [`${name}, light`, cells] as const)
        return changes(samples).filter((change) => !change.endsWith("is not in the gallery"))
      }
      const changedIn = async (part: string, rule: string) =>
        assert.include((await changed(rule)).join("\n"), `${part}, light: `, rule)
      assertNone(await changed(""))
      await changedIn("Button", ".button-primary { background: #2f6f4f }")
      await changedIn("Badge", ".badge { border-radius: 1rem; padding-inline: 1rem }")
      await changedIn("Field", ".input { border-width: 3px }")
      await changedIn("Table", ".table th, .table td { padding-block: 0.625rem }")
      await changedIn("Switch", ".switch-input { block-size: 1.5rem }")
      await changedIn("PageHeader", "h1 { font-size: 1.5rem }")
    },
    patience
  )

  journey("no part has barriers", async (scene) => {
    const visitor = await gallery(scene, "light")
    assertNone(await barriers(visitor, "gallery"))
  })
})
