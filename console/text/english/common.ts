import { counted } from "../counted.ts"

/** Texts of the frame around all sections. */
export const common = {
  product: "effect-parley",
  sections: { inbox: "Inbox", developers: "Developers", playground: "Playground" },
  skipToContent: "Skip to content",
  navigation: "Sections",
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
  notFound: "There is no such page.",
  toStart: "Go to the inbox",
  notShown: "This page cannot be shown",
  fileMissing:
    "A part of the console did not load. Try again once you are online, or reload if there is a newer version.",
  channels: { whatsapp: "WhatsApp", messenger: "Messenger", instagram: "Instagram" },
  roles: { owner: "Owner", admin: "Admin", agent: "Agent" },
  live: {
    connecting: "Connecting…",
    live: "Live",
    offline: "Offline. Updates come when the service is reached again.",
    tryNow: "Try now"
  },
  failures: {
    offline: "The service was not reached. Check the connection.",
    signedOut: "The session is over. Sign in again.",
    refused: "The service refused this.",
    broken: "Something in the console went wrong.",
    requestId: (id: string) => `Request ${id}`,
    retryAfter: (seconds: number) => `Try again in ${counted("en", seconds, { one: "# second", other: "# seconds" })}.`
  },
  theme: { label: "Appearance", system: "As the system", light: "Light", dark: "Dark" },
  language: { label: "Language", english: "English", arabic: "العربية" },
  account: { label: "Account", organization: "Organization", signOut: "Sign out" },
  signIn: {
    title: "Sign in",
    email: "E-mail address",
    password: "Password",
    submit: "Sign in",
    asDemoOwner: "Sign in as the owner of the demo",
    demo: "This service runs in demo mode: no message leaves this machine.",
    demoElsewhere: "The address and the password are in demo.json in the data folder of the service.",
    wrong: "The address or the password is wrong.",
    locked: "There were too many attempts.",
    unreachable: "The identity provider was not reached.",
    unexpected: "The identity provider refused the sign-in.",
    over: "The session is over. Sign in again.",
    notConfigured:
      "No identity provider is configured for the console. Set CONSOLE_AUTH_URL to the address of a GoTrue-compatible one.",
    noOrganization: "You are signed in, but no organization has you as a member. Ask an owner to add you.",
    chooseOrganization: "Choose an organization"
  }
}
