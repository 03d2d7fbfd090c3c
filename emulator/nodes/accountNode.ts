import { Option, type Schema } from "effect"
import type { Channel } from "../../src/domain/conversations/Channel.ts"
import type { SeededInstagramAccount, SeededPage } from "../EmulatorSeed.ts"
import { me } from "../EmulatorState.ts"
import type { NodeType } from "../graph/fields.ts"
import type { Held } from "../tokens/Accounts.ts"
import { describeNumber, describeWaba, numberType, wabaType } from "./numberNodes.ts"

/** A Page with the Instagram account that is linked to it, as it is read. */
const describePage = (
  { accessToken, id, name }: SeededPage,
  linked: SeededInstagramAccount | undefined
): Schema.JsonObject => ({
  name,
  id,
  access_token: accessToken,
  category: "Business service",
  link: `https://www.facebook.com/${id}`,
  ...(linked === undefined ? {} : { instagram_business_account: { id: linked.id } })
})

const pageType: NodeType = {
  name: "Page",
  defaultFields: ["name", "id"],
  knownFields: new Set([
    "about",
    "access_token",
    "category",
    "category_list",
    "connected_instagram_account",
    "id",
    "instagram_business_account",
    "link",
    "name",
    "picture",
    "tasks",
    "username",
    "verification_status"
  ])
}

/** A professional account of Instagram, as it is read. */
const describeInstagram = ({ id, loginId, username }: SeededInstagramAccount): Schema.JsonObject => ({
  id: loginId ?? id,
  username,
  name: username,
  user_id: id,
  account_type: "BUSINESS",
  followers_count: 0,
  follows_count: 0,
  media_count: 0
})

const instagramType: NodeType = {
  name: "IGUser",
  defaultFields: ["id"],
  knownFields: new Set([
    "account_type",
    "biography",
    "followers_count",
    "follows_count",
    "id",
    "ig_id",
    "media_count",
    "name",
    "profile_picture_url",
    "user_id",
    "username",
    "website"
  ])
}

/** The user behind a token that covers phone numbers only. */
const describeUser: Schema.JsonObject = { name: "Emulated System User", id: "122100000000000001" }

const userType: NodeType = {
  name: "User",
  defaultFields: ["name", "id"],
  knownFields: new Set(["email", "first_name", "id", "last_name", "name"])
}

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
  Option.map(
    Option.fromUndefinedOr(instagramAccounts.find((account) => account.id === id || account.loginId === id)),
    (account) => ({
      channel: "instagram",
      type: instagramType,
      object: describeInstagram(account)
    })
  )

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
