import { assert, describe } from "@effect/vitest"
import { readFile } from "node:fs/promises"
import type { Locator } from "playwright-core"
import type { Customer } from "../support/Customer.ts"
import { choose, downloaded, type Given, picture, plays, send, showsPicture } from "../support/fileSteps.ts"
import { bubble, openNamed, thread } from "../support/inboxSteps.ts"
import { journey, type Scene, until } from "../support/journey.ts"
import {
  attachOnPhone,
  becomeNew,
  chooseFileOnPhone,
  onPhone,
  phoneMessage,
  writeOnPhone
} from "../support/phoneSteps.ts"
import { recording, tone } from "../support/recordings.ts"
import type { Visitor } from "../support/Visitor.ts"

const pdf = Buffer.from("%PDF-1.4\n%%EOF\n")

/** A customer who begins on the phone, and the member who has the conversation open in another tab. */
const begun = async (scene: Scene, customer: Customer) => {
  const owner = await scene.visitor("owner", { as: scene.owner })
  // A file that is still on its way from the platform is asked for again.
  owner.expects(/status of 503/)
  const playing = await owner.tab("/playground")
  await becomeNew(playing, customer)
  await writeOnPhone(playing, customer, "Some files follow")
  await openNamed(owner, customer.name)
  await bubble(owner, "Some files follow").waitFor()
  const messages = thread(owner).locator(".message-inbound")
  /** Has the customer send something, and gives the message of it in the thread. */
  const received = async (what: string, send: () => Promise<void>): Promise<Locator> => {
    const before = await messages.count()
    await send()
    await until(`${what} is in the thread`, async () => (await messages.count()) === before + 1)
    return messages.last()
  }
  return { owner, playing, received }
}

/** Loads a file other than a picture by its button. */
const loaded = async (message: Locator, button: "Play video" | "Play audio" | "Load document"): Promise<Locator> => {
  await message.getByRole("button", { name: button }).click()
  return message
}

/** Has the business send a picture and a document, and looks for both on the phone. */
const answersWithFiles = async (owner: Visitor, playing: Visitor, customer: Customer) => {
  const mine = onPhone(playing, customer).getByRole("article").filter({ hasText: "The business" })
  await send(await choose(owner, picture)).click()
  await showsPicture(mine)
  await send(await choose(owner, { name: "Price list.pdf", mimeType: "application/pdf", buffer: pdf })).click()
  const saved = await downloaded(playing, () => mine.last().getByRole("link").click())
  assert.isTrue(saved.bytes.equals(pdf))
}

describe("media of a customer", () => {
  journey(
    "is in the thread without a reload, as it was recorded, and files of the business are on the phone",
    async (scene) => {
      const customer = scene.customer("Margaret Bourke-White")
      const { owner, playing, received } = await begun(scene, customer)
      const given = (file: Given) => received(file.name, () => chooseFileOnPhone(playing, customer, file))
      const film = await recording(playing.page)
      await plays(
        (await loaded(await given({ name: "film.webm", mimeType: "video/webm", buffer: film }), "Play video")).locator(
          "video"
        )
      )
      await plays(
        (await loaded(await given({ name: "song.wav", mimeType: "audio/wav", buffer: tone() }), "Play audio")).locator(
          "audio"
        )
      )
      const letter = await loaded(
        await given({ name: "letter.pdf", mimeType: "application/pdf", buffer: pdf }),
        "Load document"
      )
      const saved = await downloaded(owner, () =>
        letter.getByRole("link", { name: "Download document letter.pdf" }).click()
      )
      assert.strictEqual(saved.name, "letter.pdf")
      assert.isTrue(saved.bytes.equals(pdf))
      await playing.page.getByRole("textbox", { name: "Message" }).fill("The view from here")
      await showsPicture(await given({ name: "view.png", mimeType: "image/png", buffer: await readFile(picture) }))
      await bubble(owner, "The view from here").locator("img").waitFor()
      await phoneMessage(playing, customer, "The view from here").locator("img").waitFor()
      await showsPicture(await received("a sticker", () => attachOnPhone(playing, customer, "Sticker")))
      await answersWithFiles(owner, playing, customer)
    }
  )

  for (const [channel, name] of [
    ["messenger", "Mary Kenneth Keller"],
    ["instagram", "Ida Rhodes"]
  ] as const) {
    journey(
      `is in the thread without a reload, and files of the business are on the phone: ${channel}`,
      async (scene) => {
        const customer = scene.customer(name, channel)
        const { owner, playing, received } = await begun(scene, customer)
        const sample = (entry: string) => received(entry, () => attachOnPhone(playing, customer, entry))
        await showsPicture(await sample("Picture"))
        // The sample has no frames, so the browser offers it as a file.
        await (
          await loaded(await sample("Video"), "Play video")
        )
          .getByRole("link", { name: "Download video" })
          .waitFor()
        await plays((await loaded(await sample("Voice message"), "Play audio")).locator("audio"))
        await loaded(await sample("Document"), "Load document")
        await thread(owner)
          .getByRole("link", { name: /^Download document/ })
          .waitFor()
        await answersWithFiles(owner, playing, customer)
      }
    )
  }
})
