import { Effect, Option, Result, Stream } from "effect"
import { isWhatsAppUserId } from "../../domain/contacts/ContactIdentity.ts"
import { type Channel, type ChannelAccount, channelName, channelRules } from "../../domain/conversations/Channel.ts"
import type { OrganizationId } from "../../domain/Ids.ts"
import type { PersonId } from "../../domain/inbound/Inbound.ts"
import type { RoutedInbound } from "../../domain/inbound/InboxNeeds.ts"
import { type ImportLine, LineReader } from "../../domain/messages/importLines.ts"
import {
  type LineRefusal,
  maxImportLineBytes,
  maxListedRefusals,
  type PastMessage,
  pastReport,
  readPastMessage
} from "../../domain/messages/PastMessage.ts"
import { accountNamed } from "../../domain/sends/SenderChoice.ts"
import { type CountryCode, phoneRefusals } from "../../domain/contacts/PhoneNumber.ts"
import { ChannelAccounts } from "../../ports/access/ChannelAccounts.ts"
import { Organizations } from "../../ports/access/Organizations.ts"
import { PhoneNumbers } from "../../ports/contacts/ContactStore.ts"
import { Inbox } from "../../ports/inbound/Inbox.ts"
import { spanned } from "../../telemetry/spanned.ts"
import { recordAudit } from "../access/auditLog.ts"
import { applyReports } from "../inbound/applyReports.ts"
import { maxPastReports } from "../inbound/processInbound.ts"
import { outsideTransaction } from "../inTransaction.ts"

/** A line that added no message. */
export interface RefusedLine extends LineRefusal {
  /** 1 for the first. */
  readonly line: number
}

/** The outcome of an import. */
export interface ImportedMessages {
  /** Lines that were read, with empty ones. */
  readonly lines: number
  /** Messages that were added. */
  readonly accepted: number
  /** Lines whose message was known, from a platform, an earlier import or an earlier line. */
  readonly duplicates: number
  /** The first `maxListedRefusals` refused lines. */
  readonly refused: ReadonlyArray<RefusedLine>
  readonly refusedLines: number
  /** The line to continue with, if the input broke off; null if all lines were read. */
  readonly nextLine: number | null
}

/** The line after the last complete one, where the input broke off. */
interface BrokenAt {
  readonly brokenAt: number
}

const noSuchText = `Expected UTF-8 of at most ${maxImportLineBytes / 1024} KiB`

const parse: (text: string) => Option.Option<unknown> = Option.liftThrowable(JSON.parse)

const messageIn = ({ text }: ImportLine): Result.Result<PastMessage, LineRefusal> => {
  if (text === null) return Result.fail({ field: "", error: noSuchText })
  return Option.match(parse(text), {
    onNone: () => Result.fail({ field: "", error: "Expected JSON" }),
    onSome: readPastMessage
  })
}

/** Finds the accounts and people of lines. */
interface Resolver {
  readonly accounts: Readonly<Record<Channel, ReadonlyArray<ChannelAccount>>>
  readonly numbers: PhoneNumbers["Service"]
  readonly defaultCountry: CountryCode | null
}

const accountOf = (
  { accounts, numbers }: Resolver,
  { account: name, channel }: PastMessage
): Result.Result<ChannelAccount, LineRefusal> => {
  const [first, ...others] = accounts[channel]
  if (first === undefined) return Result.fail({ field: "channel", error: `${channelName[channel]} not connected` })
  if (name == null) {
    return others.length === 0
      ? Result.succeed(first)
      : Result.fail({ field: "account", error: "Several accounts are connected; name one" })
  }
  const account = accountNamed(accounts[channel], name, (text) =>
    Result.match(numbers.read(text), { onFailure: () => null, onSuccess: ({ phone }) => phone })
  )
  return account === undefined
    ? Result.fail({ field: "account", error: "Not a connected account of the channel" })
    : Result.succeed(account)
}

const personOf = (
  { defaultCountry, numbers }: Resolver,
  { channel, contact: { id } }: PastMessage
): Result.Result<PersonId, LineRefusal> => {
  if (channelRules[channel].identity === "account" || isWhatsAppUserId(id)) {
    return Result.succeed({ kind: channel, value: id })
  }
  return Result.match(numbers.read(id, defaultCountry), {
    onFailure: ({ reason }) => Result.fail({ field: "contact.id", error: phoneRefusals[reason] }),
    onSuccess: ({ phone }) => Result.succeed<PersonId>({ kind: "phone", value: phone })
  })
}

interface RoutedLine extends RoutedInbound {
  readonly line: number
}

const reportOf = (resolver: Resolver, line: ImportLine): Result.Result<RoutedLine, LineRefusal> =>
  Result.gen(function* () {
    const message = yield* messageIn(line)
    const account = yield* accountOf(resolver, message)
    const person = yield* personOf(resolver, message)
    return { line: line.line, account, item: pastReport(account, person, message) }
  })

const resolverFor = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const { ofChannel } = yield* ChannelAccounts
  const accounts = {
    whatsapp: yield* ofChannel(organizationId, "whatsapp"),
    messenger: yield* ofChannel(organizationId, "messenger"),
    instagram: yield* ofChannel(organizationId, "instagram")
  }
  const { defaultCountry } = yield* (yield* Organizations).recentSettings(organizationId)
  const resolver: Resolver = { accounts, numbers: yield* PhoneNumbers, defaultCountry }
  return resolver
})

const isLine = (read: ImportLine | BrokenAt): read is ImportLine => "line" in read

/** The lines of the input; one that breaks off ends with the line to continue with. */
const linesIn = <E, R>(input: Stream.Stream<Uint8Array, E, R>, reader: LineReader) =>
  input.pipe(
    Stream.map((chunk): ReadonlyArray<ImportLine | BrokenAt> => reader.push(chunk)),
    Stream.concat(Stream.suspend(() => Stream.make(reader.end()))),
    Stream.catch(() => Stream.suspend(() => Stream.make([{ brokenAt: reader.lines + 1 }]))),
    Stream.flattenIterable
  )

const none: ImportedMessages = { lines: 0, accepted: 0, duplicates: 0, refused: [], refusedLines: 0, nextLine: null }

/** Imports a batch of lines in a transaction of its own. */
const importBatch = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  resolver: Resolver,
  before: ImportedMessages,
  batch: ReadonlyArray<ImportLine | BrokenAt>
) {
  const lines = batch.filter(isLine)
  const read = lines.map((line) =>
    Result.mapError(reportOf(resolver, line), (refusal) => ({ ...refusal, line: line.line }))
  )
  const reports = read.filter(Result.isSuccess).map(({ success }) => success)
  const { added, failed } = yield* applyReports(organizationId, reports)
  const refused: ReadonlyArray<RefusedLine> = [
    ...read.filter(Result.isFailure).map(({ failure }) => failure),
    ...failed.map(({ error, report: { line } }) =>
      error === null
        ? { line, field: "contact", error: "The contact was erased after this message" }
        : { line, field: "", error: "Could not be stored; try again" }
    )
  ]
  const broken = batch.find((one) => !isLine(one))
  const after: ImportedMessages = {
    ...before,
    accepted: before.accepted + added,
    duplicates: before.duplicates + reports.length - failed.length - added,
    refused: [...before.refused, ...refused].slice(0, maxListedRefusals),
    refusedLines: before.refusedLines + refused.length,
    nextLine: broken === undefined || isLine(broken) ? before.nextLine : broken.brokenAt
  }
  yield* Effect.yieldNow
  return after
})

/**
 * Imports messages from elsewhere, as newline-delimited JSON: a line for each message (contract: Import of messages). They
 * are stored as the history of a phone is: read, and without events of messages. A message that is known is not added
 * again, so an import may be repeated, and continued where it broke off. Each batch of lines is a transaction.
 */
export const importMessages = Effect.fnUntraced(function* <E, R>(
  organizationId: OrganizationId,
  input: Stream.Stream<Uint8Array, E, R>
) {
  yield* outsideTransaction("importMessages")
  const resolver = yield* resolverFor(organizationId)
  const { maxReports } = yield* Inbox
  const reader = new LineReader()
  const imported = yield* linesIn(input, reader).pipe(
    Stream.grouped(Math.min(maxReports, maxPastReports)),
    Stream.runFoldEffect(
      () => none,
      (before, batch) => importBatch(organizationId, resolver, before, batch)
    )
  )
  const { accepted, duplicates, refusedLines: refused } = imported
  const after = { accepted, duplicates, refused }
  yield* recordAudit(organizationId, "messages.imported", { id: organizationId, name: "" }, { after })
  return { ...imported, lines: reader.lines }
}, spanned("importMessages"))
