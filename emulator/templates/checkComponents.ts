import { Result, type Schema } from "effect"
import { checkTemplateParts } from "../../src/domain/templates/checkTemplateDraft.ts"
import { DraftProblem, type TemplateDraftRefused } from "../../src/domain/templates/TemplateDraft.ts"
import { type GraphError, refusal } from "../graph/GraphError.ts"
import { invalidTemplate } from "./TemplatesState.ts"

const incorrect: Readonly<Record<string, readonly [subcode: number, title: string]>> = {
  HEADER: [2388047, "Message header format is incorrect"],
  BODY: [2388072, "Message body format is incorrect"],
  FOOTER: [2388073, "Message footer format is incorrect"]
}

/** The refusal of a malformed part, or of its buttons. */
const badFormat = (part: string, message: string): GraphError => {
  const [subcode, title] = incorrect[part] ?? [undefined, "Message buttons format is incorrect"]
  return invalidTemplate(subcode, title, message)
}

const atTheEdge = invalidTemplate(
  2388299,
  "Leading or Trailing Params Not Allowed",
  "Variables can't be at the start or end of the template."
)

/** Texts of the field, as in `components[0].text`. */
const lengthOf = (part: string, field: string): string => {
  if (field.endsWith(".url")) return "URL of a button"
  return field.includes(".buttons[") ? `${field.slice(field.lastIndexOf(".") + 1)} of a button` : part.toLowerCase()
}

const missing = ({ button, field, part }: TemplateDraftRefused): string => {
  if (button !== null) return `A button of type ${button} needs a ${field.endsWith(".text") ? "text" : "phone number"}.`
  return field === "components"
    ? `A template needs a component of type ${part}.`
    : `The ${(part ?? "").toLowerCase()} needs a text.`
}

/** The platform's answer to a part that it does not review; texts and subcodes as observed on the wire. */
const answerTo = (refused: TemplateDraftRefused): GraphError => {
  const { button, field, problem } = refused
  const part = refused.part ?? "BODY"
  return DraftProblem.match(problem, {
    Missing: () => badFormat(part, missing(refused)),
    Malformed: ({ reason }) => refusal(100, { message: `(#100) Param ${field}: ${reason}.` }),
    NotOneOf: ({ supported }) => {
      if (button !== null) return badFormat("BUTTONS", `A button can't be of type ${button}.`)
      if (field.endsWith(".format")) {
        return badFormat(
          "HEADER",
          `The format must be one of ${supported.slice(0, -1).join(", ")} and ${supported.at(-1)}.`
        )
      }
      const param = field.replace(/\.(\w+)$/, "['$1']")
      return refusal(100, { message: `(#100) Param ${param} must be one of {${supported.join(", ")}}` })
    },
    Repeated: ({ type }) => badFormat(type, `A template can have one component of type ${type}.`),
    TooLong: ({ limit }) =>
      invalidTemplate(
        2388040,
        "Character Limit Exceeded",
        `The ${lengthOf(part, field)} can't be longer than ${limit} characters.`
      ),
    CountOutside: ({ max, min }) =>
      badFormat("BUTTONS", `A template can have ${min} to ${max} ${field.endsWith(".cards") ? "cards" : "buttons"}.`),
    TooManyOfKind: ({ kind, limit }) => badFormat("BUTTONS", `A template can have ${limit} buttons of type ${kind}.`),
    ButtonsMixed: () => badFormat("BUTTONS", "Quick replies can't be between other buttons."),
    NumbersBroken: () =>
      badFormat(part, "Variables must be whole numbers that count up from 1 with two sets of curly brackets."),
    NamesBroken: () =>
      badFormat(
        part,
        "Variables must be names of lowercase letters, digits and underscores with two sets of curly brackets."
      ),
    PlaceholderAtEnd: () => atTheEdge,
    TooManyPlaceholders: ({ limit }) =>
      badFormat(part, `The ${part.toLowerCase()} ${limit === 0 ? "can't have variables" : "can have one variable"}.`),
    PlaceholderInLink: () => badFormat("BUTTONS", "The URL of a button can have one variable, at its end."),
    ExampleMissing: () =>
      invalidTemplate(
        2388043,
        'Message template "components" param is missing expected field(s)',
        `component of type ${button === null ? part : "BUTTONS"} is missing expected field(s) (example)`
      ),
    NotALink: () => badFormat("BUTTONS", "The URL of a button is not valid."),
    FileMissing: () => badFormat(part, "The file of the example does not exist."),
    CardsDiffer: () => badFormat(part, "All cards of a carousel must have the same components.")
  })
}

const unknownType = (components: ReadonlyArray<Schema.JsonObject>, refused: TemplateDraftRefused): GraphError => {
  const { message } = answerTo(refused)
  const index = Number(/^components\[(\d+)\]\.type$/.exec(refused.field)?.[1] ?? Number.NaN)
  const type = components[index]?.["type"]
  return type === undefined ? answerTo(refused) : refusal(100, { message: `${message} - got "${String(type)}".` })
}

/** Checks whether the platform would accept these parts for review. The domain has the rules. */
export const checkComponents = (
  components: ReadonlyArray<Schema.JsonObject>,
  rules: { readonly category: string; readonly isNamed: boolean }
): Result.Result<void, GraphError> =>
  Result.mapError(checkTemplateParts(components, rules), (refused) => unknownType(components, refused))
