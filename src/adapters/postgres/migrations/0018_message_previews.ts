import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What a table of millions needs is more than a statement of the service may take. */
const patience = [`set local statement_timeout = 0`]

/** Text at a path of the content, when it is text and not blank. */
const said = (path: string) =>
  `(select s #>> '{}' from jsonb_path_query_first(content, '$.${path}') s
    where jsonb_typeof(s) = 'string' and s #>> '{}' ~ '\\S')`

/** The same as `messagePreview` of the domain, except that a character of several code points may be cut at the end. */
const preview = `left(coalesce(
  ${said("text")},
  ${said("caption")},
  '[template: ' || ${said("template.name")} || ']',
  case when jsonb_typeof(content -> 'latitude') = 'number' then ${said("name")} end,
  ${said("button_reply.title")},
  ${said("list_reply.title")},
  ${said("attachment.payload.text")},
  ${said("attachment.payload.elements[0].title")},
  '[' || ${said("attachment.type")} || ']',
  case type when 'text' then '' else '[' || type || ']' end
), 256)`

/**
 * Lists of conversations show a line of the last message. It is stored beside the content, so that a list never reads
 * content, whose size has no bound in rows from before the limits of contents.
 */
const messages = [
  // The default is for instances of the version before, which may still write while the first new one starts.
  `alter table messages add column preview text not null default ''`,
  `update messages set preview = ${preview}`
]

export const messagePreviews = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of [...patience, ...messages]) yield* sql.unsafe(statement)
})
