import { Cause, Effect, Predicate, Runtime, Schema } from "effect"
import {
  AccountIdWrong,
  AccountRefused,
  AccountUnknown,
  AlreadyMember,
  ApiKeyUnknown,
  EmailTaken,
  LastOwner,
  MemberAmbiguous,
  MemberUnknown,
  OrganizationNameDiffers,
  OrganizationUnknown,
  PasswordElsewhere,
  PasswordMissing,
  ReferenceTaken,
  ScopeOfAgentsOnly,
  TooManyApiKeys,
  TooManyMembers
} from "../../../domain/access/AccessFailures.ts"
import { DefaultNumberUnknown } from "../../../domain/access/Organization.ts"
import { UnknownCountry } from "../../../domain/contacts/PhoneNumber.ts"
import { BusinessAccountMissing, ChannelAccountTaken, channelName } from "../../../domain/conversations/Channel.ts"
import { oneLine } from "../output/answer.ts"

/** Exit codes of commands (contract: Commands of operators). */
const exitCodes = {
  /** Any other failure: the service, the database or a platform. */
  failed: 1,
  /** The arguments or inputs of the command are wrong. */
  usage: 2,
  /** A named object does not exist. */
  notFound: 3,
  /** The object exists, and a rule forbids the change. */
  refused: 4
} as const
type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** Whether the error is the help of the argument parser, with errors if the arguments are wrong. */
const isHelp = (error: unknown): error is { readonly errors: ReadonlyArray<unknown> } =>
  Predicate.isTagged(error, "ShowHelp") && Predicate.hasProperty(error, "errors") && Array.isArray(error.errors)

/** The exit code of a process that failed. */
export const exitCodeOf = (cause: Cause.Cause<unknown>): number => {
  const error = Cause.squash(cause)
  if (isHelp(error)) return error.errors.length > 0 ? exitCodes.usage : 0
  return Runtime.getErrorExitCode(error)
}

/** A failed command with a text for its operator on one line: the failure, the value, the next step. */
export class OperatorError extends Schema.TaggedError<OperatorError>()("OperatorError", {
  text: Schema.String,
  exitCode: Schema.Literals(Object.values(exitCodes))
}) {
  override readonly [Runtime.errorExitCode] = this.exitCode
  override get message() {
    return this.text
  }
}

const failure = (exitCode: ExitCode, text: string) => new OperatorError({ exitCode, text: oneLine(text) })

/** Any other failure, such as of a platform. */
export const failed = (text: string) => failure(exitCodes.failed, text)
/** The arguments or inputs of the command are wrong. */
export const usage = (text: string) => failure(exitCodes.usage, text)
/** A named object does not exist. */
export const notFound = (text: string) => failure(exitCodes.notFound, text)
/** A rule forbids the change. */
export const refused = (text: string) => failure(exitCodes.refused, text)

/** Refusals of the use cases of operators. */
const OperatorRefusal = Schema.Union([
  AccountIdWrong,
  AccountRefused,
  AccountUnknown,
  AlreadyMember,
  ApiKeyUnknown,
  BusinessAccountMissing,
  ChannelAccountTaken,
  DefaultNumberUnknown,
  EmailTaken,
  LastOwner,
  MemberAmbiguous,
  MemberUnknown,
  OrganizationNameDiffers,
  OrganizationUnknown,
  PasswordElsewhere,
  PasswordMissing,
  ReferenceTaken,
  ScopeOfAgentsOnly,
  TooManyApiKeys,
  TooManyMembers,
  UnknownCountry
])
type OperatorRefusal = typeof OperatorRefusal.Type

const isRefusal = Schema.is(OperatorRefusal)

const explain = (error: OperatorRefusal): OperatorError => {
  switch (error._tag) {
    case "AccountIdWrong":
      return refused(
        `Webhooks name the ${channelName[error.channel]} account ${error.webhookIds.join(" or ")}, not ${error.externalId}. Nothing was changed. Give that id with --id`
      )
    case "AccountRefused": {
      const what = `The ${channelName[error.channel]} account ${error.externalId} was not connected: ${error.reason}`
      return error.isReached
        ? refused(`${what}. Check --id, and that the token may use the account. Nothing was changed`)
        : failed(`${what}. Try again, or store the token without a check by --skip-check. Nothing was changed`)
    }
    case "AccountUnknown":
      return notFound(
        `The organization ${error.organizationId} has not connected the ${channelName[error.channel]} account ${error.externalId}. Nothing was changed. \`parley channel list\` shows its accounts`
      )
    case "AlreadyMember":
      return refused(
        error.state === "joined"
          ? `${error.email} is a member of the organization already. Change it with \`parley member role\` or \`parley member scope\``
          : `${error.email} is invited already. The invitation ends with \`parley member remove\``
      )
    case "ApiKeyUnknown":
      return notFound(
        `The organization ${error.organizationId} has no API key ${error.apiKeyId}. Nothing was revoked. \`parley key list\` shows its keys`
      )
    case "BusinessAccountMissing":
      return usage(
        `The WhatsApp number ${error.externalId} was not connected: --business-account is missing. Without the id of its WhatsApp Business Account it would have no templates; Meta's WhatsApp Manager shows the id`
      )
    case "ChannelAccountTaken":
      return refused(error.message)
    case "DefaultNumberUnknown":
      return notFound(
        `The organization has connected no WhatsApp number with the id ${error.channelAccountId}. Nothing was changed. \`parley channel list\` shows its numbers`
      )
    case "EmailTaken":
      return refused(
        `A user signs in with ${error.email} already. Nothing was changed. Choose another address, or add the user with \`parley member add\``
      )
    case "LastOwner":
      return refused(
        `${error.reference} is the last owner of the organization. Nothing was changed. Make another member owner first; an invited owner counts once they have signed in`
      )
    case "MemberAmbiguous":
      return refused(
        `Several members have the address ${error.reference}. Nothing was changed. Name one by user id: ${error.userIds.join(", ")}`
      )
    case "MemberUnknown":
      return notFound(
        `The organization ${error.organizationId} has no member ${error.reference}. \`parley member list\` shows its members`
      )
    case "OrganizationNameDiffers":
      return usage(
        `The organization ${error.organizationId} is named "${error.name}". Nothing was deleted. Repeat that name with --confirm`
      )
    case "OrganizationUnknown":
      return notFound(`There is no organization ${error.organizationId}. \`parley organization list\` shows all`)
    case "PasswordElsewhere":
      return usage(`The external identity provider has the password of ${error.email}. Leave it out`)
    case "PasswordMissing":
      return usage(`The user ${error.email} is new and needs a password: type it, or write it to standard input`)
    case "ReferenceTaken":
      return refused(`An organization has the reference ${error.reference} already. Nothing was changed`)
    case "ScopeOfAgentsOnly":
      return refused(
        `The scope assigned does not apply to the role ${error.role}, which sees all conversations. Nothing was changed. Use the role agent or the scope all`
      )
    case "TooManyApiKeys":
      return refused(
        `The organization has ${error.limit} API keys in use, the most there can be. No key was made. Revoke one first: \`parley key list\` shows them`
      )
    case "TooManyMembers":
      return refused(`The organization has ${error.limit} members, the most there can be. Remove one first`)
    case "UnknownCountry":
      return usage(
        "The default country has no phone numbers. Nothing was changed. Use a code of ISO 3166-1 alpha-2, such as BR"
      )
  }
}

/** The command with its refusals as texts for operators. */
export const inWords = <A, E, R>(command: Effect.Effect<A, E, R>) =>
  Effect.catchIf(command, isRefusal, (error) => Effect.fail(explain(error)))
