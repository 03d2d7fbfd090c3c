import { describe } from "@effect/vitest"
import { assertNone, barriers } from "./support/accessibility.ts"
import { journey } from "./support/journey.ts"
import { open, screens } from "./support/screens.ts"

/** Each screen is looked at four times, in milliseconds. */
const patience = 240_000

describe("accessibility", () => {
  journey("the sign-in has no barriers", async (scene) => {
    const visitor = await scene.visitor("guest")
    await visitor.page.getByRole("button", { name: "Sign in", exact: true }).waitFor()
    assertNone(await barriers(visitor, "sign-in"))
    visitor.expects(/status of 400/)
    await visitor.signIn("nobody@journey.example", "wrong")
    await visitor.page.getByRole("alert").waitFor()
    assertNone(await barriers(visitor, "refused sign-in"))
  })

  journey(
    "no screen and no dialog has barriers, light or dark, on a desktop or on a phone",
    async (scene) => {
      await scene.customer("Ada Lovelace").writes("Is it open today?")
      const visitor = await scene.visitor("owner", { as: scene.owner })
      const found: Array<string> = []
      for (const screen of screens) {
        await open(visitor, screen)
        found.push(...(await barriers(visitor, screen.name)))
      }
      assertNone(found)
    },
    patience
  )

  journey(
    "every screen fits a phone from right to left",
    async (scene) => {
      await scene.customer("Ada Lovelace").writes("Is it open today?")
      const visitor = await scene.visitor("owner", { as: scene.owner })
      const found: Array<string> = []
      for (const screen of screens.filter(({ isModal }) => isModal !== true)) {
        await visitor.speak("english")
        await open(visitor, screen)
        await visitor.speak("arabic")
        found.push(...(await barriers(visitor, `${screen.name} in Arabic`, ["light"])))
      }
      assertNone(found)
    },
    patience
  )
})
