import { assert, describe } from "@effect/vitest"
import { readFile } from "node:fs/promises"
import type { Locator } from "playwright-core"
import { fileSamples, sampleOf } from "../../../testing/given/fileSamples.ts"
import { assertNone, barriers } from "../support/accessibility.ts"
import { choose, dialogOf, picture, send, showsPicture } from "../support/fileSteps.ts"
import { bubble, composer, openWith, thread } from "../support/inboxSteps.ts"
import { journey, phone, until } from "../support/journey.ts"
import { sentTo } from "../support/sentTo.ts"

describe("files of the computer", () => {
  journey("a picture is chosen, looked at, sent with its caption, and kept", async (scene) => {
    const customer = scene.customer("Dorothy Hodgkin")
    await customer.writes("Which table is it?")
    const visitor = await scene.visitor("owner", { as: scene.owner })
    await openWith(visitor, customer)
    const dialog = await choose(visitor, picture)
    await dialog.getByText("inbox-phone.png").waitFor()
    await showsPicture(dialog)
    await dialog.getByLabel("Caption").fill("This one, by the window")
    await send(dialog).click()
    await dialog.waitFor({ state: "detached" })
    const message = bubble(visitor, "This one, by the window")
    await message.getByText("Read", { exact: true }).waitFor({ state: "attached" })
    await showsPicture(message)
    const [sent = ""] = await sentTo(scene, customer.from)
    assert.match(sent, /"image":\{"id":"\d+","caption":"This one, by the window"\}/)
    const id = /"image":\{"id":"(\d+)"/.exec(sent)?.[1] ?? ""
    const atPlatform = await fetch(`${scene.demo.emulatorUrl}/_emulator/files/${id}`)
    assert.isTrue(Buffer.from(await atPlatform.arrayBuffer()).equals(await readFile(picture)))
    await visitor.page.reload()
    await showsPicture(bubble(visitor, "This one, by the window"))
  })

  journey("a document is sent under its name, and saved again", async (scene) => {
    const customer = scene.customer("Kurt Gödel")
    await customer.writes("May I see the menu?")
    const visitor = await scene.visitor("owner", { as: scene.owner })
    await openWith(visitor, customer)
    const buffer = Buffer.from(sampleOf(fileSamples.pdf, 300_000))
    const dialog = await choose(visitor, { name: "Speisekarte für heute.pdf", mimeType: "application/pdf", buffer })
    await send(dialog).click()
    await dialog.waitFor({ state: "detached" })
    const message = bubble(visitor, "Speisekarte für heute.pdf")
    await message.getByText("Read", { exact: true }).waitFor({ state: "attached" })
    await message.getByRole("button").first().click()
    const download = visitor.page.waitForEvent("download")
    await message.getByRole("link").click()
    assert.strictEqual((await download).suggestedFilename(), "Speisekarte für heute.pdf")
  })

  journey("files are dropped anywhere on the conversation, and pasted", async (scene) => {
    const customer = scene.customer("Cecilia Payne", "messenger")
    await customer.writes("Do you have a photo?")
    const visitor = await scene.visitor("owner", { as: scene.owner })
    await openWith(visitor, customer)
    const base64 = (await readFile(picture)).toString("base64")
    /** Gives the page a file as a drag or the clipboard has it. */
    const give = (target: Locator, type: "drop" | "paste" | "dragover") =>
      target.evaluate(
        (element, { base64, type }) => {
          // What a page has; the tests themselves run on Node.
          const { ClipboardEvent, DataTransfer, DragEvent } = element.ownerDocument.defaultView
          const data = new DataTransfer()
          const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
          data.items.add(new File([bytes], "photo.png", { type: "image/png" }))
          const options = { bubbles: true, cancelable: true }
          element.dispatchEvent(
            type === "paste"
              ? new ClipboardEvent(type, { ...options, clipboardData: data })
              : new DragEvent(type, { ...options, dataTransfer: data })
          )
        },
        { base64, type }
      )
    const messages = thread(visitor).locator(".message").first()
    await give(messages, "dragover")
    await thread(visitor).getByText("Drop files to send them.").waitFor()
    await give(messages, "drop")
    const dialog = dialogOf(visitor)
    await showsPicture(dialog)
    assert.strictEqual(await dialog.getByLabel("Caption").count(), 0)
    await send(dialog).click()
    await dialog.waitFor({ state: "detached" })
    await until("the first picture is there", async () => (await thread(visitor).locator(".message img").count()) === 1)

    await give(composer(visitor), "paste")
    await showsPicture(dialog)
    await send(dialog).click()
    await dialog.waitFor({ state: "detached" })
    await until("both are there", async () => (await thread(visitor).locator(".message img").count()) === 2)
    assert.lengthOf(
      (await sentTo(scene, customer.from)).filter((body) => body.includes("attachment_id")),
      2
    )
  })

  journey("several files become a message each, in their order, without those that are left out", async (scene) => {
    const customer = scene.customer("Rosalind Franklin")
    await customer.writes("Do you have all of them?")
    const visitor = await scene.visitor("owner", { as: scene.owner, viewport: phone })
    await openWith(visitor, customer)
    const png = await readFile(picture)
    const named = (name: string, buffer: Buffer = png) => ({ name, mimeType: "image/png", buffer })
    const dialog = await choose(visitor, [
      named("one.png"),
      named("empty.png", Buffer.alloc(0)),
      named("two.png"),
      named("three.png")
    ])
    const rows = dialog.getByRole("list", { name: "Selected files" }).getByRole("listitem")
    await rows.nth(3).getByText("three.png").waitFor()
    await rows.nth(1).getByText("The file is empty.").waitFor()
    const sendAll = dialog.getByRole("button", { name: /^Send \d files$/ })
    assert.isTrue(await sendAll.isDisabled())
    await dialog.getByRole("button", { name: "Remove empty.png" }).click()
    for (const [at, text] of ["First", "Second", "Third"].entries()) {
      await rows.nth(at).getByLabel("Caption").fill(text)
    }
    assertNone(await barriers(visitor, "several files"))
    // The second upload is cut: the first file is sent, and the others wait for another try.
    let uploads = 0
    await visitor.page.route("**/api/whatsapp/media?*", (route) => (++uploads === 2 ? route.abort() : route.continue()))
    visitor.expects(/ERR_FAILED/)
    await sendAll.click()
    await dialog.getByText(/^Couldn't upload the file\./).waitFor()
    assert.deepStrictEqual(await dialog.locator("figcaption bdi").allInnerTexts(), ["two.png", "three.png"])
    await dialog.getByRole("button", { name: "Send 2 files" }).click()
    await dialog.waitFor({ state: "detached" })
    await bubble(visitor, "Third").waitFor()
    const captions = async () =>
      (await sentTo(scene, customer.from)).flatMap((body) => /"caption":"(\w+)"/.exec(body)?.[1] ?? [])
    await until("all are sent", async () => (await captions()).length === 3)
    assert.deepStrictEqual(await captions(), ["First", "Second", "Third"])
    const shown = await thread(visitor).locator(".message-outbound .message-text").allInnerTexts()
    assert.deepStrictEqual(shown, ["First", "Second", "Third"])
  })

  journey("limits are named before anything is uploaded", async (scene) => {
    const customer = scene.customer("Rita Levi-Montalcini")
    await customer.writes("Send it over")
    const visitor = await scene.visitor("owner", { as: scene.owner })
    await openWith(visitor, customer)
    const uploads: Array<string> = []
    visitor.page.on("request", (request) => {
      if (request.method() === "POST" && request.url().includes("/media")) uploads.push(request.url())
    })
    const large = Buffer.from(sampleOf(fileSamples.jpeg, 5 * 1024 * 1024 + 1))
    const dialog = await choose(visitor, { name: "photo.jpg", mimeType: "image/jpeg", buffer: large })
    await dialog.getByText("The file is too large. The limit on WhatsApp is 5 MB for this kind: Picture.").waitFor()
    assert.isTrue(await send(dialog).isDisabled())
    const program = Buffer.from(fileSamples.program)
    await choose(visitor, { name: "setup.exe", mimeType: "application/x-msdownload", buffer: program })
    await dialog.getByText(/^WhatsApp does not support this file type\. Supported: jpg, png,/).waitFor()
    await choose(visitor, { name: "empty.pdf", mimeType: "application/pdf", buffer: Buffer.alloc(0) })
    await dialog.getByText("The file is empty.").waitFor()
    assert.deepStrictEqual(uploads, [])
  })

  journey("what the service refuses is said, and an upload that is cut is tried again", async (scene) => {
    const customer = scene.customer("Hedy Lamarr")
    await customer.writes("And the plan?")
    const visitor = await scene.visitor("owner", { as: scene.owner })
    visitor.expects(/status of 415/, /ERR_FAILED/)
    await openWith(visitor, customer)
    const program = Buffer.from(fileSamples.program)
    const dialog = await choose(visitor, { name: "photo.png", mimeType: "image/png", buffer: program })
    await send(dialog).click()
    await dialog.getByText(/^Couldn't upload the file\. The file is of no type that can be sent/).waitFor()

    await visitor.page.route("**/api/whatsapp/media*", (route) => route.abort(), { times: 1 })
    await choose(visitor, picture)
    await send(dialog).click()
    await dialog.getByText(/^Couldn't upload the file\./).waitFor()
    await send(dialog).click()
    await dialog.waitFor({ state: "detached" })
    await showsPicture(thread(visitor).locator(".message").last())
  })

  journey("a picture that the platform refused is sent again with the same file", async (scene) => {
    const customer = scene.customer("Barbara McClintock")
    await customer.writes("A photo, please")
    const visitor = await scene.visitor("owner", { as: scene.owner })
    visitor.expects(/status of [45]\d\d/)
    await openWith(visitor, customer)
    await scene.fault({ mode: "async", code: 131026, times: 1, to: customer.from })
    const dialog = await choose(visitor, picture)
    await dialog.getByLabel("Caption").fill("Maize")
    await send(dialog).click()
    const failed = bubble(visitor, "Maize").filter({ hasText: "Failed" })
    await failed.getByText(/131026/).waitFor()
    await failed.getByRole("button", { name: "Send again" }).click()
    const again = bubble(visitor, "Maize").filter({ hasNotText: "Failed" })
    await again.getByText("Read", { exact: true }).waitFor({ state: "attached" })
    await showsPicture(again)
    await showsPicture(failed)
  })
})
