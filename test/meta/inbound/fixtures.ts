import { Schema } from "effect"
import { existsSync, readdirSync, readFileSync } from "node:fs"

/** The folder of collected real payloads beside the project. */
const folder = new URL("../../../../shared/fixtures/", import.meta.url)

const Manifest = Schema.Array(Schema.Struct({ dir: Schema.String, files: Schema.Int }))
const readManifest = Schema.decodeUnknownSync(Schema.fromJsonString(Manifest))
const readJson = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Json))
const readExamples = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Json)))

const text = (path: string) => readFileSync(new URL(path, folder), "utf8")

export const areHere = existsSync(folder)

/** Every file that the manifest speaks of, with how many there should be. */
export const manifest = areHere ? readManifest(text("MANIFEST.json")) : []

export const filesIn = (dir: string): ReadonlyArray<string> =>
  readdirSync(new URL(dir, folder)).filter((name) => name.endsWith(".json"))

const documents = ["restfb/whatsapp", "restfb/webhooks", "restfb/instagram", "restfb/conversations"].flatMap((dir) =>
  areHere ? filesIn(dir).map((name) => [`${dir}/${name}`, readJson(text(`${dir}/${name}`))] as const) : []
)

const examples = areHere ? Object.entries(readExamples(text("meta-openapi-v23/webhooks.json"))) : []

const isDelivery = Schema.is(Schema.Struct({ object: Schema.String, entry: Schema.Array(Schema.Json) }))

/** Every delivery among them, by the name of the file, or of the example in Meta's own description. */
export const deliveries: ReadonlyArray<readonly [name: string, delivery: Schema.Json]> = [
  ...documents.filter(([, json]) => isDelivery(json)),
  ...examples
]

/** Names of the files that hold no delivery: answers and bodies of requests. */
export const others = documents.filter(([, json]) => !isDelivery(json)).map(([name]) => name)
