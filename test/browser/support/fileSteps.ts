import { join } from "node:path"
import type { Locator } from "playwright-core"
import { thread } from "./inboxSteps.ts"
import { until } from "./journey.ts"
import type { Visitor } from "./Visitor.ts"

/** A picture as programs write them. */
export const picture = join(import.meta.dirname, "../../../docs/console/inbox-phone.png")

/** A file that a visitor chooses. */
export interface Given {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

export const dialogOf = ({ page }: Visitor): Locator => page.getByRole("dialog", { name: "Attach a file" })

/** Opens the dialog for files, and chooses some as people do. */
export const choose = async (visitor: Visitor, file: string | Given | Array<Given>): Promise<Locator> => {
  const dialog = dialogOf(visitor)
  if ((await dialog.count()) === 0) {
    await thread(visitor).getByRole("button", { name: "Attach a file" }).click()
  }
  const chooser = visitor.page.waitForEvent("filechooser")
  await dialog.getByRole("button", { name: /^Choose (a file|another file|other files)$/ }).click()
  await (await chooser).setFiles(file)
  return dialog
}

export const send = (dialog: Locator): Locator => dialog.getByRole("button", { name: "Send", exact: true })

/** Waits until the element shows a picture that a browser can draw. */
export const showsPicture = (element: Locator): Promise<boolean> =>
  until("the picture is drawn", () =>
    element.locator("img").evaluate((image) => Number(Reflect.get(image, "naturalWidth")) > 0)
  )

/** Waits until the browser has something to play in an audio or a video. */
export const plays = (player: Locator): Promise<boolean> =>
  until("the player has something to play", () =>
    player.evaluate((media) => Number(Reflect.get(media, "readyState")) > 0 && Reflect.get(media, "error") === null)
  )

/** The file that a click saves. */
export const downloaded = async (
  { page }: Visitor,
  click: () => Promise<void>
): Promise<{ readonly name: string; readonly bytes: Buffer }> => {
  const starting = page.waitForEvent("download")
  await click()
  const download = await starting
  const parts: Array<Buffer> = []
  for await (const part of await download.createReadStream()) parts.push(Buffer.from(part))
  return { name: download.suggestedFilename(), bytes: Buffer.concat(parts) }
}
