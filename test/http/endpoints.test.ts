import { assert, describe, it } from "@effect/vitest"
