import { Match } from "effect"
import type { TemplateRefused } from "../../../domain/TemplateRefused.ts"
import { type GraphError, refusal } from "../graph/GraphError.ts"

/** Button types as the answers write them: `Url`, `QuickReply`. */
const inWords = (type: string): string =>
  type
    .toLowerCase()
    .split("_")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("")

const statusCodes: Readonly<Record<string, number>> = { PAUSED: 132015, DISABLED: 132016 }

const doesNotExist = ({ languageCode, name }: { readonly languageCode: string; readonly name: string }) =>
  refusal(132001, { details: `template name (${name}) does not exist in ${languageCode}` })

/** What the platform answers when a template cannot be sent as asked; the details as they were seen on the wire. */
export const templateRefusal: (refused: TemplateRefused) => GraphError = Match.type<TemplateRefused>().pipe(
  Match.tags({
    TemplateNotFound: doesNotExist,
    // A template that waits for approval, or was refused it, does not exist for those who send.
    TemplateNotApproved: (refused) => {
      const code = statusCodes[refused.status.toUpperCase()]
      return code === undefined ? doesNotExist(refused) : refusal(code)
    },
    TemplateComponentsUnreadable: ({ problem }) => refusal(100, { details: problem }),
    TemplateParameterCountMismatch: ({ buttonType = "", component, expected, given, index = 0 }) => {
      if (component !== "button") {
        return refusal(132000, {
          details: `${component}: number of localizable_params (${given}) does not match the expected number of params (${expected})`
        })
      }
      return expected > given
        ? refusal(131008, {
            details: `buttons: Button at index ${index} of type ${inWords(buttonType)} requires a parameter`
          })
        : refusal(132018, { details: `buttons: Button at index ${index} does not take ${given} parameters` })
    },
    TemplateParameterNameMismatch: ({ component, missing, unknown }) =>
      unknown.length === 0
        ? refusal(100, { details: "Parameter name is missing or empty" })
        : refusal(132012, {
            details: `${component}: Unknown parameter name (${unknown.join(", ")}), expected (${missing.join(", ")})`
          }),
    TemplateParameterFormatMismatch: ({ component, expected, given, index = 0 }) =>
      component === "button"
        ? refusal(132018, { details: `buttons: Button at index ${index} must be of type ${inWords(expected)}` })
        : refusal(132012, { details: `${component}: Format mismatch, expected ${expected}, received ${given}` }),
    TemplateParameterTextInvalid: ({ component, limit, parameter }) =>
      refusal(132018, {
        details:
          limit === null
            ? `${component}: Param text cannot have new-line/tab characters or more than 4 consecutive spaces`
            : `${component}: Parameter at index ${parameter} exceeds the parameter length limit ${limit}`
      })
  }),
  Match.exhaustive
)
