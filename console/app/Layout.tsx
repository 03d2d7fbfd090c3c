import { Suspense, useEffect } from "react"
import { useSession } from "../api/Session.ts"
import { EmptyState, HiddenHeading, Loading } from "../parts/states.tsx"
import { useText } from "../text/useText.ts"
import { useAtom } from "./atoms.ts"
import { ErrorBoundary } from "./ErrorBoundary.tsx"
import { Link } from "./Link.tsx"
import { navigate, usePlace } from "./navigation.ts"
import { railAtom } from "./preferences.ts"
import { Rail } from "./Rail.tsx"
import { type Section, sectionOf } from "./sections.tsx"

const NotFound = () => {
  const { common } = useText()
  return (
    <>
      <HiddenHeading>{common.notFound}</HiddenHeading>
      <EmptyState title={common.notFound}>
        <Link href="/inbox">{common.toStart}</Link>
      </EmptyState>
    </>
  )
}

const LoadingSection = ({ name }: { readonly name: Section["name"] }) => {
  const { common } = useText()
  return (
    <>
      <HiddenHeading>{common.sections[name]}</HiddenHeading>
      <Loading />
    </>
  )
}

const Content = () => {
  const { path } = usePlace()
  const session = useSession()
  const section = sectionOf(path)
  useEffect(() => {
    if (path === "/" || path === "/sign-in") navigate("/inbox", { replace: true })
  }, [path])
  if (path === "/" || path === "/sign-in") return <LoadingSection name="inbox" />
  if (section === undefined || !section.isShown(session)) return <NotFound />
  return (
    <ErrorBoundary key={section.name} onRetry={section.content.again}>
      <Suspense fallback={<LoadingSection name={section.name} />}>
        <section.content.Page />
      </Suspense>
    </ErrorBoundary>
  )
}

/** The frame around the sections. */
export const Layout = () => {
  const { facts } = useSession()
  const { common } = useText()
  const rail = useAtom(railAtom)
  return (
    <>
      {facts.demo !== null && (
        <aside className="demo-note" aria-label={common.demoNote}>
          {common.demoNote}
        </aside>
      )}
      <div className={`layout layout-${rail}`}>
        <a className="skip" href="#content">
          {common.skipToContent}
        </a>
        <Rail />
        <main className="content" id="content" tabIndex={-1}>
          <Content />
        </main>
      </div>
    </>
  )
}
