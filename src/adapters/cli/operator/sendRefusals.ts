import { Effect } from "effect"
import type { OrganizationSuspended } from "../../../domain/access/AccessFailures.ts"
import type { InvalidPhoneNumber } from "../../../domain/contacts/PhoneNumber.ts"
import type { RecipientBlocked, RecipientOptedOut } from "../../../domain/contacts/RecipientCheck.ts"
import { type Channel, channelName } from "../../../domain/conversations/Channel.ts"
import type { SenderUnknown } from "../../../domain/sends/SenderChoice.ts"
import type {
  PlatformNotReached,
  PlatformOutcomeUnknown,
  PlatformRejected
} from "../../../domain/messages/PlatformError.ts"
import type { MonthlyLimitReached } from "../../../domain/limits/MonthlyLimit.ts"
import type { SendPaceExceeded } from "../../../domain/limits/SendPace.ts"
import { failed, notFound, refused, usage } from "./OperatorError.ts"

/** Failures of a send in words for operators: for `Effect.catchTags`. */
export const sendRefusals = (channel: Channel) => {
  const platform = channelName[channel]
  const connect = "`parley channel connect` connects one"
  return {
    ChannelNotConnected: () =>
      Effect.fail(notFound(`The organization has connected no ${platform} account. Nothing was sent. ${connect}`)),
    ChannelTokenMissing: () =>
      Effect.fail(refused(`The ${platform} account has no token. Nothing was sent. ${connect} again`)),
    ChannelTokenUnreadable: () =>
      Effect.fail(refused(`The token of the ${platform} account cannot be opened. Nothing was sent. ${connect} again`)),
    MonthlyLimitReached: ({ allowed, used }: MonthlyLimitReached) =>
      Effect.fail(
        refused(
          `The organization has used ${used} of ${allowed} events of this month. Nothing was sent. \`parley organization plan\` changes its plan`
        )
      ),
    OrganizationSuspended: ({ organizationId }: OrganizationSuspended) =>
      Effect.fail(
        refused(
          `The organization ${organizationId} is suspended. Nothing was sent. \`parley organization resume\` ends that`
        )
      ),
    RecipientBlocked: ({ contactId }: RecipientBlocked) =>
      Effect.fail(refused(`The contact ${contactId} is blocked. Nothing was sent. Unblock the contact first`)),
    RecipientOptedOut: ({ contactId }: RecipientOptedOut) =>
      Effect.fail(refused(`The contact ${contactId} opted out of marketing. Nothing was sent`)),
    SendPaceExceeded: ({ retryAfterSeconds }: SendPaceExceeded) =>
      Effect.fail(
        refused(
          `${platform} allows no further message now. Nothing was sent. Try again in ${retryAfterSeconds} seconds`
        )
      ),
    PlatformRejected: ({ code, message }: PlatformRejected) =>
      Effect.fail(refused(`${platform} refused the message (${code}): ${message}`)),
    PlatformNotReached: ({ detail }: PlatformNotReached) =>
      Effect.fail(
        failed(`${platform} cannot be reached (${detail}). Nothing was sent. Check GRAPH_URL and the network`)
      ),
    PlatformOutcomeUnknown: ({ detail, reason }: PlatformOutcomeUnknown) =>
      Effect.fail(failed(`${platform} gave no usable answer (${reason}: ${detail}). The message may have been sent`))
  }
}

/** A sender that is not connected. */
export const senderRefusals = {
  SenderUnknown: ({ available, channel, more }: SenderUnknown) =>
    Effect.fail(
      usage(
        `--from names no connected ${channelName[channel]} account. Nothing was sent. Give one of: ${available.join(", ")}${more === 0 ? "" : ` and ${more} more`}`
      )
    )
}

/** A recipient that is no phone number. */
export const recipientRefusals = {
  InvalidPhoneNumber: ({ reason, text }: InvalidPhoneNumber) =>
    Effect.fail(
      usage(
        reason === "no country code"
          ? `${text} has no country code. Nothing was sent. Write it with + and its country code, or set a default country with \`parley organization settings\``
          : `${text} is not a phone number. Nothing was sent. Give it with the country code, such as 15551234567`
      )
    )
}
