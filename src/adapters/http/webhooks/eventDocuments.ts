import { Schema } from "effect"
import type { OpenApi } from "effect/http-api"
import { attemptDeadline } from "../../../domain/webhooks/Delivery.ts"
import { DeliverableType } from "../../../domain/webhooks/DeliveryRecord.ts"
import { Event } from "../../../domain/webhooks/Event.ts"
import { eventTexts } from "./eventTexts.ts"

type JsonObject = { readonly [key: string]: Schema.Json }

const isObject = Schema.is(Schema.Record(Schema.String, Schema.Json))

/** Schema name of an event type: `message.received` becomes `MessageReceived`. */
const nameOf = (type: string): string => type.replaceAll(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase())

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/** Allows additional fields, since a later version may add some. */
const tolerant = (value: Schema.Json): Schema.Json => {
  if (Array.isArray(value)) return value.map(tolerant)
  if (!isObject(value)) return value
  const parts = Object.entries(value).filter(
    ([key]) => value["properties"] === undefined || key !== "additionalProperties"
  )
  return Object.fromEntries(parts.map(([key, part]) => [key, tolerant(part)]))
}

const isJson = Schema.is(Schema.Json)

const dataSchema = (data: Schema.Constraint): Schema.Json => {
  const { schema } = Schema.toJsonSchemaDocument(data)
  return isJson(schema) ? tolerant(schema) : {}
}

/** The schema of the data of each event. */
const dataSchemas = (): JsonObject =>
  Object.fromEntries(
    Event.members.flatMap(({ fields: { data, type } }) => {
      const schema = dataSchema(data)
      return ("literals" in type ? type.literals : [type.literal]).map((name) => [`${nameOf(name)}Data`, schema])
    })
  )

const timestamp = { type: "string", format: "date-time", description: "When it happened: ISO 8601, UTC" }
const id = { type: "string", format: "uuid" }

/** An event with its envelope and data. */
const eventSchema = (type: DeliverableType, names: JsonObject, described: JsonObject): JsonObject => ({
  type: "object",
  properties: {
    ...names,
    event: { type: "string", enum: [type], description: "The event's type" },
    timestamp,
    data: reference(`${nameOf(type)}Data`)
  },
  required: [...Object.keys(names), "event", "timestamp", "data"],
  ...described
})

const webhookId = "0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e20"

/** The body of a delivery (contract: Events). */
const deliverySchema = (type: DeliverableType): JsonObject =>
  eventSchema(
    type,
    { webhook_id: { ...id, description: "The subscription's id" } },
    {
      description: eventTexts[type].summary,
      examples: [
        {
          event: type,
          timestamp: "2026-11-20T12:00:00.123Z",
          webhook_id: webhookId,
          data: eventTexts[type].example
        }
      ]
    }
  )

const types = DeliverableType.literals

const schemas = (): JsonObject => ({
  ...dataSchemas(),
  ...Object.fromEntries(types.map((type) => [`${nameOf(type)}Event`, deliverySchema(type)])),
  FeedEvent: {
    description: "An event of the feed; `event` says which one it is",
    oneOf: types.map((type) =>
      eventSchema(
        type,
        { id: { ...id, description: "The event's id: webhook-id of its delivery" } },
        { title: nameOf(type), description: eventTexts[type].summary }
      )
    )
  }
})

const header = (name: string, description: string, required: boolean, schema: JsonObject = { type: "string" }) => ({
  name,
  in: "header",
  required,
  description,
  schema: { ...schema, description }
})

const headers = [
  header("webhook-id", "The event's id, the same on every attempt", true, id),
  header("webhook-timestamp", "Time of this attempt, in seconds since 1970", true, { type: "integer" }),
  header("webhook-signature", "`v1,<base64>` as Standard Webhooks define it; several during a change of secrets", true),
  header("webhook-sequence", "Ordinal among the deliveries of the conversation, from 1", false, {
    type: "integer",
    minimum: 1
  }),
  header("X-Webhook-Secret", "The secret, only if the subscriber chose it", false)
]

const webhook = (type: DeliverableType): JsonObject => ({
  post: {
    tags: ["Webhooks"],
    operationId: `on${nameOf(type)}`,
    summary: eventTexts[type].summary,
    description: eventTexts[type].description,
    security: [],
    parameters: headers,
    requestBody: { required: true, content: { "application/json": { schema: reference(`${nameOf(type)}Event`) } } },
    responses: {
      "2XX": {
        description: `The event is received. Any other answer, and none within ${attemptDeadline}, is tried again`
      },
      "410": { description: "The receiver is gone: the subscription is disabled" }
    }
  }
})

/** Documents the events of the webhook and of the feed, for `OpenApi.Transform` (contract: Events in the document). */
export const eventDocuments: OpenApi.Transform["Service"] = (spec) => ({
  ...spec,
  webhooks: Object.fromEntries(types.map((type) => [type, webhook(type)])),
  components: { ...spec["components"], schemas: { ...spec["components"].schemas, ...schemas() } }
})
