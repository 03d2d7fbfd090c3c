import type { Page } from "playwright-core"

/** The text of the file that the page saves after an action. The browser is a process of its own, so it is streamed. */
export const downloadedText = async (page: Page, act: () => Promise<void>): Promise<string> => {
  const [download] = await Promise.all([page.waitForEvent("download"), act()])
  const parts: Array<Buffer> = []
  for await (const part of await download.createReadStream()) parts.push(Buffer.from(part))
  return Buffer.concat(parts).toString("utf8")
}
