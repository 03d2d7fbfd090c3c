import { OpenApi } from "effect/http-api"
import { join } from "node:path"
import { format } from "oxfmt"
import { DeveloperApi } from "../src/adapters/http/interfaces/developer/Api.ts"
import { SessionApi } from "../src/adapters/http/interfaces/session/Api.ts"

/** As much of JSON Schema as the schemas of the interfaces make. */
interface JsonSchema {
  readonly $ref?: string
  readonly type?: string
  readonly enum?: ReadonlyArray<unknown>
  readonly anyOf?: ReadonlyArray<JsonSchema>
  readonly items?: JsonSchema
  readonly prefixItems?: ReadonlyArray<JsonSchema>
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: ReadonlyArray<string>
  readonly additionalProperties?: boolean | JsonSchema
  readonly description?: string
  readonly format?: string
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly schema: JsonSchema
}

type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly parameters: ReadonlyArray<Parameter>
  readonly requestBody?: { readonly content: Content; readonly required?: boolean }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly webhooks?: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> }
}

const documentOf = (spec: unknown): Document => JSON.parse(JSON.stringify(spec))

const comment = (text: string | undefined): string =>
  text === undefined ? "" : `/** ${text.replaceAll("*/", "*\\/").replaceAll(/\s*\n\s*/g, " ")} */\n`

const keyOf = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name))

const nameOf = ($ref: string): string => $ref.slice($ref.lastIndexOf("/") + 1)

/** A description stands beside the type, or at the part of a nullable one. */
const descriptionOf = (schema: JsonSchema): string | undefined =>
  schema.description ?? schema.anyOf?.find(({ description }) => description !== undefined)?.description

/** The type of a schema. Fields of requests may be given as `undefined` too. */
const typeOf = (schema: JsonSchema, absent = ""): string => {
  const inner = (part: JsonSchema) => typeOf(part, absent)
  if (schema.$ref !== undefined) return nameOf(schema.$ref)
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(" | ")
  if (schema.anyOf !== undefined) return schema.anyOf.map(inner).join(" | ")
  switch (schema.type) {
    case "string":
    case "boolean":
    case "number":
    case "null":
      return schema.type
    case "integer":
      return "number"
    case "array":
      return schema.prefixItems === undefined
        ? `ReadonlyArray<${inner(schema.items ?? {})}>`
        : `readonly [${schema.prefixItems.map(inner).join(", ")}, ...ReadonlyArray<${inner(schema.items ?? {})}>]`
    case "object": {
      if (schema.properties === undefined) {
        const values = typeof schema.additionalProperties === "object" ? inner(schema.additionalProperties) : "Json"
        return `{ readonly [name: string]: ${values} }`
      }
      const fields = Object.entries(schema.properties).map(([name, field]) => {
        const isRequired = schema.required?.includes(name) === true
        const optional = isRequired ? "" : "?"
        return `${comment(descriptionOf(field))}readonly ${keyOf(name)}${optional}: ${inner(field)}${isRequired ? "" : absent}`
      })
      const others = schema.additionalProperties === true ? ["readonly [name: string]: unknown"] : []
      return `{\n${[...fields, ...others].join("\n")}\n}`
    }
    default:
      return "Json"
  }
}

/** The names of schemas below one that others refer to. */
const referredTo = (value: unknown): ReadonlyArray<string> =>
  Array.from(JSON.stringify(value).matchAll(/"\$ref":"([^"]+)"/g), ([, $ref = ""]) => nameOf($ref))

const orUndefined = " | undefined"

/** How a list goes on: by the parameter that names its next part. A list that goes both ways goes back. */
const pagesOf = ({ operationId, parameters }: Operation): string | undefined =>
  /\.list/.test(operationId)
    ? ["page", "before", "after"].find((name) => parameters.some((parameter) => parameter.name === name))
    : undefined

/** Parameters that say which part of a list is meant: all of it is read from the beginning, or back from a message. */
const placing: ReadonlySet<string> = new Set(["page", "around", "after"])

const queryOf = (parameters: ReadonlyArray<Parameter>): string | undefined => {
  if (parameters.length === 0) return undefined
  const fields = parameters.map(
    (parameter) =>
      `${comment(parameter.schema.description)}readonly ${parameter.name}${parameter.required ? "" : "?"}: ${typeOf(parameter.schema)}${parameter.required ? "" : orUndefined}`
  )
  return `query${parameters.some(({ required }) => required) ? "" : "?"}: {\n${fields.join("\n")}\n}`
}

/** Bytes go as they are, whatever else the endpoint takes. */
const bodyOf = ({ requestBody }: Operation): string | undefined => {
  if (requestBody === undefined) return undefined
  const types = Object.entries(requestBody.content).map(([type, { schema }]) => {
    if (type === "application/json") return typeOf(schema, orUndefined)
    return type === "multipart/form-data" ? "FormData" : "string | Blob | Uint8Array | ReadableStream<Uint8Array>"
  })
  return `body${requestBody.required === false ? "?" : ""}: ${types.join(" | ")}`
}

/**
 * What the method gives: the data of the envelope, or the whole answer where there is none (contract: The client on
 * promises).
 */
const answered = (operation: Operation): JsonSchema | "file" | "stream" => answersOf(operation)[0] ?? "file"

/** The answers of each status of success. Only sends have a second one: that of a message with `sendAt`. */
const answersOf = ({ responses }: Operation): ReadonlyArray<JsonSchema | "file" | "stream"> =>
  Object.entries(responses).flatMap(([status, response]) => (status.startsWith("2") ? [answerOf(response)] : []))

const answerOf = (success: Operation["responses"][string] | undefined): JsonSchema | "file" | "stream" => {
  const [[type, content] = []] = Object.entries(success?.content ?? {})
  if (type === "text/event-stream") return "stream"
  if (type !== "application/json" || content === undefined) return "file"
  const { data, success: flag } = content.schema.properties ?? {}
  return flag === undefined || data === undefined ? content.schema : data
}

/** The entries of a list: its first field that is an array, as `everyEntry` takes it. */
const itemsOf = (answer: JsonSchema): JsonSchema =>
  Object.values(answer.properties ?? {}).find(({ type }) => type === "array")?.items ?? {}

/** The events of the feed have their types beside those of webhooks. */
const feedEvent = "FeedEvent"

const methodOf = (method: string, operation: Operation): string => {
  const [, name = ""] = operation.operationId.split(".")
  const path = operation.parameters.filter((parameter) => parameter.in === "path")
  const query = operation.parameters.filter((parameter) => parameter.in === "query")
  const options = `options?: ${method === "post" ? "PostOptions" : "CallOptions"}`
  const ids = path.map((parameter) => `${parameter.name}: string`)
  const args = (parameters: ReadonlyArray<Parameter>) =>
    [...ids, bodyOf(operation), queryOf(parameters), options].filter((text) => text !== undefined).join(", ")
  const answer = answered(operation)
  if (answer === "stream") {
    return `${comment(`${operation.summary}. ${operation.description}`)}readonly ${name}: (options?: StreamOptions) => AsyncIterable<StreamEntry>`
  }
  const type = answer === "file" ? "Blob" : typeOf(answer)
  const documentation = comment(`${operation.summary}. ${operation.description}`)
  const [, scheduled] = answersOf(operation)
  const body = bodyOf(operation)
  if (typeof scheduled === "object" && body !== undefined) {
    const later = typeOf(scheduled)
    const call = (sendAt: string, gives: string) =>
      `(${[...ids, `${body} & { readonly ${sendAt} }`, options].join(", ")}): Promise<${gives}>`
    const calls = [
      call("sendAt: string", later),
      call("sendAt?: null | undefined", type),
      call("sendAt?: string | null | undefined", `${type} | ${later}`)
    ]
    return `${documentation}readonly ${name}: {\n${calls.join("\n")}\n}`
  }
  const pages = pagesOf(operation)
  const all =
    pages === undefined || answer === "file"
      ? ""
      : `${comment(`Every entry of \`${name}\`, page after page.`)}readonly ${name.replace(/^list/, "all")}: (${args(query.filter(({ name }) => (name === pages ? name !== "page" : !placing.has(name))))}) => AsyncIterable<${typeOf(itemsOf(answer))}>`
  return `${documentation}readonly ${name}: (${args(query)}) => Promise<${type}>\n${all}`
}

const rowOf = (method: string, path: string, operation: Operation): string => {
  const [, name = ""] = operation.operationId.split(".")
  const hasQuery = operation.parameters.some((parameter) => parameter.in === "query")
  const withoutBody = hasQuery ? "query" : undefined
  const takes = operation.requestBody === undefined ? withoutBody : hasQuery ? "both" : "body"
  const answer = answered(operation)
  const raw = Object.keys(operation.requestBody?.content ?? {}).find(
    (type) => type !== "application/json" && type !== "multipart/form-data"
  )
  const facts = {
    method: method.toUpperCase(),
    path,
    takes,
    raw,
    gives: typeof answer === "string" ? answer : undefined,
    pages: pagesOf(operation)
  }
  return `${name}: ${JSON.stringify(facts)}`
}

const notice = "// Generated from the schemas of the interface: `node scripts/clientTypes.ts` writes it again."

/** The methods of an interface, as types and as the table that they are made from. */
const methodsText = (spec: unknown, name: string, title: string): string => {
  const { components, paths } = documentOf(spec)
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method, path, operation }))
  )
  const groups = [...new Set(operations.map(({ operation }) => operation.operationId.split(".")[0] ?? ""))]
  const ofGroup = (group: string) => operations.filter(({ operation }) => operation.operationId.startsWith(`${group}.`))
  const bodies = operations.map(({ operation }) => operation.requestBody)
  const collected = (value: unknown, found = new Set<string>()): ReadonlySet<string> => {
    for (const component of referredTo(value)) {
      if (found.has(component) || component === feedEvent) continue
      collected(components.schemas[component], found.add(component))
    }
    return found
  }
  const answers = operations.map(({ operation }) => answersOf(operation))
  const found = collected([bodies, answers])
  const ofRequests = collected(bodies)
  const declared = [...found].sort().map((component) => {
    const schema = components.schemas[component] ?? {}
    const type = typeOf(schema, ofRequests.has(component) ? orUndefined : "")
    return `${comment(schema.description)}export ${schema.anyOf === undefined && type.startsWith("{") ? `interface ${component}` : `type ${component} =`} ${type}`
  })
  const types = groups.map(
    (group) =>
      `readonly ${group}: {\n${ofGroup(group)
        .map(({ method, operation }) => methodOf(method, operation))
        .join("\n")}\n}`
  )
  const rows = groups.map(
    (group) =>
      `${group}: {\n${ofGroup(group)
        .map(({ method, operation, path }) => rowOf(method, path, operation))
        .join(",\n")}\n}`
  )
  const text = [
    ...declared,
    `${comment(`The methods of the ${title} interface, one for each endpoint and one for each list.`)}export interface ${name} {\n${types.join("\n")}\n}`,
    `${comment(`The endpoints of the ${title} interface.`)}export const ${name.charAt(0).toLowerCase()}${name.slice(1)}: Table = {\n${rows.join(",\n")}\n}`
  ].join("\n\n")
  const imports = [
    text.includes("StreamOptions") ? 'import type { StreamEntry, StreamOptions } from "./eventStream.ts"' : "",
    text.includes(feedEvent) ? 'import type { FeedEvent } from "../webhooks/ParleyEvent.ts"' : "",
    `import type { CallOptions, ${/\bJson\b/.test(text) ? "Json, " : ""}PostOptions, Table } from "./Endpoint.ts"`
  ]
  return `${notice}\n${imports.filter((line) => line !== "").join("\n")}\n\n${text}`
}

/** The data of every event by its type. */
const eventsText = (spec: unknown): string => {
  const { components, webhooks = {} } = documentOf(spec)
  const named = ({ $ref = "" }: JsonSchema): JsonSchema => components.schemas[nameOf($ref)] ?? {}
  const rows = Object.entries(webhooks).map(([type, { post }]) => {
    const { properties = {} } = named(post?.requestBody?.content["application/json"]?.schema ?? {})
    return `readonly ${JSON.stringify(type)}: ${typeOf(named(properties["data"] ?? {}))}`
  })
  return `${notice}\nimport type { Json } from "../promise/Endpoint.ts"\n\n/** The data of each event, by its type. */\nexport interface EventData {\n${rows.join("\n")}\n}`
}

const style = { printWidth: 120, semi: false, singleQuote: false, trailingComma: "none" } as const

/** The generated files of the client, by their paths in `client`. */
export const clientTypes = async (): Promise<Readonly<Record<string, string>>> => {
  const texts = {
    "promise/DeveloperMethods.ts": methodsText(OpenApi.fromApi(DeveloperApi), "DeveloperMethods", "Developer"),
    "promise/SessionMethods.ts": methodsText(OpenApi.fromApi(SessionApi), "SessionMethods", "Session"),
    "webhooks/EventData.ts": eventsText(OpenApi.fromApi(DeveloperApi))
  }
  const formatted = Object.entries(texts).map(async ([path, text]) => {
    const { code, errors } = await format(path, text, style)
    return [path, errors.length === 0 ? code : `${text}\n/* ${JSON.stringify(errors)} */`]
  })
  return Object.fromEntries(await Promise.all(formatted))
}

if (import.meta.main) {
  const { writeFileSync } = await import("node:fs")
  const files = await clientTypes()
  for (const [path, text] of Object.entries(files)) {
    writeFileSync(join(import.meta.dirname, "../client", path), text)
  }
}
