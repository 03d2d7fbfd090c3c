/** Title of the page without unread notifications. */
const title = "effect-parley"

const iconOf = (isMarked: boolean): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#3452d1"/><path d="M8 10h16v9h-9l-4 4v-4H8z" fill="#fff"/>${isMarked ? '<circle cx="25" cy="7" r="7" fill="#e5484d"/>' : ""}</svg>`

let iconUrl: string | null = null

/** Title of the page with the number of unread notifications. */
export const titleOf = (unread: number): string => (unread === 0 ? title : `(${unread > 99 ? "99+" : unread}) ${title}`)

/** Shows the number of unread notifications in the title, and that there are some in the icon of the tab. */
export const showUnread = (unread: number): void => {
  document.title = titleOf(unread)
  const link = document.querySelector<HTMLLinkElement>("link[rel=icon]")
  if (link === null || (unread === 0 && iconUrl === null)) return
  if (iconUrl !== null) URL.revokeObjectURL(iconUrl)
  iconUrl = URL.createObjectURL(new Blob([iconOf(unread > 0)], { type: "image/svg+xml" }))
  link.href = iconUrl
}
