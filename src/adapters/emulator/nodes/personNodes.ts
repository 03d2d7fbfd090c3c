import type { Schema } from "effect"
import type { NodeType } from "../graph/fields.ts"
import type { Conversation } from "../messenger/Conversations.ts"
import type { Inbox } from "../messenger/Sender.ts"

interface PersonNode {
  readonly type: NodeType
  readonly describe: (conversation: Conversation) => Schema.JsonObject
}

/** A person as a Page or an Instagram account reads her. There are no pictures. */
export const personNodes: Readonly<Record<Inbox["channel"], PersonNode>> = {
  messenger: {
    type: {
      name: "User",
      defaultFields: ["first_name", "last_name", "profile_pic", "id"],
      knownFields: new Set(["first_name", "gender", "id", "last_name", "locale", "name", "profile_pic", "timezone"])
    },
    describe: ({ name, person }) => {
      const [first = name, ...others] = name.split(" ")
      return { first_name: first, last_name: others.join(" "), name, id: person }
    }
  },
  instagram: {
    type: {
      name: "IGBusinessScopedID",
      defaultFields: ["name", "id"],
      knownFields: new Set([
        "follower_count",
        "id",
        "is_business_follow_user",
        "is_user_follow_business",
        "is_verified_user",
        "name",
        "profile_pic",
        "username"
      ])
    },
    describe: ({ name, person, username }) => ({
      name,
      username: username ?? name,
      follower_count: 0,
      is_user_follow_business: false,
      is_business_follow_user: false,
      is_verified_user: false,
      id: person
    })
  }
}
