import { Context, Layer } from "effect"
import type { EmulatorSeed, SeededInstagramAccount, SeededPage, SeededPhoneNumber } from "../EmulatorSeed.ts"

/** The accounts that a token is good for. */
export interface Held {
  readonly numbers: ReadonlyArray<SeededPhoneNumber>
  readonly pages: ReadonlyArray<SeededPage>
  /** With those that a Page of the token is linked to. */
  readonly instagramAccounts: ReadonlyArray<SeededInstagramAccount>
}

/** The accounts of the seed, by their tokens. */
export class Accounts extends Context.Service<
  Accounts,
  {
    heldBy(accessToken: string): Held
  }
>()("emulator/Accounts") {}

export const layer = ({ instagramAccounts = [], pages = [], phoneNumbers }: EmulatorSeed): Layer.Layer<Accounts> =>
  Layer.succeed(
    Accounts,
    Accounts.of({
      heldBy: (token) => {
        const has = (account: { readonly accessToken: string }) => account.accessToken === token
        const linkedPages = new Set(instagramAccounts.filter(has).map(({ pageId }) => pageId))
        const ownPages = pages.filter((page) => has(page) || linkedPages.has(page.id))
        const pageIds = new Set<string | undefined>(ownPages.map(({ id }) => id))
        return {
          numbers: phoneNumbers.filter(has),
          pages: ownPages,
          instagramAccounts: instagramAccounts.filter((account) => has(account) || pageIds.has(account.pageId))
        }
      }
    })
  )
