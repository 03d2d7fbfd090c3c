import { counted } from "../counted.ts"

/** Texts of the inbox's views, rows, bulk actions, notifications and new conversations. */
export const inboxList = {
  views: {
    label: "Views",
    channels: "Channels",
    teams: "Teams",
    labels: "Labels",
    choose: (name: string) => `View: ${name}`,
    names: {
      open: "All open",
      mine: "Mine",
      unassigned: "Unassigned",
      mentions: "Mentions",
      snoozed: "Snoozed",
      closed: "Closed",
      all: "All conversations"
    },
    empty: {
      open: "No open conversations",
      mine: "Nothing assigned to you",
      unassigned: "Every conversation has an assignee",
      mentions: "No mentions",
      snoozed: "No snoozed conversations",
      closed: "No closed conversations",
      all: "No conversations"
    },
    count: (count: number) => counted("en", count, { one: "# conversation", other: "# conversations" })
  },
  filters: "Filters",
  newConversation: "New conversation",
  listed: (count: number) => counted("en", count, { one: "# conversation listed", other: "# conversations listed" }),
  draft: "Draft:",
  select: (name: string) => `Select ${name}`,
  labelled: (labels: string) => `Labels: ${labels}`,
  snoozedUntil: (time: string) => `Snoozed until ${time}`,
  snoozedUntilReply: "Snoozed until they reply",
  priorities: {
    none: "No priority",
    low: "Low priority",
    normal: "Normal priority",
    high: "High priority",
    urgent: "Urgent"
  },
  bulk: {
    label: "Selected conversations",
    selected: (count: number) => counted("en", count, { one: "# selected", other: "# selected" }),
    clear: "Clear selection",
    read: "Mark as read"
  },
  triage: {
    assign: "Assign",
    assignSearch: "Search members and teams",
    removeTeam: "Remove the team",
    snooze: "Snooze",
    snoozeSearch: "Snooze until…",
    unsnooze: "End snooze",
    labels: "Labels",
    labelSearch: "Search labels",
    createLabel: (name: string) => `Create label “${name}”`,
    priority: "Priority",
    prioritySearch: "Choose a priority",
    handOver: "Hand over to AI",
    takeOver: "Take over from AI",
    none: "No matches",
    done: "Done",
    undo: "Undo",
    team: (name: string) => `Team ${name}`,
    presets: {
      later: "Later today",
      tomorrow: "Tomorrow",
      week: "Next week",
      reply: "Until they reply",
      custom: "Choose date and time…"
    },
    customTitle: "Snooze until",
    customTime: "Date and time",
    past: "Choose a time in the future.",
    outcomes: {
      close: (count: number) => counted("en", count, { one: "Closed", other: "# conversations closed" }),
      reopen: (count: number) => counted("en", count, { one: "Reopened", other: "# conversations reopened" }),
      snooze: (count: number) => counted("en", count, { one: "Snoozed", other: "# conversations snoozed" }),
      other: (count: number) => counted("en", count, { one: "Updated", other: "# conversations updated" })
    },
    failed: (count: number) =>
      counted("en", count, { one: "# conversation was not changed", other: "# conversations were not changed" })
  },
  timeline: {
    title: "Conversations",
    current: "This conversation",
    none: "No other conversations.",
    erase: "Erase contact",
    eraseText: (name: string) => `Deletes ${name} with all conversations, messages and files. This can't be undone.`,
    erased: "Contact erased"
  },
  notices: {
    label: (count: number) =>
      count === 0
        ? "Notifications"
        : counted("en", count, { one: "Notifications, # unread", other: "Notifications, # unread" }),
    title: "Notifications",
    none: "You're all caught up",
    readAll: "Mark all as read",
    sound: "Play a sound for new messages",
    types: {
      "conversation.assigned": "was assigned to you",
      "note.mentioned": "A note mentions you",
      "webhook.disabled": "A webhook endpoint is disabled"
    },
    conversation: "A conversation",
    unread: "Unread"
  },
  begin: {
    search: "Search people, or enter a phone number",
    none: "No people found. Enter a number with its country code, such as +1 555 010 0100.",
    number: (phone: string) => `Write to ${phone}`,
    from: "From",
    failed: "Couldn't start the conversation"
  },
  commands: {
    snooze: "Snooze",
    label: "Add labels",
    priority: "Set priority",
    select: "Select the conversation",
    selectRange: "Select a range",
    compose: "New conversation"
  }
}
