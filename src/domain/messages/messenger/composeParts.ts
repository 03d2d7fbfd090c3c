import { type Array as Arr, Result } from "effect"
import {
  type ButtonType,
  defaultPayload,
  maxButtons,
  maxElements,
  messageTitle,
  type MessengerRules
} from "./MessengerRules.ts"
import { MessengerButton, type MessengerElement, type QuickReply } from "./MessengerContent.ts"
import {
  type ButtonDraft,
  type ElementDraft,
  MessagePartInvalid,
  PartProblem,
  type QuickReplyDraft
} from "./MessengerDraft.ts"
import { notBlank } from "../../text/textLimits.ts"

type Composed<Part> = Result.Result<Part, MessagePartInvalid>
type Some<Part> = Arr.NonEmptyReadonlyArray<Part>

const { Empty, NotOneOf, TooMany } = PartProblem.cases

/** Fails with the field's path, such as `buttons[0].title`, and the rule that it breaks. */
export const invalid = (field: string, problem: PartProblem): Result.Result<never, MessagePartInvalid> =>
  Result.fail(new MessagePartInvalid({ field, problem }))

const needed = (part: string | null, field: string): Composed<string> =>
  part === null ? invalid(field, Empty.make({})) : Result.succeed(part)

/** A literal of a fixed set, or the default if it is absent. */
export const oneOf = <Word extends string>(
  supported: ReadonlyArray<Word>,
  given: string | null | undefined,
  field: string,
  unsaid?: Word
): Composed<Word> => {
  const known = given === null || given === undefined ? unsaid : supported.find((word) => word === given)
  return known === undefined ? invalid(field, NotOneOf.make({ supported })) : Result.succeed(known)
}

/** Limits the number of items; the failure points at the first item over the limit. */
const atMost = (limit: number, { length }: { readonly length: number }, field: string): Composed<void> =>
  length > limit ? invalid(`${field}[${limit}]`, TooMany.make({ limit })) : Result.void

/** All of them, or the first that is wrong. */
const each = <Draft, Part>(
  [first, ...rest]: Some<Draft>,
  field: string,
  compose: (draft: Draft, field: string) => Composed<Part>
): Composed<Some<Part>> =>
  Result.gen(function* () {
    const parts: Arr.NonEmptyArray<Part> = [yield* compose(first, `${field}[0]`)]
    for (const [index, draft] of rest.entries()) parts.push(yield* compose(draft, `${field}[${index + 1}]`))
    return parts
  })

/** Composes a button from its draft, by the button's type. */
const buttonTargets: {
  readonly [Type in ButtonType]: (draft: ButtonDraft, title: string, field: string) => Composed<MessengerButton>
} = {
  web_url: ({ url }, title, field) =>
    Result.map(needed(notBlank(url), `${field}.url`), (url) => MessengerButton.cases.WebUrl.make({ title, url })),
  postback: ({ payload }, title, field) =>
    Result.map(needed(notBlank(payload), `${field}.payload`), (payload) =>
      MessengerButton.cases.Postback.make({ title, payload })
    ),
  phone_number: ({ payload }, title, field) =>
    Result.map(needed(notBlank(payload), `${field}.payload`), (number) =>
      MessengerButton.cases.PhoneNumber.make({ title, number })
    )
}

/** The buttons of a message or card. */
export const composeButtons = (
  drafts: Some<ButtonDraft>,
  field: string,
  { buttonTypes }: Pick<MessengerRules, "buttonTypes">
): Composed<Some<MessengerButton>> =>
  Result.gen(function* () {
    yield* atMost(maxButtons, drafts, field)
    return yield* each(drafts, field, (draft, field) =>
      Result.gen(function* () {
        const type = yield* oneOf(buttonTypes, draft.type, `${field}.type`)
        const title = yield* needed(messageTitle(draft.title), `${field}.title`)
        return yield* buttonTargets[type](draft, title, field)
      })
    )
  })

/** Fails at the first reply that breaks a rule. */
export const composeQuickReplies = (drafts: Some<QuickReplyDraft>, field: string): Composed<Some<QuickReply>> =>
  each(drafts, field, ({ imageUrl, payload, title }, field) =>
    Result.map(needed(messageTitle(title), `${field}.title`), (label) => ({
      title: label,
      payload: notBlank(payload) ?? defaultPayload(title ?? label),
      imageUrl: notBlank(imageUrl)
    }))
  )

/** The address that a tap on the card itself opens. */
const defaultUrlOf = ({ defaultAction }: ElementDraft, field: string): Composed<string | null> =>
  Result.gen(function* () {
    if (defaultAction === null || defaultAction === undefined) return null
    yield* oneOf(["web_url"], defaultAction.type, `${field}.type`, "web_url")
    return yield* needed(notBlank(defaultAction.url), `${field}.url`)
  })

/** The cards of a carousel. */
export const composeElements = (
  drafts: Some<ElementDraft>,
  field: string,
  rules: Pick<MessengerRules, "buttonTypes">
): Composed<Some<MessengerElement>> =>
  Result.gen(function* () {
    yield* atMost(maxElements, drafts, field)
    return yield* each(drafts, field, (draft, field) =>
      Result.gen(function* () {
        const [first, ...others] = draft.buttons ?? []
        return {
          title: yield* needed(notBlank(draft.title), `${field}.title`),
          subtitle: notBlank(draft.subtitle),
          imageUrl: notBlank(draft.imageUrl),
          defaultUrl: yield* defaultUrlOf(draft, `${field}.defaultAction`),
          buttons: first === undefined ? [] : yield* composeButtons([first, ...others], `${field}.buttons`, rules)
        }
      })
    )
  })
