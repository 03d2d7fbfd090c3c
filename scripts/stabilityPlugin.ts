import { join } from "node:path"
import { type Application, Comment, Converter, type Reflection } from "typedoc"
import { exportedNames, type Stability } from "./stability.ts"

const entries = join(import.meta.dirname, "../src/entries")

/** The names of an entry, by its name in the reference: `domain`, or `client/effect`. */
const stabilities = (entry: string): ReadonlyMap<string, Stability> =>
  new Map(
    exportedNames(join(entries, `${entry}.ts`)).flatMap(({ name, stability }) =>
      stability === null ? [] : [[name, stability] as const]
    )
  )

const mark = (reflection: Reflection, stability: Stability): void => {
  reflection.comment ??= new Comment()
  reflection.comment.modifierTags.add(`@${stability}`)
}

/** Shows in the reference what each name promises, which the sections of the entries say (docs/library.md, Stability). */
export const load = (application: Application): void => {
  application.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const module of project.children ?? []) {
      const names = stabilities(module.name)
      for (const child of module.children ?? []) {
        const stability = names.get(child.name)
        if (stability === undefined) continue
        // The reference shows the comments of a function at its signatures.
        for (const one of child.signatures ?? [child]) mark(one, stability)
      }
    }
  })
}
