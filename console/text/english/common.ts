import { counted } from "../counted.ts"

/** Texts of the frame around all sections. */
export const common = {
  product: "effect-parley",
  sections: {
    inbox: "Inbox",
    contacts: "Contacts",
    campaigns: "Campaigns",
    scheduled: "Scheduled",
    templates: "Templates",
    reports: "Reports",
    developers: "Developers",
    settings: "Settings",
    playground: "Playground",
    gallery: "Gallery"
  },
  forManagers: "This section is for owners and admins.",
  demoNote: "Demo data · nothing leaves this machine",
  skipToContent: "Skip to content",
  navigation: "Sections",
  collapseRail: "Collapse navigation",
  expandRail: "Expand navigation",
  menu: "Menu",
  close: "Close",
  cancel: "Cancel",
  save: "Save",
  draft: {
    discard: "Discard",
    unsaved: "Unsaved changes",
    leaveTitle: "Leave without saving?",
    leaveText: "Your changes on this page are lost.",
    leave: "Leave"
  },
  delete: "Delete",
  copy: "Copy",
  copied: "Copied",
  loading: "Loading…",
  reload: "Reload",
  retry: "Try again",
  undo: "Undo",
  noMatches: "No matches",
  fileDrop: "Drop a file here, or browse",
  table: {
    columns: "Columns",
    selectAll: "Select all rows",
    selectRow: (name: string) => `Select ${name}`
  },
  dismiss: "Dismiss",
  search: "Search",
  moreSections: "More sections",
  more: "More",
  none: "None",
  yes: "Yes",
  no: "No",
  unknown: "Unknown",
  optional: "optional",
  notFound: "Page not found.",
  toStart: "Go to the inbox",
  notShown: "Couldn't show this page",
  fileMissing:
    "A part of the console did not load. Try again when you are online, or reload to get the latest version.",
  channels: { whatsapp: "WhatsApp", messenger: "Messenger", instagram: "Instagram" },
  roles: { owner: "Owner", admin: "Admin", agent: "Agent" },
  live: {
    connecting: "Connecting…",
    live: "Live",
    offline: "Offline. Updates resume when the server is reachable.",
    tryNow: "Try now"
  },
  paging: {
    label: "Pages of the list",
    previous: "Previous page",
    next: "Next page",
    page: (page: number) => `Page ${page}`,
    total: (total: number) => counted("en", total, { one: "# entry", other: "# entries" })
  },
  failures: {
    offline: "Can't reach the server. Check your connection.",
    signedOut: "Your session has expired. Sign in again.",
    refused: "The server refused this request.",
    broken: "Something went wrong in the console.",
    requestId: (id: string) => `Request ${id}`,
    retryAfter: (seconds: number) => `Try again in ${counted("en", seconds, { one: "# second", other: "# seconds" })}.`
  },
  theme: { label: "Appearance", system: "System", light: "Light", dark: "Dark" },
  language: { label: "Language", english: "English", arabic: "العربية" },
  account: { label: "Account", organization: "Organization", profile: "Profile", signOut: "Sign out" },
  signIn: {
    title: "Sign in",
    email: "E-mail address",
    password: "Password",
    keep: "Keep me signed in",
    forgot: "Forgot your password?",
    forgotHint:
      "Ask an owner or admin for a link to a new one: Settings, Team. Owners ask the operator of this service.",
    factorCode: "Code",
    factorHint: "The six digits of your authenticator app, or a recovery code.",
    confirm: "Confirm",
    code: "The code is incorrect or was used before.",
    submit: "Sign in",
    asDemoOwner: "Continue as demo owner",
    demo: "This service runs in demo mode: no message leaves this machine.",
    demoElsewhere: "The address and the password are in demo.json in the data folder of the service.",
    wrong: "Email or password is incorrect.",
    locked: "Too many attempts.",
    unreachable: "Can't reach the identity provider.",
    unexpected: "The identity provider refused the sign-in.",
    over: "Your session has expired. Sign in again.",
    notConfigured:
      "No identity provider is configured for the console. Set CONSOLE_AUTH_URL to the address of a GoTrue-compatible one.",
    noOrganization: "You are signed in, but not a member of any organization. Ask an owner to add you.",
    chooseOrganization: "Select an organization"
  }
}
