import { counted } from "../counted.ts"

/** Texts around the thread of a conversation: header, composer, templates, contact. */
export const conversation = {
  header: {
    assignToMe: "Assign to me",
    assign: "Assign",
    assignedTo: (name: string) => `Assigned to ${name}`,
    unassigned: "Unassigned",
    unassign: "Remove the assignee",
    me: (name: string) => `${name} (me)`,
    close: "Close conversation",
    reopen: "Reopen conversation",
    contact: "Contact details",
    more: "More",
    changed: "The conversation was changed meanwhile. What you see now is its present state.",
    failed: "This did not work",
    looking: (names: string) => `Also here: ${names}`,
    typing: (names: string) => `Typing: ${names}`
  },
  window: {
    open: (left: string) => `Anything can be sent for ${left}`,
    humanAgent: (left: string) => `Only answers of people, for ${left}`,
    closed: {
      whatsapp: "The 24 hours are over: only templates can be sent.",
      other: "The 7 days are over: nothing can be sent until the contact writes."
    },
    never: {
      whatsapp: "The contact has not written yet: only templates can be sent.",
      other: "The contact has not written yet: nothing can be sent."
    }
  },
  composer: {
    label: "Message",
    placeholder: "Write a message. Enter sends, Shift+Enter begins a line.",
    send: "Send",
    attach: "Attach a file",
    template: "Send a template",
    room: (used: string, limit: string, unit: string) => `${used} of ${limit} ${unit}`,
    units: { characters: "characters", bytes: "bytes" },
    tooLong: "The message is too long for this channel. Shorten it or send two.",
    blocked: "The contact is blocked: nothing can be sent. Unblock them in the contact details.",
    noRecipient: "The contact has no number on WhatsApp.",
    drop: "Drop files to send them.",
    reopens: "The conversation is closed. A message opens it again.",
    disconnected:
      "The number, Page or account of this conversation is no longer connected. Connect it again to answer here.",
    draft: "Your draft",
    reassigned: (name: string | null) =>
      name === null
        ? "This conversation is assigned to another member. You can no longer reply here."
        : `This conversation is assigned to ${name}. You can no longer reply here.`
  },
  attachment: {
    title: "Attach a file",
    choose: "Choose a file",
    chooseAnother: "Choose another file",
    chooseOthers: "Choose other files",
    chooseHint: "Or drop it here. Files can also be pasted into the message. Several become a message each.",
    preview: "The chosen file",
    chosen: "The chosen files",
    remove: "Leave out",
    leaveOut: (name: string) => `Leave out ${name}`,
    sendAll: (count: number) => counted("en", count, { one: "Send # file", other: "Send # files" }),
    tooMany: (most: string) => `At most ${most} files are sent at once. The first ${most} are here.`,
    uploading: (percent: string) => `Uploading: ${percent}`,
    notUploaded: "The file was not uploaded.",
    fileProblems: {
      empty: "The file is empty.",
      type: (channel: string, endings: string) => `${channel} does not take such files. It takes: ${endings}.`,
      size: (channel: string, kind: string, mebibytes: string) =>
        `The file is too large. ${channel} takes at most ${mebibytes} MB for this kind: ${kind}.`
    },
    address: "Or the address of a file",
    addressHint: "The platform fetches the file from there, so it has to be public.",
    kind: "Kind",
    kinds: { image: "Picture", video: "Video", audio: "Sound", document: "Document" },
    caption: "Text below it",
    filename: "Name of the file",
    problems: {
      empty: "Enter the address of the file.",
      invalid: "This is no address. It begins with https://",
      scheme: "The address has to begin with https:// or http://",
      tooLong: "The address is too long."
    }
  },
  outgoing: {
    label: "Messages on their way",
    states: {
      sending: "Sending…",
      sent: "Sent",
      lost: "No answer came. It is safe to ask again.",
      failed: "Not sent.",
      doubtful: "It may have been sent. Look at the conversation before you send it again."
    },
    retry: "Send again",
    ask: "Ask again",
    discard: "Discard",
    moved: "The contact has another open conversation. The message is in this one.",
    platform: (code: string, title: string) => `${title} (${code})`
  },
  template: {
    title: "Send a template",
    sent: "Template",
    search: "Search templates",
    none: "No approved template can be sent here.",
    notFound: "No template has these words.",
    back: "All templates",
    language: "Language",
    cards: "Cards",
    preview: "Preview",
    parts: { header: "Header", body: "Text", button: "Button" },
    input: (part: string, name: string) => (name === "" ? part : `${part}: ${name}`),
    fileHint: "Public address of the file",
    addressHint: "The rest of the button's address",
    missing: "Enter a value.",
    optedOut: "The contact refused offers: marketing templates are left out.",
    refused: {
      text: "A value has a line break, a tab or many spaces, or is too long for this template.",
      form: "The values do not fit the template."
    }
  },
  panel: {
    title: "Contact",
    name: "Name",
    email: "E-mail address",
    phone: "Phone number",
    country: "Country",
    source: "Came by",
    referral: "The last way here",
    identities: "Reached on",
    tags: "Tags",
    addTag: "New tag",
    add: "Add",
    remove: (name: string) => `Remove ${name}`,
    attributes: "Attributes",
    attributeName: "Name of the attribute",
    attributeValue: "Value",
    optedIn: "Agreed to be written to",
    blocked: "Blocked: nothing is sent",
    edit: "Edit",
    conversations: "Other conversations",
    conversationCount: (count: number) =>
      counted("en", count, { one: "# conversation in all", other: "# conversations in all" }),
    notes: "Notes",
    noNotes: "There are no notes.",
    note: "New note",
    noteHint: "Members of the organization see it; the contact does not.",
    addNote: "Add note",
    deleteNote: "Delete note",
    newestNotes: (count: number) => `The newest of ${count} notes.`,
    formerMember: "The service",
    saved: "Saved"
  }
}
