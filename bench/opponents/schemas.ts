const text = { type: "string", minLength: 1 } as const
const nullable = (schema: object) => ({ anyOf: [schema, { type: "null" }] })

/** `POST /v1/send-message`, of which templates and texts are all that is sent here. */
export const sendMessageSchema = {
  body: {
    type: "object",
    required: ["to"],
    properties: {
      to: text,
      type: { type: "string" },
      text: nullable({ type: "string" }),
      template: nullable({
        type: "object",
        required: ["name", "language"],
        properties: {
          name: text,
          language: { type: "object", required: ["code"], properties: { code: text } },
          components: nullable({ type: "array", items: { type: "object", additionalProperties: true } })
        }
      })
    }
  },
  response: {
    201: {
      type: "object",
      properties: {
        success: { type: "boolean" },
        data: {
          type: "object",
          properties: {
            waMessageId: { type: "string" },
            status: { type: "string" },
            conversationId: { type: "string" },
            contactId: { type: "string" }
          }
        }
      }
    }
  }
} as const

export interface SendMessageBody {
  readonly to: string
  readonly type?: string
  readonly text?: string | null
  readonly template?: {
    readonly name: string
    readonly language: { readonly code: string }
    readonly components?: ReadonlyArray<object> | null
  } | null
}

/** `GET /v1/contacts`. */
export const contactsSchema = {
  querystring: {
    type: "object",
    properties: {
      page: { type: "integer", minimum: 1, maximum: 1_000_000, default: 1 },
      limit: { type: "integer", minimum: 1, maximum: 100, default: 20 }
    }
  },
  response: {
    200: {
      type: "object",
      properties: {
        success: { type: "boolean" },
        data: {
          type: "object",
          properties: {
            data: {
              type: "array",
              items: {
                type: "object",
                properties: {
                  id: { type: "string" },
                  name: { type: "string" },
                  phone: { type: "string" },
                  email: { type: "string", nullable: true },
                  tags: { type: "array", items: { type: "string" } },
                  created_at: { type: "string" }
                }
              }
            },
            meta: {
              type: "object",
              properties: { page: { type: "integer" }, limit: { type: "integer" }, total: { type: "integer" } }
            }
          }
        }
      }
    }
  }
} as const

export interface ContactsQuery {
  readonly page: number
  readonly limit: number
}
