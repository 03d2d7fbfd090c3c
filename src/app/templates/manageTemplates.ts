import { Effect, Option, Result, Schema, Struct } from "effect"
import type { AuditFields, AuditSubject } from "../../domain/access/AuditEntry.ts"
import { MediaId, type OrganizationId } from "../../domain/Ids.ts"
import type { ContentRefused } from "../../domain/messages/ContentRefused.ts"
import { type FileKind, fileKinds } from "../../domain/media/fileTypes.ts"
import { fileLimits } from "../../domain/media/fileLimits.ts"
import { checkTemplateDraft, checkTemplateEdit } from "../../domain/templates/checkTemplateDraft.ts"
import { type NamedMedia, mediaNamedIn, withNamedMedia } from "../../domain/templates/namedMedia.ts"
import { renderTemplate } from "../../domain/templates/renderTemplate.ts"
import {
  checkTemplateValues,
  isNamed,
  type ListedTemplate,
  TemplateDefinition
} from "../../domain/templates/Template.ts"
import {
  DraftProblem,
  inCapitals,
  type RemovedLanguages,
  type TemplateDraft,
  TemplateDraftRefused,
  type TemplateEdit,
  TemplateUnknown
} from "../../domain/templates/TemplateDraft.ts"
import { refusedDraft, refusedSend } from "../../domain/templates/refusedTemplates.ts"
import type { ConnectedAccount } from "../../ports/access/ChannelAccounts.ts"
import { MediaLibrary } from "../../ports/media/MediaLibrary.ts"
import { MediaStore } from "../../ports/media/MediaStore.ts"
import { TemplateCatalogue } from "../../ports/templates/TemplateCatalogue.ts"
import { recordAudit } from "../access/auditLog.ts"
import { spanned } from "../../telemetry/spanned.ts"
import { outsideTransaction } from "../inTransaction.ts"
import { chooseAccount } from "../sends/chooseSender.ts"

/** The number whose business account has the templates, as for `listTemplates`. */
const accountOf = Effect.fnUntraced(function* (organizationId: OrganizationId, from: string | null) {
  yield* outsideTransaction("a call about templates")
  return yield* chooseAccount(organizationId, "whatsapp", from)
})

/** The template as the subject of an audit entry. */
const subjectOf = ({ id, name }: Pick<ListedTemplate, "id" | "name">): AuditSubject => ({ id, name })

/** The fields of a template in an audit entry, without its contents. */
const templateFields = ({
  category,
  language,
  status
}: Pick<ListedTemplate, "category" | "language" | "status">): AuditFields => ({ category, language, status })

/** All templates of a number with any status, in the platform's order. */
export const listAllTemplates = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  from: string | null = null
) {
  const account = yield* accountOf(organizationId, from)
  return yield* (yield* TemplateCatalogue).all(account)
}, spanned("listAllTemplates"))

/** A template of a number, with any status. */
export const findTemplate = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  id: string,
  from: string | null = null
) {
  const account = yield* accountOf(organizationId, from)
  return yield* (yield* TemplateCatalogue).find(account, id)
}, spanned("findTemplate"))

const decodeMediaId = Schema.decodeUnknownOption(MediaId)

/** The kind of a file with the type, for WhatsApp. */
const kindOf = (mimeType: string): FileKind | undefined =>
  fileKinds.find((kind) => fileLimits.whatsapp[kind].mimeTypes.includes(mimeType))

const refusedAt = (field: string, problem: DraftProblem): ContentRefused =>
  refusedDraft(new TemplateDraftRefused({ field, part: null, button: null, problem }))

/** Uploads the example of a media header. Only an unsent file can be an example. */
const uploadExample = Effect.fnUntraced(function* (account: ConnectedAccount, { field, mediaId }: NamedMedia) {
  const { organizationId } = account.account
  const missing = refusedAt(`${field}.mediaId`, DraftProblem.cases.FileMissing.make({}))
  const id = Option.getOrNull(decodeMediaId(mediaId.toLowerCase()))
  if (id === null) return yield* missing
  const media = Option.getOrNull(yield* (yield* MediaLibrary).find(organizationId, id))
  if (media === null || media.storedAt === null || media.messageId !== null) return yield* missing
  const { filename, mimeType, size } = media
  const kind = kindOf(mimeType ?? "")
  if (mimeType === null || size === null || kind === undefined) return yield* missing
  const stored = yield* (yield* MediaStore).get(organizationId, id, null)
  if (Option.isNone(stored)) return yield* missing
  const file = { kind, mimeType, filename, size, bytes: stored.value.bytes }
  return [mediaId, yield* (yield* TemplateCatalogue).uploadExample(account, file)] as const
})

type Components = TemplateDraft["components"]

/** The components in capitals, with the platform's handles in place of uploaded examples. */
const withExamples = Effect.fnUntraced(function* (account: ConnectedAccount, components: Components) {
  const examples = mediaNamedIn(components, "components").filter(({ key }) => key === "example")
  const handles = new Map(yield* Effect.forEach(examples, (example) => uploadExample(account, example)))
  return withNamedMedia(components, (mediaId) => ({ header_handle: [handles.get(mediaId) ?? ""] })).map(inCapitals)
})

/** A template to submit. With `copyOf`, the id of a template, absent fields are those of that template. */
export interface TemplateSubmission extends Partial<TemplateDraft> {
  readonly copyOf: string | null
}

const missing = (field: string) => refusedAt(field, DraftProblem.cases.Missing.make({}))

const decodeDefinition = Schema.decodeUnknownOption(TemplateDefinition)

/** Whether the template has named placeholders. */
const hasNames = (template: ListedTemplate): boolean => Option.exists(decodeDefinition(template), isNamed)

const draftOf = ({
  category,
  components,
  language,
  name,
  parameter_format = "POSITIONAL",
  ...rest
}: Partial<TemplateDraft>): Result.Result<TemplateDraft, ContentRefused> => {
  if (name === undefined) return Result.fail(missing("name"))
  if (language === undefined) return Result.fail(missing("language"))
  if (category === undefined) return Result.fail(missing("category"))
  if (components === undefined) return Result.fail(missing("components"))
  return Result.succeed({ ...rest, name, language, category, components, parameter_format })
}

/**
 * Submits a new template for review, or a copy of one under another name or in another language (contract: Submitting a
 * template). It is checked before the platform is called.
 */
export const createTemplate = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  { copyOf, ...submission }: TemplateSubmission,
  from: string | null = null
) {
  const account = yield* accountOf(organizationId, from)
  const catalogue = yield* TemplateCatalogue
  const source = copyOf === null ? null : yield* catalogue.find(account, copyOf)
  const draft = yield* Effect.fromResult(
    draftOf({
      ...(source !== null && {
        ...Struct.pick(source, ["name", "language", "category", "components"]),
        parameter_format: hasNames(source) ? "NAMED" : "POSITIONAL"
      }),
      ...submission
    })
  )
  yield* Effect.fromResult(Result.mapError(checkTemplateDraft(draft), refusedDraft))
  const components = yield* withExamples(account, draft.components)
  const created = yield* catalogue.create(account, { ...draft, components })
  const subject = { id: created.id, name: draft.name }
  yield* recordAudit(organizationId, "template.created", subject, { after: templateFields({ ...draft, ...created }) })
  return created
}, spanned("createTemplate"))

/** Changes a template and submits it again (contract: Submitting a template). */
export const editTemplate = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  id: string,
  edit: TemplateEdit,
  from: string | null = null
) {
  const account = yield* accountOf(organizationId, from)
  const catalogue = yield* TemplateCatalogue
  const template = yield* catalogue.find(account, id)
  const rules = { category: template.category, isNamed: hasNames(template) }
  yield* Effect.fromResult(Result.mapError(checkTemplateEdit(edit, rules), refusedDraft))
  const { components } = edit
  yield* catalogue.edit(
    account,
    template,
    components === undefined ? edit : { ...edit, components: yield* withExamples(account, components) }
  )
  const edited = yield* catalogue.find(account, id)
  const states = { before: templateFields(template), after: templateFields(edited) }
  yield* recordAudit(organizationId, "template.changed", subjectOf(edited), states)
  return edited
}, spanned("editTemplate"))

/** Deletes a template in its language, or in every language that has its name. Returns the deleted template. */
export const removeTemplate = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  id: string,
  languages: RemovedLanguages,
  from: string | null = null
) {
  const account = yield* accountOf(organizationId, from)
  const catalogue = yield* TemplateCatalogue
  const template = yield* catalogue.find(account, id)
  yield* catalogue.remove(account, template, languages)
  const before = { ...templateFields(template), languages }
  yield* recordAudit(organizationId, "template.deleted", subjectOf(template), { before })
  return template
}, spanned("removeTemplate"))

/**
 * A template as a recipient would see it with the values of a send. The values are checked as for a send. Null: without
 * values, its placeholders stay.
 */
export const previewTemplate = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  id: string,
  values: ReadonlyArray<Schema.JsonObject> | null,
  from: string | null = null
) {
  const account = yield* accountOf(organizationId, from)
  const definition = decodeDefinition(yield* (yield* TemplateCatalogue).find(account, id))
  if (Option.isNone(definition)) return yield* new TemplateUnknown()
  if (values !== null) {
    const checked = checkTemplateValues(definition.value, values)
    if (Result.isFailure(checked)) return yield* refusedSend(checked.failure, values, "components")
  }
  return renderTemplate(definition.value, values)
}, spanned("previewTemplate"))
