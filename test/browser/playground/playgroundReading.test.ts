import { describe } from "@effect/vitest"
import { answer, bubble, openWith } from "../support/inboxSteps.ts"
import { journey, type Scene, until } from "../support/journey.ts"
import { chooseOnPhone, phoneMessage, phoneOf, takePhone, writeOnPhone } from "../support/phoneSteps.ts"
import type { Visitor } from "../support/Visitor.ts"

/** Ends with people who read by themselves, as other journeys expect them. */
const whilePeopleWait = async (scene: Scene, walk: () => Promise<void>): Promise<void> => {
  try {
    await walk()
  } finally {
    await scene.emulator("POST", "reading", { mode: "automatic" })
  }
}

const statusOf = (visitor: Visitor, text: string, status: string) =>
  bubble(visitor, text).getByText(status, { exact: true }).waitFor({ state: "attached" })

const reactionsTo = (visitor: Visitor, text: string) =>
  bubble(visitor, text).getByRole("list", { name: "Reactions" }).getByRole("listitem")

describe("a customer's phone", () => {
  for (const [channel, name] of [
    ["whatsapp", "Agnes Pockels"],
    ["instagram", "Marga Faulstich"]
  ] as const) {
    journey(`reads when they open the chat, reacts, replies, edits and deletes: ${channel}`, (scene) =>
      whilePeopleWait(scene, async () => {
        const customer = scene.customer(name, channel)
        await customer.writes("Is my order there?")
        const owner = await scene.visitor("owner", { as: scene.owner })
        await openWith(owner, customer)
        const playing = await owner.tab("/playground")
        await takePhone(playing, customer)
        const phone = phoneOf(playing, customer)
        const readsAlone = phone.getByRole("checkbox", { name: "Mark as read automatically" })
        await readsAlone.uncheck()
        await until("people wait", async () => !(await readsAlone.isChecked()))

        await answer(owner, "It came today")
        const answered = phoneMessage(playing, customer, "It came today")
        await answered.waitFor()
        // Instagram reports no delivery.
        await statusOf(owner, "It came today", channel === "instagram" ? "Sent" : "Delivered")
        const opened = phone.getByRole("button", { name: "Open and read" })
        await opened.click()
        await statusOf(owner, "It came today", "Read")
        await until("nothing is unread", () => opened.isDisabled())

        await chooseOnPhone(playing, answered, "👍")
        await until("the thread shows the reaction", async () =>
          (await reactionsTo(owner, "It came today").allInnerTexts()).includes("👍")
        )
        await chooseOnPhone(playing, answered, "Remove the reaction")
        await reactionsTo(owner, "It came today").first().waitFor({ state: "detached" })

        await chooseOnPhone(playing, answered, "Reply")
        await phone.getByText("Reply to: It came today").waitFor()
        await writeOnPhone(playing, customer, "I come at noo")
        await bubble(owner, "I come at noo")
          .getByRole("button", { name: /Reply to our message/ })
          .waitFor()
        await chooseOnPhone(playing, phoneMessage(playing, customer, "I come at noo"), "Edit")
        await writeOnPhone(playing, customer, "I come at noon")
        await bubble(owner, "I come at noon").getByText("edited").waitFor()
        await phoneMessage(playing, customer, "I come at noon").getByText("edited").waitFor()
        await chooseOnPhone(playing, phoneMessage(playing, customer, "I come at noon"), "Delete")
        await bubble(owner, "This message was deleted.").waitFor()
        await bubble(owner, "I come at noon").waitFor({ state: "detached" })
      })
    )
  }
})
