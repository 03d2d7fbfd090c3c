import { EmptyState } from "../parts/states.tsx"
import { useText } from "../text/useText.ts"

/** The section `developers`. */
const Developers = () => {
  const { developers } = useText()
  return (
    <div className="page">
      <h1>{developers.title}</h1>
      <EmptyState title={developers.title} />
    </div>
  )
}

export default Developers
