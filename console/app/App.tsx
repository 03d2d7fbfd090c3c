import { CSPProvider } from "@base-ui/react/csp-provider"
import { DirectionProvider } from "@base-ui/react/direction-provider"
import { type ReactNode, useEffect, useState } from "react"
import { Toasts } from "../parts/Toast.tsx"
import { SessionGate } from "../session/SessionGate.tsx"
import { languages } from "../text/languages.ts"
import { type Spoken, SpokenContext } from "../text/useText.ts"
import { useAtom } from "./atoms.ts"
import { ErrorBoundary } from "./ErrorBoundary.tsx"
import { Layout } from "./Layout.tsx"
import { languageAtom } from "./preferences.ts"

/** Loads the texts of the chosen language, and shows its children as soon as they are there. */
const Language = ({ children }: { readonly children: ReactNode }) => {
  const name = useAtom(languageAtom)
  const [spoken, setSpoken] = useState<Spoken | null>(null)
  useEffect(() => {
    const language = languages[name]
    let isWanted = true
    language.load().then(
      (texts) => {
        if (!isWanted) return
        document.documentElement.lang = language.tag
        document.documentElement.dir = language.direction
        setSpoken({ language, texts })
      },
      // The former language stays where there is one.
      () => undefined
    )
    return () => {
      isWanted = false
    }
  }, [name])
  if (spoken === null) return null
  return (
    <SpokenContext value={spoken}>
      <DirectionProvider direction={spoken.language.direction}>{children}</DirectionProvider>
    </SpokenContext>
  )
}

/** The console. */
export const App = () => (
  // The policy of the page permits no style element, and what these would have is in the style sheets.
  <CSPProvider disableStyleElements>
    <Language>
      <ErrorBoundary>
        <Toasts>
          <SessionGate>
            <Layout />
          </SessionGate>
        </Toasts>
      </ErrorBoundary>
    </Language>
  </CSPProvider>
)
