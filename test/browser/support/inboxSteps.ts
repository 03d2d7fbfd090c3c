import type { Locator } from "playwright-core"
import type { Customer } from "./Customer.ts"
import type { Visitor } from "./Visitor.ts"

/** The open conversation. */
export const thread = ({ page }: Visitor): Locator => page.locator(".inbox-thread")

export const composer = (visitor: Visitor): Locator => thread(visitor).getByRole("textbox", { name: "Message" })

/** A message of the open conversation that has this text. */
export const bubble = (visitor: Visitor, text: string | RegExp): Locator =>
  thread(visitor).locator(".message").filter({ hasText: text })

/** A message of the person, as a choice on a card has the text of the answer to it. */
export const inbound = (visitor: Visitor, text: string | RegExp): Locator =>
  bubble(visitor, text).and(visitor.page.locator(".message-inbound"))

/** Opens the conversation that the list shows with this name or number. */
export const openNamed = async (visitor: Visitor, name: string): Promise<void> => {
  await visitor.page.locator(".inbox-list").getByText(name).first().click()
  await thread(visitor).getByRole("form", { name: "Message" }).waitFor()
}

/** Opens the conversation with the customer, in which anything can be sent. */
export const openWith = async (visitor: Visitor, { name }: Customer): Promise<void> => {
  await openNamed(visitor, name)
  await composer(visitor).waitFor()
}

export const answer = async (visitor: Visitor, text: string): Promise<void> => {
  await composer(visitor).fill(text)
  await thread(visitor).getByRole("button", { name: "Send", exact: true }).click()
}
