import type { Schema } from "effect"
import { hash } from "node:crypto"
import { isList, isObject } from "./PlatformJson.ts"

/** The same value with the keys of its objects in order, which says nothing. */
const ordered = (json: Schema.Json): Schema.Json => {
  if (isList(json)) return json.map(ordered)
  if (!isObject(json)) return json
  return Object.fromEntries(
    Object.entries(json)
      .map(([key, value]) => [key, ordered(value)] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1))
  )
}

/**
 * The key of what the parts describe: equal for equal parts only, and short whatever they are, so that any index takes
 * it. The kind stands before it for people. After the account, the parts are:
 *
 * - of a message, of WhatsApp's edits, reactions and notices, of a tap that has one: the platform's id;
 * - of a deletion and of a read mark: the id of the message that it is about;
 * - of a status: the id of the message and the platform's word;
 * - of Messenger's reactions: the message, the person, whether the business did it, what it is, and when;
 * - of Messenger's edits: the message, the number, the text, and when;
 * - of a watermark: the person and the instant that it tells;
 * - of everything else: what it says, and when.
 *
 * When is the item's own time, else the entry's, and never ours.
 */
export const itemKey = (kind: string, parts: ReadonlyArray<Schema.Json>): string =>
  `${kind}.${hash("sha256", JSON.stringify(ordered(parts)), "base64url")}`
