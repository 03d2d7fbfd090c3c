import type { Visitor } from "./Visitor.ts"

/** A screen or a dialog of the console, and how it is reached by the owner. */
export interface Screen {
  readonly name: string
  readonly path: string
  /** Waits for what the screen shows when it is complete, and opens what has to be opened. */
  readonly shown: (visitor: Visitor) => Promise<unknown>
}

const heading = (name: string | RegExp) => (visitor: Visitor) =>
  visitor.page.getByRole("heading", { name }).first().waitFor()

/** What says that something is still on its way. */
export const settled = async ({ page }: Visitor): Promise<void> => {
  await page.locator(".spinner").first().waitFor({ state: "detached" })
}

export const playgroundScreens: ReadonlyArray<Screen> = [
  { name: "playground", path: "/playground", shown: heading(/./) }
]
