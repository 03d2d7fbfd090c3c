import { Option, type Schema } from "effect"
import type { Channel } from "../../../domain/Channel.ts"
import { me } from "../EmulatorState.ts"
import type { NodeType } from "../graph/fields.ts"
import type { Held } from "../tokens/Accounts.ts"
import { describeNumber, describeWaba, numberType, wabaType } from "./numberNodes.ts"
import { describeInstagram, describePage, describeUser, instagramType, pageType, userType } from "./pageNodes.ts"

/** An account as it is read. */
export interface AccountNode {
  readonly channel: Channel
  readonly type: NodeType
  readonly object: Schema.JsonObject
}

const pageNode = ({ instagramAccounts, pages }: Held, id: string): Option.Option<AccountNode> =>
  Option.map(Option.fromUndefinedOr(pages.find((page) => page.id === id)), (page) => ({
    channel: "messenger",
    type: pageType,
    object: describePage(
      page,
      instagramAccounts.find(({ pageId }) => pageId === id)
    )
  }))

const instagramNode = ({ instagramAccounts }: Held, id: string): Option.Option<AccountNode> =>
  Option.map(Option.fromUndefinedOr(instagramAccounts.find((account) => account.id === id)), (account) => ({
    channel: "instagram",
    type: instagramType,
    object: describeInstagram(account)
  }))

const numberNode = ({ numbers }: Held, id: string): Option.Option<AccountNode> =>
  Option.map(Option.fromUndefinedOr(numbers.find((number) => number.id === id)), (number) => ({
    channel: "whatsapp",
    type: numberType,
    object: describeNumber(number)
  }))

const wabaNode = ({ numbers }: Held, id: string): Option.Option<AccountNode> =>
  numbers.some(({ wabaId }) => wabaId === id)
    ? Option.some({ channel: "whatsapp", type: wabaType, object: describeWaba(id) })
    : Option.none()

/** The owner of the token: first a Page, then an Instagram account, then a user. */
const own = (held: Held): AccountNode =>
  Option.getOrElse(
    Option.orElse(pageNode(held, held.pages[0]?.id ?? ""), () =>
      instagramNode(held, held.instagramAccounts[0]?.id ?? "")
    ),
    () => ({ channel: "whatsapp", type: userType, object: describeUser })
  )

/** The account of an id, or of the token for `me`, among those that the token is good for. */
export const accountNode = (held: Held, id: string): Option.Option<AccountNode> =>
  id === me
    ? Option.some(own(held))
    : Option.firstSomeOf([pageNode(held, id), instagramNode(held, id), numberNode(held, id), wabaNode(held, id)])
