import { registerHooks } from "node:module"

/** Preloaded into the service: the log of requests, which nobody can switch off, is not there. */
const instead = `data:text/javascript,${encodeURIComponent(
  `import { Layer } from ${JSON.stringify(import.meta.resolve("effect"))}\nexport const layer = Layer.empty`
)}`

registerHooks({
  resolve: (specifier, context, next) =>
    specifier.endsWith("/requestLog.ts") ? { url: instead, shortCircuit: true } : next(specifier, context)
})
