import { Result, type Schema } from "effect"
import { itemKey } from "./itemKey.ts"
import { idAt, textAt } from "./PlatformJson.ts"
import { type Items, required, type Source, timing } from "./Source.ts"

/** The fields in which changes of templates are reported. They all belong to a business account, and to no number. */
export const templateFields: ReadonlySet<string> = new Set([
  "message_template_status_update",
  "message_template_quality_update",
  "message_template_components_update",
  "template_category_update"
])

/** The platform's word for no reason. */
const noReason = "NONE"

/** A change of a template. The status of one is `event`, and its id a number here (platforms P5). */
export const whatsAppTemplate = (source: Source, value: Schema.JsonObject): Items =>
  Result.gen(function* () {
    const businessAccountId = yield* required(source.businessAccountId, "a template of no business account")
    const templateId = yield* required(idAt(value, "message_template_id"), "a template without an id")
    const { at, stamp } = timing(source, undefined)
    const reason = textAt(value, "reason")
    return [
      {
        _tag: "TemplateChanged",
        key: itemKey("template", ["whatsapp", businessAccountId, source.field, stamp, value]),
        at,
        channel: "whatsapp",
        businessAccountId,
        templateId,
        name: textAt(value, "message_template_name"),
        language: textAt(value, "message_template_language"),
        status: textAt(value, "event"),
        reason: reason === noReason ? null : reason,
        quality: textAt(value, "new_quality_score"),
        category: textAt(value, "new_category") ?? textAt(value, "message_template_category")
      }
    ]
  })
