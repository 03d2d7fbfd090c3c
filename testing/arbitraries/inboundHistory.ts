import { Arbitrary, Schema } from "effect"
import type { RoutedInbound } from "../../src/domain/inbound/InboxNeeds.ts"
import type { InboxState } from "../../src/domain/inbound/InboxState.ts"
import { AnyStory, Picks, type Rules, shuffled, type Story, StoryOfReactions } from "../inbound/story.ts"
import { beforeStory, reportsOf } from "../inbound/storyReports.ts"

/** What two people and a business say to each other, as platforms report it. */
export interface InboundHistory {
  /** The state before: maybe a contact, and one to whom the business wrote. */
  readonly before: InboxState
  /** Every report once, as it happened. */
  readonly reports: ReadonlyArray<RoutedInbound>
  /** The same in another order, some of them more than once. */
  readonly arrived: ReadonlyArray<RoutedInbound>
}

const historiesOf = (stories: Schema.Codec<Story>, rules: Rules): Arbitrary.Arbitrary<InboundHistory> =>
  Arbitrary.map(Arbitrary.schema(Schema.Struct({ story: stories, picks: Picks })), ({ picks, story }) => {
    const reports = reportsOf(story, rules)
    return { before: beforeStory(story), reports, arrived: shuffled(reports, picks) }
  })

/** Histories in which reports of a person may name fewer ids than others, and failures come beside receipts. */
export const inboundHistoryOf = (rules: Rules): Arbitrary.Arbitrary<InboundHistory> => historiesOf(AnyStory, rules)

/** Histories in which most reports are reactions to the same messages. */
export const reactionHistory = historiesOf(StoryOfReactions, { isLoose: true, isContradictory: false })

export const inboundHistory = inboundHistoryOf({ isLoose: true, isContradictory: true })
