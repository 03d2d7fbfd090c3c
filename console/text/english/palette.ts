/** Texts of the palette. */
export const palette = {
  title: "Command palette",
  placeholder: "Search or jump to…",
  results: "Results",
  noResults: (search: string) => `No results for “${search}”`,
  failed: "Search is unavailable. Check your connection.",
  keys: { move: "to move", open: "to open" },
  groups: {
    recent: "Recent",
    pages: "Pages",
    actions: "Actions",
    contacts: "Contacts",
    conversations: "Conversations",
    messages: "Messages"
  },
  actions: {
    light: "Use light appearance",
    dark: "Use dark appearance",
    english: "Switch to English",
    arabic: "التبديل إلى العربية",
    narrowRail: "Collapse navigation",
    wideRail: "Expand navigation",
    signOut: "Sign out"
  }
}
