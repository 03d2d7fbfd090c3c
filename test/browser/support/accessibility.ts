import { assert } from "@effect/vitest"
import { createRequire } from "node:module"
import { readFileSync } from "node:fs"
import type { AxeResults, Result } from "axe-core"
import { desktop, phone } from "./journey.ts"
import type { Visitor } from "./Visitor.ts"

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

const describeResult = ({ help, id, nodes }: Result): string =>
  `${id} (${help}): ${nodes
    .slice(0, 3)
    .map(
      ({ failureSummary = "", html }) => `${html.slice(0, 160)} ${failureSummary.replaceAll(/\s+/g, " ").slice(0, 240)}`
    )
    .join(" | ")}`

/** Fails with all that was found. */
export const assertNone = (found: ReadonlyArray<string>): void => assert.strictEqual(found.join("\n"), "")

/**
 * What axe-core finds in the page as it is now. Every rule counts, those of good practice too, but one with an open menu:
 * that stands outside the landmarks, and only its button leads there.
 */
const violations = async ({ page }: Visitor): Promise<ReadonlyArray<string>> => {
  if (!(await page.evaluate<boolean>("typeof axe === 'object'"))) await page.evaluate(axe)
  const results = await page.evaluate<AxeResults>(`axe.run(document, {
    resultTypes: ["violations"],
    rules: { region: { enabled: document.querySelector("[role=menu]") === null } }
  })`)
  return results.violations.map(describeResult)
}

/** What makes the page wider than the browser, which then scrolls sideways; none on a page that fits. */
export const tooWide = ({ page }: Visitor): Promise<ReadonlyArray<string>> =>
  page.evaluate<ReadonlyArray<string>>(`
    [document.documentElement, document.querySelector("main")]
      .filter((element) => element !== null && element.scrollWidth > element.clientWidth + 1)
      .map((element) => {
        const isOut = (inner) => {
          const { left, right } = inner.getBoundingClientRect()
          return right > element.clientWidth + 1 || left < -1
        }
        const out = [...element.querySelectorAll("*")].filter((inner) => isOut(inner) && ![...inner.children].some(isOut))
        const named = out.slice(0, 3).map((inner) => inner.outerHTML.slice(0, 120)).join(" and ")
        return element.tagName.toLowerCase() + " is " + element.scrollWidth + " wide in " + element.clientWidth + ": " + named
      })`)

/** Boxes whose parts scroll instead of them, and which are higher than the browser shows. */
export const tooHigh = ({ page }: Visitor): Promise<ReadonlyArray<string>> =>
  page.evaluate<ReadonlyArray<string>>(`
    [document.documentElement, document.querySelector("main:has(.inbox)")]
      .filter((element) => element !== null && element.scrollHeight > element.clientHeight)
      .map((element) => element.tagName.toLowerCase() + " is " + element.scrollHeight + " px high in " + element.clientHeight)`)

/** Colours are new after the next frame. */
const drawn = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"

/** Looks at the page in light and dark, on a desktop and on the narrowest phone. */
export const barriers = async (
  visitor: Visitor,
  screen: string,
  schemes: ReadonlyArray<"light" | "dark"> = ["light", "dark"]
): Promise<ReadonlyArray<string>> => {
  const found: Array<string> = []
  for (const viewport of [desktop, phone]) {
    await visitor.page.setViewportSize(viewport)
    for (const colorScheme of schemes) {
      await visitor.page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
      await visitor.page.evaluate(drawn)
      const seen = [...(await violations(visitor)), ...(await tooWide(visitor)), ...(await tooHigh(visitor))]
      found.push(...seen.map((barrier) => `${screen}, ${colorScheme}, ${viewport.width} px: ${barrier}`))
    }
  }
  await visitor.page.setViewportSize(desktop)
  return found
}
