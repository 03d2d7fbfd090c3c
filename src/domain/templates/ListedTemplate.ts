import { Schema } from "effect"
import type { Inbound } from "../inbound/Inbound.ts"

/** A template as lists show it: its parts as the platform has them, so that nothing is lost (platforms P3). */
export class ListedTemplate extends Schema.Opaque<ListedTemplate>()(
  Schema.Struct({
    id: Schema.String,
    name: Schema.String,
    language: Schema.String,
    status: Schema.String,
    /** Open: old templates carry categories that the platform no longer documents. */
    category: Schema.String,
    components: Schema.Array(Schema.Record(Schema.String, Schema.Json))
  })
) {}

/** Only an approved template can be sent. */
export const isApproved = ({ status }: Pick<ListedTemplate, "status">): boolean => status.toUpperCase() === "APPROVED"

/** Whether it is for offers, which people can refuse to get (contract C44). */
export const isMarketing = ({ category }: Pick<ListedTemplate, "category">): boolean =>
  category.toUpperCase() === "MARKETING"

/** A reported change of a template. Null fields were not reported. */
export type TemplateChange = Pick<
  Extract<Inbound, { readonly _tag: "TemplateChanged" }>,
  "templateId" | "name" | "language" | "status" | "category"
>

/**
 * Reports in the form of a status that lists never show (platforms P3): an approved template is about to lose its
 * approval, or that warning was lifted.
 */
const warnings: ReadonlySet<string> = new Set(["FLAGGED", "REINSTATED"])

/**
 * Lists and reports may write the same id differently: a long one is no exact number. The name and language are a key
 * too.
 */
const isAbout = ({ language, name, templateId }: TemplateChange, template: ListedTemplate): boolean =>
  templateId === template.id || (name === template.name && language === template.language)

/** The template after the change, if it is the one that has changed. */
export const changedBy =
  (change: TemplateChange) =>
  (template: ListedTemplate): ListedTemplate => {
    if (!isAbout(change, template)) return template
    const { category, status } = change
    return {
      ...template,
      category: category ?? template.category,
      status: status === null || warnings.has(status.toUpperCase()) ? template.status : status
    }
  }
