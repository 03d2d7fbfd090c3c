import type { FastifyInstance } from "fastify"
import type { Pool } from "pg"
import { type ContactsQuery, contactsSchema } from "./schemas.ts"

interface ContactRow {
  readonly id: string
  readonly name: string
  readonly phone: string | null
  readonly email: string | null
  readonly tags: ReadonlyArray<string>
  readonly created_at: Date
}

const page = `select id, name, phone, email, tags, created_at from contacts where organization_id = $1
  order by created_at desc, id desc limit $2 offset $3`

/** The total as it is usually found, and as it is found where it is kept. */
const totals = {
  counted: "select count(*)::int as total from contacts where organization_id = $1",
  kept: "select contacts::int as total from inbox_totals where organization_id = $1"
} as const

/** `GET /v1/contacts`: the page and the total at once, over two connections. */
export const contactsRoute = (app: FastifyInstance, pool: Pool, how: keyof typeof totals): void => {
  const list = async (organizationId: string, { limit, page: number }: ContactsQuery) => {
    const [found, counted] = await Promise.all([
      pool.query<ContactRow>({ name: "page", text: page, values: [organizationId, limit, (number - 1) * limit] }),
      pool.query<{ total: number }>({ name: "total", text: totals[how], values: [organizationId] })
    ])
    const data = found.rows.map(({ created_at, email, id, name, phone, tags }) => ({
      id,
      name,
      phone: phone ?? "",
      email,
      tags,
      created_at: created_at.toISOString()
    }))
    return { success: true, data: { data, meta: { page: number, limit, total: counted.rows[0]?.total ?? 0 } } }
  }
  app.get<{ Querystring: ContactsQuery }>("/v1/contacts", { schema: contactsSchema }, (request) =>
    list(request.organizationId, request.query)
  )
}
