import { assert, describe } from "@effect/vitest"
import { journey, until } from "./support/journey.ts"

describe("sign-in", () => {
  journey("a wrong password is refused, and the right one opens the inbox", async (scene) => {
    const visitor = await scene.visitor("owner")
    visitor.expects(/status of 400/)
    const { email, password } = scene.owner
    await visitor.signIn(email, "not the password")
    await visitor.page.getByRole("alert").getByText("Email or password is incorrect.").waitFor()
    assert.strictEqual(visitor.path, "/")
    await visitor.signIn(email, password)
    await visitor.page.getByRole("link", { name: "Inbox" }).waitFor()
    await visitor.live()
    assert.strictEqual(visitor.path, "/inbox")
  })

  journey("a reload keeps the session, and a sign-out ends it", async (scene) => {
    const { page, ...visitor } = await scene.visitor("owner", { as: scene.owner })
    await page.reload()
    await page.locator(".live-live").waitFor({ state: "attached" })
    await page.getByRole("button", { name: "Account" }).click()
    await page.getByRole("menuitem", { name: "Sign out" }).click()
    await page.getByLabel("Password").waitFor()
    await page.reload()
    await page.getByLabel("Password").waitFor()
    const stored = await page.evaluate<string>("JSON.stringify({ ...sessionStorage, ...localStorage })")
    assert.notInclude(stored, "parley.refresh")
    void visitor
  })

  journey("an owner of the demo signs in with one click, on this machine", async (scene) => {
    const visitor = await scene.visitor("owner")
    await visitor.page.getByRole("button", { name: "Continue as demo owner" }).click()
    await visitor.live()
  })

  journey("a refused access token is replaced once, and the page goes on", async (scene) => {
    const visitor = await scene.visitor("owner", { as: scene.owner })
    visitor.expects(/status of 401/)
    const { page } = visitor
    const renewals: Array<string> = []
    page.on("request", (request) => {
      if (request.url().includes("grant_type=refresh_token")) renewals.push(request.url())
    })
    // The service itself refuses the token: every call has one that was never issued, until another was fetched.
    await page.route("**/api/whatsapp/**", (route) => {
      const headers = route.request().headers()
      const authorization = renewals.length === 0 ? "Bearer e30.e30.e30" : (headers["authorization"] ?? "")
      return route.continue({ headers: { ...headers, authorization } })
    })
    await page.getByRole("link", { name: "Developers" }).click()
    await page.getByRole("link", { name: "Inbox" }).click()
    await page.context().setOffline(true)
    await page.locator(".live-offline").waitFor()
    visitor.expects(/ERR_INTERNET_DISCONNECTED/)
    await page.context().setOffline(false)
    await visitor.live()
    await until("the token was renewed", () => renewals.length > 0)
    assert.strictEqual(renewals.length, 1)
  })

  journey("a token is refreshed before it expires", async (scene) => {
    const visitor = await scene.visitor("owner", { as: scene.owner })
    const { page } = visitor
    await page.clock.install()
    await page.reload()
    await visitor.live()
    const renewed = page.waitForResponse((response) => response.url().includes("grant_type=refresh_token"))
    // Whatever the page asks for next finds a token that is nearly over.
    await page.clock.fastForward("59:30")
    await page.getByRole("link", { name: "Developers" }).click()
    await page.context().setOffline(true)
    visitor.expects(/ERR_INTERNET_DISCONNECTED/)
    await page.context().setOffline(false)
    assert.isTrue((await renewed).ok())
  })
})
