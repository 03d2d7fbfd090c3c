import { enableCompileCache } from "node:module"

// Before anything else is loaded: many of these are started, and each is killed.
enableCompileCache()
await import("./deliver.ts")
