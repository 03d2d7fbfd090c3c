import { counted } from "../counted.ts"

/** Texts of the section `reports`. Definitions are those of docs/reports.md. */
export const reports = {
  title: "Reports",
  navigation: "Reports",
  forManagers: "Reports measure the work of all members. Ask an owner to change your role if you need them.",
  pages: {
    overview: "Overview",
    hours: "Busiest hours",
    channels: "Channels",
    numbers: "Numbers",
    members: "Members",
    teams: "Teams",
    labels: "Labels",
    templates: "Templates",
    campaigns: "Campaigns",
    usage: "Usage and costs"
  },
  subjects: {
    channels: "Channel",
    numbers: "Number",
    members: "Member",
    teams: "Team",
    labels: "Label",
    templates: "Template",
    campaigns: "Campaign"
  },
  hints: {
    channels: "Conversations and messages on each channel.",
    numbers: "Conversations and messages of each number, Page and account.",
    members: "Messages and responses by the member who wrote; closes by the member who closed.",
    teams: "Conversations by the team that they have now.",
    labels: "Conversations by the labels that they have now. A conversation counts for each of its labels.",
    templates: "Messages sent with each template.",
    campaigns: "Messages sent by each campaign."
  },
  period: "Period",
  presets: {
    today: "Today",
    "7d": "Last 7 days",
    "28d": "Last 28 days",
    "90d": "Last 90 days",
    month: "This month",
    lastMonth: "Last month",
    custom: "Custom"
  },
  from: "From",
  to: "To",
  apply: "Apply",
  problems: { order: "Enter a last day that is not before the first.", length: "Choose at most 92 days." },
  zone: "Time zone",
  csv: "Download CSV",
  figures: {
    opened: "New conversations",
    closed: "Closed",
    reopened: "Reopened",
    openAtEnd: "Open",
    unansweredAtEnd: "Unanswered",
    received: "Messages received",
    sent: "Messages sent",
    delivered: "Delivered",
    read: "Read",
    readShare: "Read rate",
    failed: "Failed",
    firstResponse: "First response",
    laterResponse: "Later responses",
    resolution: "Resolution time"
  },
  definitions: {
    opened: "Conversations that began in the period.",
    closed: "Closes in the period. A conversation that is closed twice counts twice.",
    reopened: "Closed conversations that were opened again.",
    openAtEnd: "Conversations that are not closed at the end of the period.",
    unansweredAtEnd: "Open conversations in which the customer waits for an answer at the end of the period.",
    received: "Messages of customers, without reactions.",
    sent: "Messages that the platform accepted, including campaigns and automatic messages.",
    delivered: "Sent messages that arrived. A read message counts as delivered.",
    read: "Sent messages that were read.",
    readShare: "Share of sent messages that were read.",
    failed: "Messages that the platform refused, or that failed later.",
    firstResponse:
      "Median time from a customer's first message to the first answer. Business hours are not subtracted.",
    laterResponse: "Median time from a customer's next message to the next answer.",
    resolution: "Median time from the beginning of a conversation, or its last reopening, to its close."
  },
  changes: {
    more: (share: string) => `▲ ${share}`,
    less: (share: string) => `▼ ${share}`,
    same: (_share: string) => "No change"
  },
  charts: {
    conversations: "Conversations by day",
    messages: "Messages by day",
    firstResponse: "Time to first response",
    backlog: "Open conversations"
  },
  median: "Median",
  p90: "90th percentile",
  day: "Day",
  table: "Show as table",
  counted: "Messages",
  hoursTitle: { received: "Messages received by hour", sent: "Messages sent by hour" },
  hoursHint: "Messages in each hour of the week, added up over the period.",
  empty: "No activity in this period",
  emptyHint: "Choose a longer period.",
  omitted: (count: number) =>
    counted("en", count, { one: "# less active entry is not shown.", other: "# less active entries are not shown." })
}
