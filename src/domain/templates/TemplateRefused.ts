import { Schema } from "effect"

/** Where in a template the values do not fit: header, body, button (with its index), carousel, limited_time_offer. */
const location = {
  component: Schema.String,
  /** 0-based, of a button. */
  index: Schema.optionalKey(Schema.Int),
  /** The type of the template's button, in upper case. */
  buttonType: Schema.optionalKey(Schema.String),
  /** 0-based, of the carousel card that the component belongs to. */
  card: Schema.optionalKey(Schema.Int)
}

/** No template of this name in this language. The name may exist in another language. */
export class TemplateNotFound extends Schema.TaggedError<TemplateNotFound>()("TemplateNotFound", {
  name: Schema.String,
  languageCode: Schema.String
}) {}

/** The template is there, and its status forbids sending it. */
export class TemplateNotApproved extends Schema.TaggedError<TemplateNotApproved>()("TemplateNotApproved", {
  name: Schema.String,
  languageCode: Schema.String,
  status: Schema.String
}) {}

/** The components do not have the form of a send. `problem` names the place and the reason. */
export class TemplateComponentsUnreadable extends Schema.TaggedError<TemplateComponentsUnreadable>()(
  "TemplateComponentsUnreadable",
  { problem: Schema.String }
) {}

/** A part of the template has `expected` placeholders, and the send has `given` values. */
export class TemplateParameterCountMismatch extends Schema.TaggedError<TemplateParameterCountMismatch>()(
  "TemplateParameterCountMismatch",
  { ...location, expected: Schema.Int, given: Schema.Int }
) {}

/** A named template was given values without a name, or a template does not know the names it was given. */
export class TemplateParameterNameMismatch extends Schema.TaggedError<TemplateParameterNameMismatch>()(
  "TemplateParameterNameMismatch",
  { ...location, missing: Schema.Array(Schema.String), unknown: Schema.Array(Schema.String) }
) {}

/** A value of another kind than the template asks for: `expected` and `given` in the platform's words, upper case. */
export class TemplateParameterFormatMismatch extends Schema.TaggedError<TemplateParameterFormatMismatch>()(
  "TemplateParameterFormatMismatch",
  { ...location, expected: Schema.String, given: Schema.String }
) {}

/** A text value that no template takes: line breaks, tabs, a run of spaces, or longer than `limit`. */
export class TemplateParameterTextInvalid extends Schema.TaggedError<TemplateParameterTextInvalid>()(
  "TemplateParameterTextInvalid",
  { ...location, parameter: Schema.Int, limit: Schema.NullOr(Schema.Int) }
) {}

/** A value of a kind that names products leaves out what it has to name: `value` is the missing field. */
export class TemplateParameterValueMissing extends Schema.TaggedError<TemplateParameterValueMissing>()(
  "TemplateParameterValueMissing",
  { ...location, parameter: Schema.Int, value: Schema.String }
) {}

/** Why a template cannot be sent as asked. */
export type TemplateRefused =
  | TemplateNotFound
  | TemplateNotApproved
  | TemplateComponentsUnreadable
  | TemplateParameterCountMismatch
  | TemplateParameterNameMismatch
  | TemplateParameterFormatMismatch
  | TemplateParameterTextInvalid
  | TemplateParameterValueMissing
