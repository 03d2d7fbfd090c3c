import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { join } from "node:path"

const css = readFileSync(join(import.meta.dirname, "../../console/style/base.css"), "utf8")

/** Both colours of each role, `light-dark(#…, #…)`. */
const rolesIn = (text: string): ReadonlyMap<string, { readonly light: string; readonly dark: string }> =>
  new Map(
    [...text.matchAll(/--([\w-]+):\s*light-dark\((#[\da-f]{6}),\s*(#[\da-f]{6})\)/g)].map(
      ([, name = "", light = "", dark = ""]) => [name, { light, dark }]
    )
  )

/** Relative luminance of sRGB (WCAG 2.2). */
const luminanceOf = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const contrastOf = (one: string, other: string): number => {
  const [light = 0, dark = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/** Every background that has text of any page. */
const backgrounds = ["ground", "surface", "raised", "sunken", "hover", "selected", "rail", "mine"]

/** Texts on their backgrounds. */
const texts: ReadonlyArray<readonly [text: string, backgrounds: ReadonlyArray<string>]> = [
  ["ink", [...backgrounds, "accent-soft", "success-soft", "warning-soft", "danger-soft"]],
  ["ink-muted", backgrounds],
  ["accent", [...backgrounds, "accent-soft"]],
  ["accent-strong", ["ground", "surface", "raised"]],
  ["success", ["ground", "surface", "raised", "hover", "success-soft"]],
  ["warning", ["ground", "surface", "raised", "hover", "warning-soft"]],
  ["danger", ["ground", "surface", "raised", "hover", "sunken", "danger-soft"]],
  ["on-accent", ["accent", "accent-strong"]],
  ["on-danger", ["danger", "danger-strong"]]
]

/** Lines and signs that tell what a control is, on their backgrounds. */
const controls: ReadonlyArray<readonly [line: string, backgrounds: ReadonlyArray<string>]> = [
  ["control-line", ["ground", "surface", "raised", "sunken"]],
  ["accent", ["ground", "surface", "raised", "sunken", "rail"]],
  ["whatsapp", ["surface", "hover", "selected"]],
  ["messenger", ["surface", "hover", "selected"]],
  ["instagram", ["surface", "hover", "selected"]]
]

/** Pairs with less contrast than they need, in either appearance. */
const weakPairs = (text: string): ReadonlyArray<string> => {
  const roles = rolesIn(text)
  const check = (least: number, pairs: typeof texts) =>
    pairs.flatMap(([above, below]) =>
      below.flatMap((background) =>
        (["light", "dark"] as const).flatMap((theme) => {
          const [front, back] = [roles.get(above)?.[theme], roles.get(background)?.[theme]]
          if (front === undefined || back === undefined) return [`${above} or ${background} is no role`]
          const contrast = contrastOf(front, back)
          return contrast >= least ? [] : [`${above} on ${background}, ${theme}: ${contrast.toFixed(2)} < ${least}`]
        })
      )
    )
  return [...check(4.5, texts), ...check(3, controls)]
}

describe("contrast of the console's colours", () => {
  it("the contrast of black on white is 21, and that of #767676 on white 4.54", () => {
    assert.closeTo(contrastOf("#000000", "#ffffff"), 21, 0.01)
    assert.closeTo(contrastOf("#ffffff", "#767676"), 4.54, 0.01)
  })

  it("each text has a contrast of 4.5 and each control one of 3, in light and dark", () => {
    assert.strictEqual(weakPairs(css).join("\n"), "")
  })

  it("each role with two colours is measured as text, control or background", () => {
    const pairs = [...texts, ...controls]
    const measured = new Set([...pairs.map(([name]) => name), ...pairs.flatMap(([, below]) => below)])
    const decorative = ["line"]
    assert.deepStrictEqual(
      [...rolesIn(css).keys()].filter((name) => !measured.has(name)),
      decorative
    )
  })

  it("a paler text fails the measurement", () => {
    const paler = css.replace(/--ink-muted: light-dark\(#[\da-f]{6}/, "--ink-muted: light-dark(#8b909c")
    assert.include(weakPairs(paler).join("\n"), "ink-muted on surface, light")
  })
})
