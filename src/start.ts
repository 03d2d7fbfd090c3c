#!/usr/bin/env node
import { enableCompileCache } from "node:module"

// Before anything else is loaded: compiled code is kept from one start to the next, which saves a third of the start.
enableCompileCache()
await import("./main.ts")
