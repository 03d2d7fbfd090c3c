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
    changed: "Another member changed this conversation. You now see its current state.",
    failed: "Couldn't update the conversation",
    looking: (names: string, count: number) => `${names} ${count === 1 ? "is" : "are"} viewing`,
    typing: (names: string, count: number) => `${names} ${count === 1 ? "is" : "are"} typing…`
  },
  window: {
    open: (left: string) => `Reply window open · ${left} left`,
    humanAgent: (left: string) => `Agent replies only · ${left} left`,
    closed: {
      whatsapp: "The 24-hour window has closed. Send a template to continue.",
      other: "The 7-day window has closed. You can reply after the customer writes again."
    },
    never: {
      whatsapp: "No message from this customer yet. Start with a template.",
      other: "No message from this customer yet. You can reply after they write."
    }
  },
  composer: {
    label: "Message",
    placeholder: "Write a message (Enter to send, Shift+Enter for a new line)",
    send: "Send",
    attach: "Attach a file",
    template: "Send a template",
    room: (used: string, limit: string, unit: string) => `${used} of ${limit} ${unit}`,
    units: { characters: "characters", bytes: "bytes" },
    tooLong: "The message is too long for this channel. Shorten it or send two.",
    blocked: "This contact is blocked. Unblock them in the contact details to send a message.",
    noRecipient: "This contact has no WhatsApp number.",
    drop: "Drop files to send them.",
    reopens: "This conversation is closed. A message reopens it.",
    disconnected:
      "The number, Page or account of this conversation is no longer connected. Connect it again to reply here.",
    draft: "Your draft",
    more: "More to send",
    noReply: "Remove the reply",
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
    chooseHint: "Or drop it here. You can also paste files into the message. Each file becomes a message.",
    preview: "Selected file",
    chosen: "Selected files",
    remove: "Remove",
    leaveOut: (name: string) => `Remove ${name}`,
    sendAll: (count: number) => counted("en", count, { one: "Send # file", other: "Send # files" }),
    tooMany: (most: string) => `You can send up to ${most} files at once. The first ${most} are selected.`,
    uploading: (percent: string) => `Uploading: ${percent}`,
    notUploaded: "Couldn't upload the file.",
    fileProblems: {
      empty: "The file is empty.",
      type: (channel: string, endings: string) => `${channel} does not support this file type. Supported: ${endings}.`,
      size: (channel: string, kind: string, mebibytes: string) =>
        `The file is too large. The limit on ${channel} is ${mebibytes} MB for this kind: ${kind}.`
    },
    address: "Or the address of a file",
    addressHint: "The platform downloads the file, so its address must be public.",
    kind: "Kind",
    kinds: { image: "Picture", video: "Video", audio: "Sound", document: "Document" },
    caption: "Caption",
    filename: "File name",
    problems: {
      empty: "Enter the address of the file.",
      invalid: "Enter a URL that starts with https://",
      scheme: "The address must start with https:// or http://",
      tooLong: "The address is too long."
    }
  },
  outgoing: {
    label: "Outgoing messages",
    states: {
      sending: "Sending…",
      sent: "Sent",
      lost: "Couldn't confirm delivery. A retry won't send it twice.",
      failed: "Not sent.",
      doubtful: "It may have been sent. Check the conversation before you send it again."
    },
    retry: "Send again",
    ask: "Retry",
    discard: "Discard",
    moved: "This contact has another open conversation. The message was sent there.",
    platform: (code: string, title: string) => `${title} (${code})`
  },
  template: {
    title: "Send a template",
    sent: "Template",
    search: "Search templates",
    none: "No approved templates for this conversation.",
    notFound: "No templates found.",
    back: "All templates",
    language: "Language",
    cards: "Cards",
    preview: "Preview",
    parts: { header: "Header", body: "Text", button: "Button" },
    input: (part: string, name: string) => (name === "" ? part : `${part}: ${name}`),
    card: (number: number, part: string) => `Card ${number}, ${part}`,
    fileHint: "Public address of the file, or choose a file",
    uploaded: "Uploaded from this computer",
    addressHint: "The rest of the button's address",
    missing: "Enter a value.",
    optedOut: "This contact opted out of marketing messages, so marketing templates are hidden.",
    refused: {
      text: "A value contains a line break, a tab or many spaces, or is too long for this template.",
      form: "The values do not match the template."
    }
  },
  schedule: {
    later: "Send later",
    title: "Send later",
    change: "Change scheduled message",
    submit: "Schedule",
    time: "Date and time",
    zone: "Time zone",
    yours: (zone: string) => `My time: ${zone}`,
    theirs: (zone: string) => `Customer's time: ${zone}`,
    both: (mine: string, theirs: string) => `${mine} my time · ${theirs} customer's time`,
    problems: {
      missing: "Enter a date and a time.",
      past: "Choose a time in the future.",
      far: "Choose a time within the next 90 days."
    },
    count: (count: number) => counted("en", count, { one: "# scheduled message", other: "# scheduled messages" }),
    list: "Scheduled messages",
    edit: "Change",
    changeOf: (message: string) => `Change: ${message}`,
    cancelOf: (message: string) => `Cancel: ${message}`
  },
  interactive: {
    title: "Buttons or list",
    kind: "Type",
    kinds: {
      button: "Reply buttons",
      list: "List",
      cta_url: "Link button",
      location_request_message: "Location request"
    },
    header: "Header",
    body: "Text",
    footer: "Footer",
    button: (number: number) => `Button ${number}`,
    addButton: "Add button",
    removeButton: (number: number) => `Remove button ${number}`,
    menu: "Text of the button that opens the list",
    section: (number: number) => `Section ${number}`,
    sectionTitle: "Section title",
    addSection: "Add section",
    removeSection: (number: number) => `Remove section ${number}`,
    row: (number: number) => `Choice ${number}`,
    rowDescription: (number: number) => `Description of choice ${number}`,
    addRow: "Add choice",
    removeRow: (number: number) => `Remove choice ${number}`,
    link: "Text of the button",
    url: "Link",
    problems: {
      missing: "Enter a text.",
      tooLong: (limit: number) =>
        counted("en", limit, { one: "Use at most # character.", other: "Use at most # characters." }),
      address: "Enter a URL that starts with https://",
      repeated: "Use a different text for each button.",
      other: "WhatsApp does not accept this message."
    }
  },
  card: {
    title: "Contact card",
    fields: { name: "Name", phone: "Phone number", email: "E-mail address", company: "Company" },
    problems: {
      name: { missing: "Enter a name.", invalid: "Enter a name." },
      phone: {
        missing: "Enter a phone number or an e-mail address.",
        invalid: "Enter a phone number with its country code, such as +1 555 010 0100."
      },
      email: { missing: "Enter an e-mail address.", invalid: "Enter an address such as ann@example.com." }
    }
  },
  sticker: {
    title: "Sticker",
    address: "Address of the sticker",
    hint: "Or a WebP file at a public address. WhatsApp downloads it.",
    refused: "Choose a WebP file of at most 500 KiB."
  },
  panel: {
    title: "Contact",
    consents: "Consent",
    noConsents: "No choice recorded yet.",
    consentStates: { opted_in: "Opted in", opted_out: "Opted out", unknown: "Not recorded" },
    consentSources: {
      api: "by a backend",
      member: "by a member",
      platform: "in the app",
      word: "by a keyword",
      refusal: "refused by the platform",
      import: "imported"
    },
    consentHistory: "History",
    name: "Name",
    email: "E-mail address",
    phone: "Phone number",
    country: "Country",
    source: "Source",
    referral: "Latest referral",
    identities: "Channels",
    tags: "Tags",
    addTag: "New tag",
    add: "Add",
    remove: (name: string) => `Remove ${name}`,
    attributes: "Attributes",
    attributeName: "Attribute name",
    attributeValue: "Value",
    optedIn: "Opted in to messages",
    blocked: "Block contact",
    edit: "Edit",
    conversations: "Other conversations",
    conversationCount: (count: number) =>
      counted("en", count, { one: "# conversation in total", other: "# conversations in total" }),
    notes: "Notes",
    noNotes: "No notes yet.",
    note: "New note",
    noteHint: "Visible to members of the organization only.",
    addNote: "Add note",
    deleteNote: "Delete note",
    newestNotes: (count: number) => `The newest of ${count} notes.`,
    formerMember: "The service",
    saved: "Saved"
  }
}
