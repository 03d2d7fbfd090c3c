import { join } from "node:path"
import { until } from "./journey.ts"
import type { Visitor } from "./Visitor.ts"

/** A screen or a dialog of the console, and how the owner reaches it. */
export interface Screen {
  readonly name: string
  readonly path: string
  /** Waits for what the screen shows when it is complete, or opens it from the one at the path. */
  readonly shown: (visitor: Visitor) => Promise<unknown>
  /** A dialog, a menu, or a state that a change of language would end: nothing beside it can be used. */
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
    name: "palette",
    path: "/templates",
    shown: async ({ page }) => {
      await page.keyboard.press("Control+k")
      await page.getByRole("option").first().waitFor()
    },
    isModal: true
  },
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
  "overview",
  "quick-start",
  "api-keys",
  "webhook",
  "endpoints",
  "signature",
  "deliveries",
  "events",
  "live",
  "logs",
  "usage"
].map((name): Screen => ({
  name,
  path: `/developers/${name}`,
  shown: ({ page }) => page.getByRole("heading").first().waitFor()
}))

const settings = [
  "profile",
  "team",
  "organization",
  "hours",
  "automation",
  "privacy",
  "channels",
  "teams",
  "labels",
  "replies",
  "audit"
].map((name): Screen => ({
  name: `settings, ${name}`,
  path: `/settings/${name}`,
  shown: ({ page }) => page.getByRole("heading").first().waitFor()
}))

const settingsDialogs: ReadonlyArray<Screen> = [
  { name: "new label", path: "/settings/labels", shown: dialog("Create label"), isModal: true },
  { name: "new team", path: "/settings/teams", shown: dialog("Create team"), isModal: true },
  { name: "new saved reply", path: "/settings/replies", shown: dialog("Create reply"), isModal: true },
  { name: "new endpoint", path: "/developers/endpoints", shown: dialog("Add endpoint"), isModal: true }
]

const reports = ["overview", "hours", "channels", "members", "labels"].map((name): Screen => ({
  name: `reports, ${name}`,
  path: `/reports/${name}`,
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
      await page.locator(".composer").getByRole("button", { name: "Send options" }).click()
      await page.getByRole("menuitem", { name: "Send later" }).click()
      await page.getByRole("dialog").getByLabel("Date and time").waitFor()
    },
    isModal: true
  },
  ...(["a", "h", "l", "#"] as const).map((key): Screen => ({
    name: `dialog of the key ${key}`,
    path: "/inbox",
    shown: async ({ page }) => {
      await page.locator(".inbox-list").getByText("Ada Lovelace").first().click()
      await page.locator(".conversation-header").waitFor()
      await page.keyboard.press(key)
      await page.getByRole("dialog").getByRole("option").first().waitFor()
    },
    isModal: true
  })),
  { name: "new conversation", path: "/inbox", shown: dialog("New conversation"), isModal: true },
  { name: "notifications", path: "/inbox", shown: dialog("Notifications"), isModal: true },
  {
    name: "selected conversations",
    path: "/inbox?view=all",
    shown: async ({ page }) => {
      await page.locator(".row-item").first().hover()
      await page
        .getByRole("checkbox", { name: /^Select / })
        .first()
        .check({ force: true })
      await page.getByRole("region", { name: "Selected conversations" }).waitFor()
    }
  },
  {
    name: "note",
    path: "/inbox",
    shown: async ({ page }) => {
      await page.locator(".inbox-list").getByText("Ada Lovelace").first().click()
      await page.getByRole("button", { name: "Note", exact: true }).click()
      await page.getByRole("textbox", { name: "Note", exact: true }).waitFor()
    }
  },
  {
    name: "emoji",
    path: "/inbox",
    shown: async ({ page }) => {
      await page.locator(".inbox-list").getByText("Ada Lovelace").first().click()
      await page.getByRole("button", { name: "Emoji", exact: true }).click()
      await page.getByRole("searchbox", { name: "Search emoji" }).waitFor()
    }
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

/** Chooses a file for the import. */
const withFile = async ({ page }: Visitor): Promise<void> => {
  const buffer = Buffer.from("Phone,Name,Mail\n+15550102030,Ada,ada.example.com\n+15550102031,Ben,ben@example.com\n")
  await page.locator("input[type=file]").setInputFiles({ name: "people.csv", mimeType: "text/csv", buffer })
  await page.getByText("1 row to import").waitFor()
}

const contacts: ReadonlyArray<Screen> = [
  { name: "contacts", path: "/contacts", shown: ({ page }) => page.getByRole("table").waitFor() },
  {
    name: "selected contacts",
    path: "/contacts",
    shown: async ({ page }) => {
      await page.getByLabel("Select this page").check()
      await page.getByRole("region", { name: "Selected contacts" }).waitFor()
    }
  },
  { name: "new contact", path: "/contacts", shown: dialog("Create contact"), isModal: true },
  { name: "import of contacts", path: "/contacts/import", shown: heading("Import contacts") },
  { name: "columns of an import", path: "/contacts/import", shown: withFile, isModal: true },
  {
    name: "contact",
    path: "/contacts",
    shown: async ({ page }) => {
      await page.getByRole("table").getByText("Ada Lovelace").first().click()
      await page.getByRole("heading", { name: "Conversations" }).waitFor()
    },
    isModal: true
  }
]

const campaigns: ReadonlyArray<Screen> = [
  { name: "campaigns", path: "/campaigns", shown: ({ page }) => page.getByRole("heading").first().waitFor() },
  {
    name: "new campaign",
    path: "/campaigns/new",
    shown: ({ page }) => page.locator("#builder-step").waitFor()
  },
  {
    name: "audience of a campaign",
    path: "/campaigns/new",
    shown: async ({ page }) => {
      await page.getByLabel("Campaign name").fill("Spring offer")
      await page.getByRole("combobox", { name: "Template" }).click()
      await page.getByRole("option", { name: /hello_world/ }).click()
      await page.getByRole("button", { name: "Save and continue" }).click()
      await page.getByRole("radio", { name: /All contacts/ }).check()
    },
    isModal: true
  },
  {
    name: "review of a campaign",
    path: "/campaigns/new",
    shown: async ({ page }) => {
      await page.getByLabel("Campaign name").fill("Spring offer")
      await page.getByRole("combobox", { name: "Template" }).click()
      await page.getByRole("option", { name: /hello_world/ }).click()
      await page.getByRole("button", { name: "Save and continue" }).click()
      await page.getByRole("radio", { name: /All contacts/ }).check()
      await page.getByRole("button", { name: "Save and continue" }).click()
      await page.getByRole("radio", { name: "Now" }).waitFor()
      await page.getByRole("button", { name: "Save and continue" }).click()
      await page.getByRole("heading", { name: "Test" }).waitFor()
    },
    isModal: true
  }
]

/** Every screen and dialog of the owner. */
export const screens: ReadonlyArray<Screen> = [
  ...inbox,
  ...contacts,
  ...campaigns,
  ...lists,
  ...developers,
  ...settings,
  ...settingsDialogs,
  ...reports,
  ...frame,
  ...playground
]

/** Opens a screen, and waits until nothing of it is on its way. */
export const open = async (visitor: Visitor, { path, shown }: Screen): Promise<void> => {
  await visitor.goTo(path)
  await visitor.live()
  await shown(visitor)
  const spinners = visitor.page.locator(".state .spinner, .skeleton")
  await until("everything is loaded", async () => (await spinners.count()) === 0)
}
