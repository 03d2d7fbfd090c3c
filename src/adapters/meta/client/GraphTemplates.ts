import { Effect, Schema } from "effect"
import { isApproved, ListedTemplate } from "../../../domain/templates/Template.ts"
import { type TemplateDraft, TemplateNameTaken, TemplateUnknown } from "../../../domain/templates/TemplateDraft.ts"
import { type PlatformFailure, PlatformRejected } from "../../../domain/messages/PlatformError.ts"
import type { ConnectedAccount } from "../../../ports/access/ChannelAccounts.ts"
import type { TemplateCatalogue } from "../../../ports/templates/TemplateCatalogue.ts"
import { spanned } from "../../../telemetry/spanned.ts"
import { logFailure } from "../../../telemetry/failureLog.ts"
import { usualEnding } from "../../../domain/media/fileTypes.ts"
import { GraphId } from "./GraphAnswer.ts"
import type { GraphApi, GraphParameters } from "./GraphApi.ts"
import * as GraphListing from "./GraphListing.ts"

/** Maximum number of templates; the platform's own limit per business is lower. */
const maxTemplates = 10_000

const sentFields = "id,name,language,status,category,components,parameter_format"

const allFields = `${sentFields},rejected_reason,quality_score`

const edge = "message_templates"

const Entry = Schema.Struct({ ...ListedTemplate.fields, id: GraphId })

/** The form of ids. Other texts would name other objects of the platform. */
const isTemplateId = (id: string): boolean => /^\d{1,32}$/.test(id)

/** Subcodes for a name that is taken (platforms P3). */
const nameTaken: ReadonlyMap<number, TemplateNameTaken["reason"]> = new Map([
  [2388024, "exists"],
  [2388023, "reserved"]
])

const orNameTaken = (failure: PlatformFailure): PlatformFailure | TemplateNameTaken => {
  const reason = failure._tag === "PlatformRejected" ? nameTaken.get(failure.subcode ?? 0) : undefined
  return reason === undefined ? failure : new TemplateNameTaken({ reason })
}

/** Codes of an object that does not exist, or that the token cannot read. */
const noObjectSubcode = 33
const noObjectCodes: ReadonlySet<number> = new Set([33, 803])

const isNoObject = (failure: PlatformFailure): failure is PlatformRejected =>
  failure._tag === "PlatformRejected" && (noObjectCodes.has(failure.code) || failure.subcode === noObjectSubcode)

/** The account was connected without its business account, which the templates belong to. */
const noBusinessAccount = (failing: string) =>
  logFailure({
    level: "Warn",
    text: `${failing}: the number was connected without its WhatsApp Business Account`
  })

const withoutBusinessAccount = new PlatformRejected({
  code: 100,
  title: "Invalid parameter",
  message: "The number was connected without its WhatsApp Business Account",
  subcode: null,
  details: null
})

const draftBody = ({ parameter_format: format, ...draft }: TemplateDraft): Schema.JsonObject => ({
  ...draft,
  components: draft.components,
  parameter_format: format.toLowerCase()
})

/** Reads these fields of a business account's templates, with filters of the platform. */
const makeList = (graph: GraphApi, parameters: GraphParameters) => {
  const list = GraphListing.make(graph, {
    edge,
    parameters,
    entry: Entry,
    maxEntries: maxTemplates
  })
  return Effect.fnUntraced(function* (from: ConnectedAccount) {
    const { businessAccountId } = from.account
    if (businessAccountId === null) {
      yield* noBusinessAccount("no templates")
      return []
    }
    return (yield* list(from, businessAccountId)).entries
  })
}

/** Reads the approved templates of a business account. */
export const listApproved = (graph: GraphApi) => {
  const list = makeList(graph, { fields: sentFields, status: "APPROVED" })
  return (from: ConnectedAccount) => Effect.map(list(from), (templates) => templates.filter(isApproved))
}

/**
 * The calls that manage templates (platforms P3). A token may have access to several business accounts, of several
 * organizations. So a template is found by its name in the list of the account's own business account.
 */
export const make = (graph: GraphApi) => {
  const nameOf = graph.get(Schema.Struct({ name: Schema.NonEmptyString }))
  const submit = graph.post(
    Schema.Struct({
      id: GraphId,
      status: Schema.optionalKey(Schema.String),
      category: Schema.optionalKey(Schema.String)
    })
  )
  const change = graph.post(Schema.Struct({ success: Schema.Literal(true) }))
  const erase = graph.delete(Schema.Struct({ success: Schema.Literal(true) }))
  const app = graph.get(Schema.Struct({ id: GraphId }))
  const session = graph.post(Schema.Struct({ id: Schema.NonEmptyString }))
  const bytes = graph.uploadBytes(Schema.Struct({ h: Schema.NonEmptyString }))

  const find = Effect.fnUntraced(function* (from: ConnectedAccount, id: string) {
    if (!isTemplateId(id) || from.account.businessAccountId === null) return yield* new TemplateUnknown()
    const { name } = yield* nameOf(from, id, "", { fields: "name" }).pipe(
      Effect.mapError((failure) => (isNoObject(failure) ? new TemplateUnknown() : failure))
    )
    const languages = yield* makeList(graph, { fields: allFields, name })(from)
    return languages.find((template) => template.id === id) ?? (yield* new TemplateUnknown())
  }, spanned("GraphTemplates.find"))

  return {
    all: (from: ConnectedAccount) => spanned("GraphTemplates.all")(makeList(graph, { fields: allFields })(from)),
    find,
    create: Effect.fnUntraced(function* (from, draft) {
      const { businessAccountId } = from.account
      if (businessAccountId === null) return yield* withoutBusinessAccount
      const {
        category = draft.category,
        id,
        status = "PENDING"
      } = yield* submit(from, businessAccountId, edge, draftBody(draft)).pipe(Effect.mapError(orNameTaken))
      return { id, status, category }
    }, spanned("GraphTemplates.create")),
    edit: (from, { id }, edit) => spanned("GraphTemplates.edit")(Effect.asVoid(change(from, id, "", { ...edit }))),
    remove: Effect.fnUntraced(function* (from, { id, name }, languages) {
      const { businessAccountId } = from.account
      if (businessAccountId === null) return yield* withoutBusinessAccount
      yield* erase(from, businessAccountId, edge, languages === "all" ? { name } : { name, hsm_id: id })
    }, spanned("GraphTemplates.remove")),
    uploadExample: Effect.fnUntraced(function* (from, { filename, mimeType, size, ...file }) {
      const { id: appId } = yield* app(from, "app", "", { fields: "id" })
      const { id: sessionId } = yield* session(from, appId, "uploads", {
        file_name: filename ?? `file.${usualEnding(mimeType)}`,
        file_length: size,
        file_type: mimeType
      })
      const { h } = yield* bytes(from, sessionId, { length: size, bytes: file.bytes })
      return h
    }, spanned("GraphTemplates.uploadExample"))
  } satisfies Pick<TemplateCatalogue["Service"], "all" | "find" | "create" | "edit" | "remove" | "uploadExample">
}
