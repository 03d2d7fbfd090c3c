import { join } from "node:path"
import { until } from "./journey.ts"
import type { Visitor } from "./Visitor.ts"

/** A screen or a dialog of the console, and how the owner reaches it. */
export interface Screen {
  readonly name: string
  readonly path: string
  /** Waits for what the screen shows when it is complete, or opens it from the one at the path. */
  readonly shown: (visitor: Visitor) => Promise<unknown>
  /** A dialog or a menu: nothing beside it can be used. */
  readonly isModal?: boolean
}

const heading = (name: string) => (visitor: Visitor) =>
  visitor.page.getByRole("heading", { name, exact: true }).waitFor()

const tab = (name: string) => async (visitor: Visitor) => {
  await visitor.page.getByRole("tab", { name, selected: true }).waitFor()
}

const dialog = (button: string) => async (visitor: Visitor) => {
  await visitor.page.getByRole("button", { name: button, exact: true }).first().click()
  await visitor.page.getByRole("dialog").waitFor()
}

const playground: ReadonlyArray<Screen> = [
  { name: "playground", path: "/playground", shown: heading("Playground") },
  { name: "playground, ledger", path: "/playground?tool=ledger", shown: tab("Ledger") },
  { name: "playground, templates", path: "/playground?tool=templates", shown: tab("Templates") },
  { name: "playground, faults", path: "/playground?tool=faults", shown: tab("Faults") },
  { name: "playground, state", path: "/playground?tool=state", shown: tab("State") },
  { name: "new person", path: "/playground", shown: dialog("New person"), isModal: true }
]

const frame: ReadonlyArray<Screen> = [
  {
    name: "account menu",
    path: "/playground",
    shown: async ({ page }) => {
      await page.getByRole("button", { name: "Account" }).click()
      await page.getByRole("menu").waitFor()
    },
    isModal: true
  },
  {
    name: "unknown page",
    path: "/inbox/no/such/page",
    shown: ({ page }) => page.locator("main").waitFor()
  }
]

const developers = [
  "quick-start",
  "api-keys",
  "webhook",
  "signature",
  "deliveries",
  "events",
  "live",
  "logs",
  "usage",
  "channels",
  "members",
  "settings"
].map((name): Screen => ({
  name,
  path: `/developers/${name}`,
  shown: ({ page }) => page.getByRole("heading").first().waitFor()
}))

const inbox: ReadonlyArray<Screen> = [
  { name: "inbox", path: "/inbox", shown: ({ page }) => page.locator(".inbox-list .row").first().waitFor() },
  {
    name: "conversation",
    path: "/inbox",
    shown: async ({ page }) => {
      await page.locator(".inbox-list").getByText("Ada Lovelace").first().click()
      await page.getByRole("textbox", { name: "Message" }).waitFor()
    }
  },
  {
    name: "attached file",
    path: "/inbox",
    shown: async ({ page }) => {
      await page.locator(".inbox-list").getByText("Ada Lovelace").first().click()
      await page.getByRole("button", { name: "Attach a file" }).click()
      const picture = join(import.meta.dirname, "../../../docs/console/inbox-phone.png")
      await page.locator("input[type=file]").setInputFiles(picture)
      await page.getByText("inbox-phone.png").waitFor()
    },
    isModal: true
  },
  {
    name: "buttons or list",
    path: "/inbox",
    shown: async ({ page }) => {
      await page.locator(".inbox-list").getByText("Ada Lovelace").first().click()
      await page.locator(".composer").getByRole("button", { name: "More" }).click()
      await page.getByRole("menuitem", { name: "Buttons or list" }).click()
      await page.getByRole("dialog").getByLabel("Button 1", { exact: true }).waitFor()
    },
    isModal: true
  },
  {
    name: "send later",
    path: "/inbox",
    shown: async ({ page }) => {
      await page.locator(".inbox-list").getByText("Ada Lovelace").first().click()
      await page.getByRole("textbox", { name: "Message" }).fill("Later")
      await page.locator(".composer").getByRole("button", { name: "More" }).click()
      await page.getByRole("menuitem", { name: "Send later" }).click()
      await page.getByRole("dialog").getByLabel("Date and time").waitFor()
    },
    isModal: true
  },
  {
    name: "search",
    path: "/inbox?search=open",
    shown: async ({ page }) => {
      await page.locator("[data-found]").first().click()
      await page.locator(".bubble-target").waitFor()
    }
  }
]

const lists: ReadonlyArray<Screen> = [
  { name: "scheduled", path: "/scheduled", shown: heading("Scheduled messages") },
  { name: "templates", path: "/templates", shown: ({ page }) => page.getByRole("table").waitFor() },
  { name: "new template", path: "/templates", shown: dialog("Create template"), isModal: true }
]

/** Every screen and dialog of the owner. */
export const screens: ReadonlyArray<Screen> = [...inbox, ...lists, ...developers, ...frame, ...playground]

/** Opens a screen, and waits until nothing of it is on its way. */
export const open = async (visitor: Visitor, { path, shown }: Screen): Promise<void> => {
  await visitor.goTo(path)
  await visitor.live()
  await shown(visitor)
  const spinners = visitor.page.locator(".spinner")
  await until("everything is loaded", async () => (await spinners.count()) === 0)
}
