import { assert, describe } from "@effect/vitest"
import { barriers } from "./support/accessibility.ts"
import { journey } from "./support/journey.ts"
import { open, screens } from "./support/screens.ts"

describe("accessibility", () => {
  journey("the sign-in has no barriers", async (scene) => {
    const visitor = await scene.visitor("guest")
    await visitor.page.getByRole("button", { name: "Sign in", exact: true }).waitFor()
    assert.deepStrictEqual(await barriers(visitor, "sign-in"), [])
    visitor.expects(/status of 400/)
    await visitor.signIn("nobody@journey.example", "wrong")
    await visitor.page.getByRole("alert").waitFor()
    assert.deepStrictEqual(await barriers(visitor, "refused sign-in"), [])
  })

  for (const screen of screens) {
    journey(`${screen.name} has no barriers, light and dark, on a desktop and on a phone`, async (scene) => {
      const visitor = await scene.visitor("owner", { as: scene.owner })
      await open(visitor, screen)
      assert.deepStrictEqual(await barriers(visitor, screen.name), [])
    })

    if (screen.isModal === true) continue
    journey(`${screen.name} fits a phone from right to left`, async (scene) => {
      const visitor = await scene.visitor("owner", { as: scene.owner })
      await open(visitor, screen)
      await visitor.speakArabic()
      assert.deepStrictEqual(await barriers(visitor, `${screen.name} in Arabic`, ["light"]), [])
    })
  }
})
