import { channelName, type Channel } from "../../../domain/Channel.ts"
import type { MonthlyLimitReached } from "../../../domain/MonthlyLimit.ts"
import type { PlatformRejected } from "../../../domain/PlatformError.ts"
import { connectFirst } from "../connectFirst.ts"
import { unreadableToken } from "../unreadableToken.ts"
import { BadGateway, BadRequest, Internal, NotFound, TooManyRequests, Unavailable } from "./Failures.ts"

/** The status and the words for Messenger are the contract's (contract C69). */
const tokenUnreadable = (channel: Channel) =>
  channel === "messenger"
    ? new Internal({ message: unreadableToken.messenger, fix: "Connect the Page again" })
    : new Unavailable({ message: unreadableToken[channel], code: "CHANNEL_UNAVAILABLE" })

/** How the failures of a call to a platform are answered, whatever the channel: for `Effect.catchTags`. */
export const platformFailures = (channel: Channel) => ({
  ChannelNotConnected: () =>
    new NotFound({ message: `${channelName[channel]} not connected; ${connectFirst[channel]}` }),
  ChannelTokenMissing: () =>
    new BadRequest({ message: `${channelName[channel]} token not stored, reconnect the account` }),
  ChannelTokenUnreadable: () => tokenUnreadable(channel),
  PlatformRejected: ({ message }: PlatformRejected) => new BadGateway({ message })
})

/** The same for a send: how sure it is that nothing went out, and the month's limit. */
export const sendFailures = (channel: Channel) => ({
  ...platformFailures(channel),
  MonthlyLimitReached: ({ allowed, used }: MonthlyLimitReached) =>
    new TooManyRequests({
      message: `Monthly event limit reached: ${used} of ${allowed} used`,
      code: "API_LIMIT_REACHED"
    }),
  PlatformNotReached: () =>
    new BadGateway({ message: `${channelName[channel]} could not be reached; the message was not sent` }),
  PlatformOutcomeUnknown: () =>
    new BadGateway({ message: `${channelName[channel]} gave no usable answer; the message may have been sent` })
})

/** The same for a look at what the platform knows, which can simply be asked again. */
export const lookupFailures = (channel: Channel) => ({
  ...platformFailures(channel),
  PlatformNotReached: () => new BadGateway({ message: `${channelName[channel]} could not be reached` }),
  PlatformOutcomeUnknown: () => new BadGateway({ message: `${channelName[channel]} gave no usable answer` })
})
