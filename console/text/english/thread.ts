/** Texts of the thread, and of the parts of the composer around the text. */
export const thread = {
  log: "New messages",
  unread: "New",
  noteBy: (name: string) => `Note by ${name}`,
  removeNote: "Delete note",
  noteNotRemoved: "Couldn't delete the note",
  copy: "Copy text",
  details: "Details",
  openImage: "Open picture",
  lightbox: {
    title: "Picture",
    previous: "Previous picture",
    next: "Next picture",
    download: "Download",
    of: (at: number, count: number) => `${at} of ${count}`
  },
  call: {
    answered: { inbound: "Call from the contact", outbound: "Call to the contact" },
    missed: { inbound: "Missed call", outbound: "Call not answered" }
  },
  actors: {
    service_role: "the API",
    automatic: "automatically",
    platform: "the platform",
    contact: "the contact",
    unknown: "a former member"
  },
  activities: {
    opened: "Conversation opened",
    closed: "Conversation closed",
    closedWith: (resolution: string) => `Conversation closed: ${resolution}`,
    assigned: (name: string) => `Assigned to ${name}`,
    unassigned: "Assignee removed",
    team: "Team changed",
    noTeam: "Team removed",
    labelled: (names: string) => `Labels added: ${names}`,
    unlabelled: (names: string) => `Labels removed: ${names}`,
    snoozed: "Snoozed until the contact replies",
    snoozedUntil: (time: string) => `Snoozed until ${time}`,
    unsnoozed: "Snooze ended",
    priority: (name: string) => `Priority: ${name}`,
    statuses: {
      open: "Back to people",
      ai_handling: "Handed over to the AI agent",
      escalated: "Escalated to people",
      closed: "Conversation closed"
    }
  },
  priorities: { none: "none", low: "low", normal: "normal", high: "high", urgent: "urgent" },
  failures: {
    window: "The reply window has closed. Send a template instead.",
    undeliverable:
      "The contact can't receive it: they may not use this app, or have blocked you. Reach them another way.",
    optedOut: "The contact stopped marketing messages. Don't send them another one.",
    limitedMarketing: "The platform limits marketing messages to this contact. Try again in a day.",
    experiment:
      "The contact is in an experiment of the platform and gets no marketing messages. Reply when they write.",
    type: "This message type is not supported. Send a text or a file.",
    media: "The platform couldn't use the file. Check its type and size, and send it again.",
    pace: "Too many messages to this contact. Wait a minute, then send it again.",
    rate: "The number has reached its sending limit. Wait a few minutes, then send it again.",
    restricted: "The platform has restricted this account. An admin can find the reason in Meta Business Manager.",
    payment: "The business account has no valid payment method. An admin can add one in Meta Business Manager.",
    unregistered: "The number is not registered. An admin has to connect it again.",
    self: "The recipient is the sending number. Choose another contact.",
    invalid: "The platform refused the content. Check it, and send it again.",
    permission: "The app lacks a permission for this. An admin has to connect the account again.",
    token: "The connection to the platform has expired. An admin has to connect the account again.",
    template: "The template is missing or not approved in this language. Choose another one.",
    values: "The values do not match the template. Fill them in again.",
    paused: "The template is paused or disabled because of its quality. Choose another one.",
    unavailable: "The contact is not available on this channel now. Try again later.",
    temporary: "The platform had a temporary problem. Send it again.",
    unreached: "The platform couldn't be reached. Send it again."
  },
  composer: {
    mode: "Reply or note",
    reply: "Reply",
    note: "Note",
    noteLabel: "Note",
    notePlaceholder: "Write a note for your team. @ mentions a member.",
    addNote: "Add note",
    placeholder: "Write a message. / inserts a saved reply.",
    touchPlaceholder: "Write a message",
    sendOptions: "Send options",
    sendAndClose: "Send and close",
    sendAndSnooze: "Send and snooze until a reply",
    notClosed: "Sent, but the conversation couldn't be closed",
    notSnoozed: "Sent, but the conversation couldn't be snoozed",
    savedReplies: "Saved replies",
    noReplies: "No saved replies found.",
    members: "Members",
    notRendered: "Couldn't insert the saved reply",
    attached: (name: string) => `Attached: ${name}`,
    removeAttached: "Remove the file",
    emoji: "Emoji",
    searchEmoji: "Search emoji",
    noEmoji: "No emoji found.",
    emojiGroups: {
      people: "People",
      gestures: "Gestures",
      hearts: "Hearts and symbols",
      nature: "Nature",
      food: "Food",
      activities: "Activities and travel",
      objects: "Objects"
    },
    voice: "Record a voice message",
    recording: (time: string) => `Recording ${time}`,
    stopRecording: "Discard recording",
    sendRecording: "Send recording",
    noMicrophone: "The browser has no access to a microphone. Allow it in the settings of this page.",
    notUploaded: "Couldn't upload the recording.",
    chips: {
      left: (time: string) => `${time} left`,
      templateOnly: "Closed – template only",
      closed: "Closed"
    }
  }
}
