import { assert, it, vi } from "@effect/vitest"
import { Effect, Exit, Scope } from "effect"
import { randomBytes, randomInt } from "node:crypto"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { type Browser, type BrowserContextOptions, chromium } from "playwright-core"
import { inject } from "vitest"
import type { Demo } from "../../../src/adapters/demo/DemoFile.ts"
import { signedBy, webhookPath } from "../../support/http/metaPost.ts"
import { start } from "../../support/processes/service.ts"
import { type Channel, Customer } from "./Customer.ts"
import { Visitor } from "./Visitor.ts"

/** How long a journey may take, and one step of it, in milliseconds. */
const patience = { journey: 60_000, step: 15_000 }

const main = new URL("../../../src/start.ts", import.meta.url).pathname

let connected: Promise<Browser> | undefined

/** The browser of all journeys, connected once for all files of the process. */
const browser = (): Promise<Browser> => (connected ??= chromium.connect(inject("browser").endpoint))

export const desktop = { width: 1280, height: 800 }
/** The narrowest phone that the console supports. */
export const phone = { width: 360, height: 740 }

export interface Account {
  readonly email: string
  readonly password: string
}

export interface VisitorOptions extends BrowserContextOptions {
  /** Who signs in; nobody if absent. */
  readonly as?: Account
  /** The address of the service, if not its own: that of a proxy. */
  readonly origin?: string
  /** Where the visit begins. */
  readonly at?: string
}

/** Repeats until it gives something else than false or undefined, without failing. */
export const until = <A>(what: string, look: () => Promise<A> | A, timeout = patience.step): Promise<A> =>
  vi.waitFor(
    async () => {
      const seen = await look()
      if (seen === false || seen === undefined || seen === null) throw new Error(`not yet: ${what}`)
      return seen
    },
    { timeout, interval: 50 }
  )

/** What a journey has: the service, its people, and as many browsers as it wants. */
export class Scene {
  readonly demo: Demo = inject("browser").demo
  readonly dataDir: string = inject("browser").dataDir
  readonly scope = Scope.makeUnsafe()
  readonly visitors: Array<Visitor> = []

  get owner(): Account {
    return this.demo
  }

  /** Runs what ends with the journey. */
  run<A, E>(effect: Effect.Effect<A, E, Scope.Scope>): Promise<A> {
    return Effect.runPromise(Scope.provide(effect, this.scope))
  }

  async visitor(name: string, { as, at = "/", origin = this.demo.appUrl, ...options }: VisitorOptions = {}) {
    const context = await (
      await browser()
    ).newContext({ viewport: desktop, reducedMotion: "reduce", locale: "en-US", timezoneId: "UTC", ...options })
    context.setDefaultTimeout(patience.step)
    const visitor = await Visitor.open(name, origin, context)
    this.visitors.push(visitor)
    await visitor.goTo(at)
    if (as !== undefined) {
      await visitor.signIn(as.email, as.password)
      await visitor.live()
    }
    return visitor
  }

  customer(name: string, channel?: Channel): Customer {
    return new Customer(this.demo.emulatorUrl, name, channel)
  }

  /** A command of an operator, beside the service; gives what it prints. */
  async command(args: ReadonlyArray<string>, input = ""): Promise<string> {
    const ran = await this.run(start({ DATA_DIR: this.dataDir }, args, main, input))
    const code = await this.run(ran.ended)
    assert.strictEqual(code, 0, ran.output())
    return ran.output()
  }

  /** A new member of the demo's organization. */
  async member(role: "admin" | "agent", scope: "all" | "assigned" = "all"): Promise<Account> {
    const account = newAccount(role)
    const { email, password } = account
    const whom = ["--organization", this.demo.orgId, "--email", email, "--role", role, "--scope", scope]
    await this.command(["member", "add", ...whom], `${password}\n`)
    return account
  }

  /** Another organization, without channels. */
  async organization(name: string): Promise<{ readonly organizationId: string; readonly owner: Account }> {
    const owner = newAccount("owner")
    const args = ["organization", "create", "--name", name, "--email", owner.email, "--password", "--json"]
    const made = JSON.parse(await this.command(args, `${owner.password}\n`)) as { organizationId: string }
    return { organizationId: made.organizationId, owner }
  }

  /** A WhatsApp number that an organization owns; the platform's webhooks to it are signed as the demo expects. */
  async number(organizationId: string, name = "+1 555 010 9999") {
    const id = String(randomInt(1e12, 9e12))
    const account = [
      "--skip-check",
      "--channel",
      "whatsapp",
      "--id",
      id,
      "--name",
      name,
      "--business-account",
      `7${id}`
    ]
    await this.command(["channel", "connect", "--organization", organizationId, ...account], "the token of a number\n")
    const secrets = JSON.parse(await readFile(join(this.dataDir, "secrets.json"), "utf8")) as {
      META_APP_SECRET: string
    }
    return {
      receives: async (name: string, text: string): Promise<void> => {
        const from = `1555${randomInt(1_000_000, 9_999_999)}`
        const message = { from, id: `wamid.${from}`, timestamp: String(Math.floor(Date.now() / 1_000)), type: "text" }
        const value = {
          messaging_product: "whatsapp",
          metadata: { display_phone_number: name.replaceAll(/\D/g, ""), phone_number_id: id },
          contacts: [{ profile: { name }, wa_id: from }],
          messages: [{ ...message, text: { body: text } }]
        }
        const entry = [{ id: `7${id}`, changes: [{ field: "messages", value }] }]
        const body = JSON.stringify({ object: "whatsapp_business_account", entry })
        const headers = { ...signedBy(secrets.META_APP_SECRET, body), "content-type": "application/json" }
        const response = await fetch(`${this.demo.appUrl}${webhookPath}`, { method: "POST", headers, body })
        assert.strictEqual(response.status, 200, await response.text())
      }
    }
  }

  /** A call of the Developer interface with the demo's key. */
  async developer(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${this.demo.baseUrl}${path}`, {
      method,
      headers: { "x-api-key": this.demo.apiKey, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    const text = await response.text()
    assert.isTrue(response.ok, `${method} ${path} answered ${response.status}: ${text}`)
    return JSON.parse(text)
  }

  /** A call of the emulator's control interface. */
  async emulator(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${this.demo.emulatorUrl}/_emulator/${path}`, {
      method,
      headers: { "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    const text = await response.text()
    assert.isTrue(response.ok, `${method} ${path} answered ${response.status}: ${text}`)
    return text === "" ? null : JSON.parse(text)
  }

  /** Arms a fault of the platform. */
  async fault(rule: Readonly<Record<string, unknown>>): Promise<void> {
    await this.emulator("POST", "faults/armed", rule)
  }

  async end(): Promise<void> {
    await Promise.all(this.visitors.map(({ context }) => context.close()))
    await Effect.runPromise(Scope.close(this.scope, Exit.void))
  }
}

const newAccount = (role: string): Account => ({
  email: `${role}-${randomBytes(4).toString("hex")}@journey.example`,
  password: randomBytes(9).toString("hex")
})

const walked = async (title: string, walk: (scene: Scene) => Promise<void>): Promise<void> => {
  const scene = new Scene()
  try {
    await walk(scene)
    assert.deepStrictEqual(
      scene.visitors.flatMap(({ problems }) => problems),
      []
    )
  } catch (cause) {
    const folders = await Promise.all(scene.visitors.map((visitor) => visitor.record(title)))
    const problems = scene.visitors.flatMap((visitor) => visitor.problems)
    const seen = [...new Set(folders.map((folder) => `See ${folder}`)), ...problems].join("\n")
    throw new Error(`${cause instanceof Error ? cause.message : String(cause)}\n${seen}`, { cause })
  } finally {
    await scene.end()
  }
}

/**
 * A walk through the console in real browsers. It fails by what it asserts, and by any error in a browser's console, any
 * violation of the page's policy, and any request to another host. A failed one leaves screenshots and logs.
 */
export const journey = Object.assign(
  (title: string, walk: (scene: Scene) => Promise<void>, timeout = patience.journey): void => {
    it(title, { timeout }, () => walked(title, walk))
  },
  {
    /** Shows that something is still missing, in the report of the run. */
    skip: (title: string, walk: (scene: Scene) => Promise<void>): void => {
      it.skip(title, () => walked(title, walk))
    }
  }
)
