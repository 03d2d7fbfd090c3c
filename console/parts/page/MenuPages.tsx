import { type ComponentType, useEffect, useLayoutEffect, useRef } from "react"
import { Link } from "../../app/Link.tsx"
import { navigate, usePlace } from "../../app/navigation.ts"
import { hrefOf, idsIn } from "../../app/Place.ts"
import { useText } from "../../text/useText.ts"
import { EmptyState, Loading } from "../states.tsx"
import "./menuPages.css"

/** A page of a section with a menu. */
export interface MenuPage {
  readonly path: `/${string}`
  readonly label: string
  /** Absent for the address of another section. */
  readonly Content?: ComponentType
  /** Page of a single entry of the list, at the path and its id. */
  readonly Detail?: ComponentType<{ readonly id: string }> | undefined
  /** Whether the single entry is a panel beside the list instead of a page. */
  readonly isDetailBeside?: boolean
}

const isAt = (path: string, page: string): boolean => path === page || path.startsWith(`${page}/`)

const Shown = ({ moved, pages }: { readonly pages: ReadonlyArray<MenuPage>; readonly moved: Moved }) => {
  const { path } = usePlace()
  const { common } = useText()
  const target = moved[path]
  useEffect(() => {
    if (target !== undefined) navigate(target, { replace: true })
  }, [target])
  if (target !== undefined) return <Loading />
  for (const { Content: Page, Detail, isDetailBeside = false, path: href } of pages) {
    const id = Detail === undefined ? undefined : idsIn(`${href}/:id`, path)?.["id"]
    if (path !== href && id === undefined) continue
    const isListed = Page !== undefined && (path === href || isDetailBeside)
    return (
      <>
        {isListed && <Page />}
        {Detail !== undefined && id !== undefined && <Detail key={id} id={id} />}
      </>
    )
  }
  return <EmptyState title={common.notFound} />
}

/** New addresses by previous ones. The root of a section has that of its first page. */
export type Moved = Readonly<Record<string, `/${string}`>>

/** The pages of a section with their menu. On a phone the menu scrolls sideways, and shows the current entry. */
export const MenuPages = ({
  kept = [],
  label,
  moved,
  pages
}: {
  /** Name of the menu for screen readers. */
  readonly label: string
  readonly pages: ReadonlyArray<MenuPage>
  readonly moved: Moved
  /** Fields of the query that the pages have in common. */
  readonly kept?: ReadonlyArray<string>
}) => {
  const { path, query } = usePlace()
  const common = Object.fromEntries(Object.entries(query).filter(([name]) => kept.includes(name)))
  const menu = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    menu.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" })
  }, [path])
  return (
    <div className="page-layout">
      <nav ref={menu} className="page-menu" aria-label={label}>
        {pages.map((page) => (
          <Link
            key={page.path}
            href={hrefOf({ path: page.path, query: common })}
            aria-current={isAt(path, page.path) ? "page" : undefined}
          >
            {page.label}
          </Link>
        ))}
      </nav>
      <div className="page page-body">
        <Shown pages={pages} moved={moved} />
      </div>
    </div>
  )
}

/** A page that the role of the user cannot open. */
export const ForManagers = ({ text, title }: { readonly title: string; readonly text: string }) => {
  const { common } = useText()
  return (
    <div className="page">
      <h1>{title}</h1>
      <EmptyState title={common.forManagers}>
        <p>{text}</p>
      </EmptyState>
    </div>
  )
}
