import { Effect, Option, type Schema } from "effect"
import { EmulatorState } from "../EmulatorState.ts"
import type { GraphCall } from "../graph/GraphCall.ts"
import { unknownObject } from "../graph/GraphError.ts"
import { tokenOf } from "../graph/authenticate.ts"
import { type NodeType, only, readFields } from "../graph/fields.ts"
import { type Conversation, Conversations } from "../messenger/Conversations.ts"
import type { Inbox, Sender } from "../messenger/Sender.ts"
import { inWordsOf } from "../messenger/platformRefusal.ts"
import { Accounts } from "../tokens/Accounts.ts"

interface PersonNode {
  readonly type: NodeType
  readonly describe: (conversation: Conversation) => Schema.JsonObject
}

/** A person as a Page or an Instagram account reads her. There are no pictures. */
const personNodes: Readonly<Record<Inbox["channel"], PersonNode>> = {
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

/** Where the people of a token write to. */
const sendersOf = Effect.fnUntraced(function* (token: string) {
  const state = yield* EmulatorState
  const { instagramAccounts, pages } = (yield* Accounts).heldBy(token)
  return [...pages, ...instagramAccounts].flatMap(({ id }) => Option.toArray(state.sender(id, Option.some(token))))
})

/** The conversation of one of the senders with a person. The platform shows a person to no other sender. */
const conversationWith = Effect.fnUntraced(function* (senders: ReadonlyArray<Sender>, person: string) {
  const conversations = yield* Conversations
  for (const sender of senders) {
    for (const inbox of sender.inboxes) {
      const found = (yield* conversations.newestFirst(inbox)).find((one) => one.person === person)
      if (found !== undefined) return Option.some({ sender, inbox, conversation: found })
    }
  }
  return Option.none()
})

/** The channel of a person whom a token may read. */
export const channelOf = Effect.fnUntraced(function* (call: GraphCall) {
  const senders = yield* sendersOf(Option.getOrElse(call.token, () => ""))
  const found = yield* conversationWith(senders, call.id)
  return Option.map(found, ({ inbox }): Inbox["channel"] => inbox.channel)
})

/** `GET /{psid | igsid}?fields`: a person in a conversation with the Page or the Instagram account of the token. */
export const readPerson = Effect.fnUntraced(function* (call: GraphCall) {
  const senders = yield* sendersOf(yield* tokenOf(call))
  const found = yield* conversationWith(senders, call.id)
  if (Option.isNone(found)) return yield* unknownObject(call.method, call.id)
  const { conversation, inbox, sender } = found.value
  const { describe, type } = personNodes[inbox.channel]
  return yield* Effect.fromResult(readFields(call.params["fields"], type)).pipe(
    Effect.map((fields) => ({ status: 200, body: only(describe(conversation), fields) })),
    inWordsOf(sender)
  )
})
