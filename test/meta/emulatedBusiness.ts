import { Redacted } from "effect"
import * as Emulated from "../../emulator/Emulator.ts"
import type { EmulatorSeed } from "../../emulator/EmulatorSeed.ts"
import { account, instagramAccount, pageAccount } from "./graph.ts"

export const pageId = pageAccount.account.externalId
export const wabaId = "102290129340398"

/** An Instagram account that is linked to the Page. */
export const linked = {
  ...instagramAccount(pageId),
  account: { ...instagramAccount(pageId).account, externalId: "178410" }
}

/** An Instagram account that signed in by itself. */
export const byLogin = instagramAccount(null)

/** An emulator of Meta that knows the accounts of the tests: a number, a Page, and both Instagram accounts. */
export const emulatedBusiness = (more: Partial<EmulatorSeed>) =>
  Emulated.layer({
    host: "127.0.0.1",
    port: 0,
    seed: {
      phoneNumbers: [
        { id: account.account.externalId, displayPhoneNumber: "+1 555 078 3881", wabaId, accessToken: "EAAtoken" }
      ],
      pages: [{ id: pageId, name: "MyLife", accessToken: "EAApage" }],
      instagramAccounts: [
        { id: linked.account.externalId, username: "mylife", accessToken: "EAApage", pageId },
        { id: byLogin.account.externalId, username: "bylogin", accessToken: Redacted.value(byLogin.token) }
      ],
      templates: {},
      windows: "lenient",
      ...more
    }
  })
