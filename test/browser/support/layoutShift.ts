import type { Visitor } from "./Visitor.ts"

/** Most shift of a layout that counts as good (Core Web Vitals: 0.1). */
const mostShift = 0.05

/** Adds up shifts of each page from its start, and remembers what moved. Shifts after a click or a key are expected. */
const observe = `
  window.shifts = []
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (entry.hadRecentInput) continue
      const moved = entry.sources.map(({ node }) => node?.parentElement === undefined ? "" :
        (node.outerHTML ?? node.textContent).slice(0, 100))
      window.shifts.push({ value: entry.value, moved })
    }
  }).observe({ type: "layout-shift", buffered: true })`

/** Measures all pages that the visitor opens from now on. */
export const observeShifts = ({ context }: Visitor): Promise<unknown> => context.addInitScript(observe)

/** The shifts of the page, if they are more than a user would overlook. */
export const shiftsOf = async ({ page }: Visitor, screen: string): Promise<ReadonlyArray<string>> => {
  const shifts =
    await page.evaluate<ReadonlyArray<{ readonly value: number; readonly moved: ReadonlyArray<string> }>>(
      "window.shifts"
    )
  const total = shifts.reduce((sum, { value }) => sum + value, 0)
  if (total <= mostShift) return []
  return [`${screen}: the layout shifts by ${total.toFixed(3)}: ${shifts.flatMap(({ moved }) => moved).join(" | ")}`]
}
