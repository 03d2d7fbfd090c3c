import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import type { BrowserContext, ConsoleMessage, Page, Request } from "playwright-core"

/** Where a failed journey leaves what was seen. */
const failures = join(import.meta.dirname, "../../../test-failures")

/** Says in the console what the page's policy refused. */
const reportViolations = `document.addEventListener("securitypolicyviolation", (event) =>
  console.error("policy violated:", event.violatedDirective, event.blockedURI, event.sourceFile, event.lineNumber))`

/** One browser with storage of its own, and what went wrong in it. */
export class Visitor {
  readonly name: string
  readonly page: Page
  readonly context: BrowserContext
  readonly #origin: string
  readonly #expected: Array<RegExp> = []
  readonly #problems: Array<string> = []
  readonly #messages: Array<string> = []
  readonly #requests: Array<string> = []

  private constructor(name: string, origin: string, context: BrowserContext, page: Page) {
    this.name = name
    this.#origin = origin
    this.context = context
    this.page = page
  }

  static async open(name: string, origin: string, context: BrowserContext): Promise<Visitor> {
    const visitor = new Visitor(name, origin, context, await context.newPage())
    await context.addInitScript(reportViolations)
    context.on("console", (message) => visitor.#hear(message))
    context.on("weberror", (error) =>
      visitor.#problems.push(`uncaught: ${error.error().stack ?? error.error().message}`)
    )
    context.on("request", (request) => visitor.#watch(request))
    context.on("requestfailed", (request) =>
      visitor.#requests.push(`failed ${request.method()} ${request.url()}: ${request.failure()?.errorText}`)
    )
    context.on("response", (response) =>
      visitor.#requests.push(`${response.status()} ${response.request().method()} ${response.url()}`)
    )
    return visitor
  }

  /** Another tab of the same browser, whose problems this visitor has. */
  async tab(at: string): Promise<Visitor> {
    const tab = new Visitor(this.name, this.#origin, this.context, await this.context.newPage())
    await tab.goTo(at)
    return tab
  }

  #hear(message: ConsoleMessage): void {
    const text = `${message.text()} (${message.location().url})`
    this.#messages.push(`${message.type()}: ${text}`)
    if (message.type() === "error") this.#problems.push(`console: ${text}`)
  }

  #watch(request: Request): void {
    const { origin, protocol } = new URL(request.url())
    if (origin === this.#origin || protocol === "data:" || protocol === "blob:") return
    this.#problems.push(`request to another host: ${request.method()} ${request.url()}`)
  }

  /** Errors like these belong to the journey: a refused sign-in, or a network that is cut. */
  expects(...patterns: ReadonlyArray<RegExp>): void {
    this.#expected.push(...patterns)
  }

  /** Errors of the console, violations of the policy and requests to other hosts that the journey did not expect. */
  get problems(): ReadonlyArray<string> {
    return this.#problems
      .filter((problem) => !this.#expected.some((pattern) => pattern.test(problem)))
      .map((problem) => `${this.name}: ${problem}`)
  }

  async goTo(path: string): Promise<void> {
    await this.page.goto(`${this.#origin}${path}`)
  }

  /** Path and query of what is shown. */
  get path(): string {
    const { pathname, search } = new URL(this.page.url())
    return `${pathname}${search}`
  }

  async signIn(email: string, password: string): Promise<void> {
    await this.page.getByLabel("E-mail address").fill(email)
    await this.page.getByLabel("Password").fill(password)
    await this.page.getByRole("button", { name: "Sign in", exact: true }).click()
  }

  /** Chooses a language in the menu, in whichever the page has. */
  async speak(language: "english" | "arabic"): Promise<void> {
    const { direction, name } = {
      english: { name: "English", direction: "ltr" },
      arabic: { name: "العربية", direction: "rtl" }
    }[language]
    const chosen = this.page.locator(`html[dir=${direction}]`)
    if ((await chosen.count()) > 0) return
    await this.page.locator(".rail .avatar").click()
    await this.page.getByRole("menu").getByText(name, { exact: true }).click()
    await chosen.waitFor()
    // The menu may stay open after a choice.
    await this.page.keyboard.press("Escape")
    await this.page.getByRole("menu").waitFor({ state: "detached" })
  }

  /** Waits until events reach the page as they happen. */
  async live(): Promise<void> {
    await this.page.locator(".live-live").waitFor({ state: "attached" })
  }

  /** Leaves a screenshot, the console's messages and the requests for whoever mends it; gives the folder. */
  async record(journey: string): Promise<string> {
    const folder = join(failures, journey.replaceAll(/[^\w]+/g, "-").toLowerCase())
    await mkdir(folder, { recursive: true })
    await this.page.screenshot({ path: join(folder, `${this.name}.png`), timeout: 5_000 }).catch(() => undefined)
    const seen = [`at ${this.page.url()}`, "", ...this.#messages, "", ...this.#requests]
    await writeFile(join(folder, `${this.name}.log`), seen.join("\n"))
    return folder
  }
}
