import type { Locator } from "playwright-core"
import type { Customer } from "./Customer.ts"
import type { Given } from "./fileSteps.ts"
import type { Visitor } from "./Visitor.ts"

const channelNames = { whatsapp: "WhatsApp", messenger: "Messenger", instagram: "Instagram" } as const

const people = ({ page }: Visitor): Locator => page.getByRole("navigation", { name: "People" })

/** The phone of a customer in the playground. */
export const phoneOf = ({ page }: Visitor, { name }: Customer): Locator =>
  page.getByRole("region", { name: `Phone of ${name}` })

/** What was said, as the phone shows it. */
export const onPhone = (visitor: Visitor, customer: Customer): Locator => phoneOf(visitor, customer).getByRole("log")

/** A message on the phone that has this text. */
export const phoneMessage = (visitor: Visitor, customer: Customer, text: string | RegExp): Locator =>
  onPhone(visitor, customer).getByRole("article").filter({ hasText: text })

/** Takes the phone of a customer who has written before. */
export const takePhone = async (visitor: Visitor, customer: Customer): Promise<void> => {
  await visitor.goTo("/playground")
  await people(visitor).getByRole("button", { name: customer.name }).click()
  await onPhone(visitor, customer).waitFor()
}

/** Becomes a customer who has not written yet. */
export const becomeNew = async (visitor: Visitor, customer: Customer): Promise<void> => {
  const { page } = visitor
  await visitor.goTo("/playground")
  await people(visitor).getByRole("button", { name: "New person" }).click()
  const dialog = page.getByRole("dialog", { name: "New person" })
  await dialog.getByRole("combobox", { name: "Account" }).click()
  await page.getByRole("option", { name: new RegExp(`^${channelNames[customer.channel]}: `) }).click()
  await dialog.getByLabel(customer.channel === "whatsapp" ? "Phone number" : "Person's id").fill(customer.from)
  await dialog.getByLabel("Name").fill(customer.name)
  await dialog.getByRole("button", { name: "Start" }).click()
  await onPhone(visitor, customer).waitFor()
}

export const writeOnPhone = async (visitor: Visitor, customer: Customer, text: string): Promise<void> => {
  const phone = phoneOf(visitor, customer)
  await phone.getByRole("textbox", { name: "Message" }).fill(text)
  await phone.getByRole("button", { name: "Send" }).click()
}

/** Sends a sample by the menu, such as `Picture`. */
export const attachOnPhone = async (visitor: Visitor, customer: Customer, entry: string): Promise<void> => {
  await phoneOf(visitor, customer).getByRole("button", { name: "Attach" }).click()
  await visitor.page.getByRole("menuitem", { name: entry, exact: true }).click()
}

/** Chooses in the menu of a message on the phone, such as `👍`. */
export const chooseOnPhone = async (visitor: Visitor, message: Locator, entry: string): Promise<void> => {
  await message.getByRole("button", { name: /^Actions for/ }).click()
  await visitor.page.getByRole("menuitem", { name: entry, exact: true }).click()
}

/** Sends a file of the computer. What is written already becomes its caption. */
export const chooseFileOnPhone = async (visitor: Visitor, customer: Customer, file: Given): Promise<void> => {
  const chooser = visitor.page.waitForEvent("filechooser")
  await attachOnPhone(visitor, customer, "A file…")
  await (await chooser).setFiles(file)
}
