import { counted } from "../counted.ts"

/** Texts of the frame around all sections. */
export const common = {
  product: "effect-parley",
  sections: {
    inbox: "Inbox",
    scheduled: "Scheduled",
    templates: "Templates",
    developers: "Developers",
    playground: "Playground"
  },
  skipToContent: "Skip to content",
  navigation: "Sections",
  collapseRail: "Collapse navigation",
  expandRail: "Expand navigation",
  menu: "Menu",
  close: "Close",
  cancel: "Cancel",
  save: "Save",
  delete: "Delete",
  copy: "Copy",
  copied: "Copied",
  loading: "Loading…",
  reload: "Reload",
  retry: "Try again",
  dismiss: "Dismiss",
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
  account: { label: "Account", organization: "Organization", signOut: "Sign out" },
  signIn: {
    title: "Sign in",
    email: "E-mail address",
    password: "Password",
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
