import { Effect, Option, Schema } from "effect"
import { type GraphError, refusal } from "../graph/GraphError.ts"
import { cloudWording } from "../graph/issueRefusal.ts"
import { MediaVault } from "./MediaVault.ts"

/** Whatever holds a file in a message: the message itself, a header, a parameter of a template. */
const holders: ReadonlySet<string> = new Set(["audio", "document", "image", "sticker", "video"])

interface MediaUse {
  readonly path: ReadonlyArray<string | number>
  readonly id: string
}

const isObject = Schema.is(Schema.JsonObject)

/** Every place of the content that names a file by its id. */
const usesIn = (content: Schema.Json, path: MediaUse["path"]): ReadonlyArray<MediaUse> => {
  if (Array.isArray(content)) return content.flatMap((item, index) => usesIn(item, [...path, index]))
  if (!isObject(content)) return []
  const { id } = content
  const own = holders.has(String(path.at(-1))) && typeof id === "string" ? [{ path: [...path, "id"], id }] : []
  return [...own, ...Object.entries(content).flatMap(([key, value]) => usesIn(value, [...path, key]))]
}

const notOurs = (path: MediaUse["path"]): GraphError =>
  refusal(100, {
    message: `(#100) Param ${cloudWording.nameOf(path)} is not a valid whatsapp business account media attachment ID`
  })

/** Passes when every file that the content of a send names by its id is one of the number. */
export const checkMedia = Effect.fnUntraced(function* (
  params: Schema.JsonObject,
  type: string,
  phoneNumberId: string
): Effect.fn.Return<void, GraphError, MediaVault> {
  const vault = yield* MediaVault
  for (const { id, path } of usesIn(params[type] ?? null, [type])) {
    const media = yield* vault.find(id)
    if (Option.isNone(media) || media.value.owner !== phoneNumberId) return yield* notOurs(path)
  }
})
