import type { Schema } from "effect"
import type { SeededInstagramAccount, SeededPage } from "../EmulatorSeed.ts"
import type { NodeType } from "../graph/fields.ts"

/** A Page with the Instagram account that is linked to it, as it is read. */
export const describePage = (
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

export const pageType: NodeType = {
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
export const describeInstagram = ({ id, username }: SeededInstagramAccount): Schema.JsonObject => ({
  id,
  username,
  name: username,
  user_id: id,
  account_type: "BUSINESS",
  followers_count: 0,
  follows_count: 0,
  media_count: 0
})

export const instagramType: NodeType = {
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
export const describeUser: Schema.JsonObject = { name: "Emulated System User", id: "122100000000000001" }

export const userType: NodeType = {
  name: "User",
  defaultFields: ["name", "id"],
  knownFields: new Set(["email", "first_name", "id", "last_name", "name"])
}
